"""Play, make trouble meanwhile, judge afterwards; what was done and found is printed."""

from collections.abc import Callable
from dataclasses import dataclass

import psycopg

from tests.faults.clients import TableAtWork, at_work
from tests.faults.histories import History
from tests.faults.judging import Verdict, judged
from tests.faults.trouble import Plan, Trouble, told
from tests.service import Service


@dataclass(frozen=True)
class Result:
    """A verdict, and what it is about."""

    verdict: Verdict
    history: History
    done: tuple[str, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        return self.verdict.faults


def addresses_confirm(service: Service) -> None:
    """As if everybody had followed the link in their first mail: from now on they get mails."""
    with psycopg.connect(service.database_url(), autocommit=True) as database:
        database.execute("UPDATE players_player SET email_confirmed = true WHERE email <> ''")


def campaign(
    service: Service,
    plan: Plan,
    *,
    seed: int,
    tables: int = 3,
    humans: int = 2,
    bots: tuple[str, ...] = ("novice",),
    reachable: bool = False,
    enough: Callable[[], bool] = lambda: True,
    most_games: int = 1_000,
) -> Result:
    """Tables play at least one game each, and on until the whole plan is done and it is `enough`."""
    service.wait_ready()
    trouble = Trouble(service, plan)
    history = History(on_ack=trouble.acknowledged)
    working = [
        TableAtWork(service.port, history, seed=seed * 1000 + number, humans=humans, bots=bots, reachable=reachable)
        for number in range(tables)
    ]

    if reachable:
        addresses_confirm(service)

    def is_over() -> bool:
        return (trouble.is_over() and enough()) or bool(history.faults) or len(history.finished) >= most_games

    with trouble, at_work(working, is_over):
        pass
    service.wait_ready()
    print(f"\nseed {seed}{told(trouble.done)}")
    assert not trouble.failed, trouble.failed
    verdict = judged(service, history)
    print(f"{history.summary()}, {verdict.moves} moves in the log, latest bot {verdict.latest_bot:.2f} s")
    return Result(verdict, history, tuple(trouble.done))
