"""One game in one state, and everybody who may call about it."""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any, Final

from django.apps import apps
from django.db import connection, transaction
from django.db.models.functions import Now

from games import projections, store
from games.engine import lobby
from games.engine.events import Event, GameOpened
from games.engine.rules import apply, decide, opened
from games.engine.setup import commitment_of
from games.engine.state import GameState
from games.engine.types import PlayerId, Seat, Visibility
from games.models import Game
from games.moderated import Message
from players.bots import bot_register
from players.models import (
    AwayPeriod,
    Case,
    Player,
    Report,
    Sanction,
    Token,
)
from players.notices.models import NoticeKind
from players.services import ALL_SCOPES, bot_player, token_issue
from players.webhooks.services import webhook_create, webhook_ping
from tests.api.caller import Caller, logged_in, registered
from tests.api.tables import random_move as move_of
from tests.worlds.worlds import random_move

SEATED: Final = ("creator", "to_act", "other", "seated_staff")
TO_ACT: Final = SEATED.index("to_act")
BOT_SEAT: Final = len(SEATED)
GAME_ID: Final = "mtrx234567"
LEVEL: Final = "novice"


def name_of(who: str) -> str:
    """The name of a caller's account: `staff` alone is reserved."""
    return f"{who}-1"


@dataclass(frozen=True)
class Scene:
    """What calls are made about. `tokens` are two tokens of each caller: the id of the one sent, and of a spare one.

    `webhooks` are one of each caller, with a delivery of it; of `nobody` too, who never calls. `bots`, `reports` and
    `warnings`, all of them acknowledged, likewise. `message` was written by the creator at the table.
    """

    game_id: str
    callers: dict[str, Caller]
    tokens: dict[str, tuple[str, str]]
    webhooks: dict[str, tuple[str, str]]
    bots: dict[str, str]
    foreign_token: str
    away: dict[str, str]
    message: str
    reports: dict[str, str]
    warnings: dict[str, str]
    version: int
    move: dict[str, Any]

    @contextmanager
    def as_caller(self, who: str) -> Iterator[Caller]:
        """The caller, for one call that has never been made afterwards."""
        # A savepoint, not a block of its own: services open theirs as they do in the service.
        before = transaction.savepoint_create()
        if who == "suspended":
            Player.objects.filter(name=name_of("to_act")).update(suspended_until=Now() + timedelta(hours=1))
        try:
            yield self.callers[who]
        finally:
            transaction.savepoint_rollback(before)
            store.forget_all()

    def fingerprint(self) -> list[tuple[str, str]]:
        """What a refusal must leave as it is: every row of every table of ours."""
        # Past Django, which prepares nothing: to plan it takes ten times as long as to do it.
        return sorted(connection.connection.execute(_EVERYTHING, prepare=True).fetchall())


def _everything() -> str:
    """One statement, for it is asked a thousand times a test.

    When a token was used last is no change that a call makes, and a suspension is one that the caller comes with.
    """
    tables = sorted(
        {model._meta.db_table for app in ("games", "players") for model in apps.get_app_config(app).get_models()}
    )
    as_text = "(to_jsonb(one) - '{last_used_at,suspended_until}'::text[])::text"
    rows = "md5(string_agg(row_text, '' ORDER BY row_text))"
    return " UNION ALL ".join(
        f"SELECT '{table}', {rows} FROM (SELECT {as_text} AS row_text FROM {table} AS one) AS every" for table in tables
    )


_EVERYTHING: Final = _everything()


def scene(state: str) -> Scene:
    """The world of one column of the table."""
    callers: dict[str, Caller] = {"anonymous": Caller()}
    for who in (*SEATED, "stranger", "staff"):
        callers[who] = registered(name_of(who), email=f"{who}@mail.example")
    Player.objects.filter(name__in=(name_of("staff"), name_of("seated_staff"))).update(is_staff=True)
    robot = callers["creator"].post("/players/me/bots", {"name": name_of("robot")})
    callers["robot"] = Caller(robot.json()["token"])
    Player.objects.filter(name=name_of("robot")).update(email="robot@mail.example")
    callers["suspended"] = callers["to_act"]
    callers["reader"] = logged_in(name_of("to_act"), scopes=["read"])
    callers["revoked"] = logged_in(name_of("to_act"))
    Token.objects.filter(pk=_token_of(name_of("to_act"))).update(revoked_at=Now())
    version = _store(_GAMES[state]())
    return Scene(
        game_id=GAME_ID,
        callers=callers,
        tokens={who: _tokens_of(who, caller) for who, caller in callers.items()},
        foreign_token=_foreign_token(),
        away=_away(callers),
        webhooks=_webhooks(callers),
        bots=_bots(callers),
        message=_message(),
        reports=_reports(callers),
        warnings=_warnings(callers),
        version=version,
        move=_legal_move(callers["to_act"], version),
    )


def _token_of(name: str) -> str:
    """The newest token of a player."""
    return Token.objects.filter(player__name=name).order_by("-created_at", "-id").values_list("id", flat=True)[0]


def _tokens_of(who: str, caller: Caller) -> tuple[str, str]:
    """The token that the caller sends, and another one of theirs that works."""
    if caller.token is None or who == "revoked":
        return "nosuchtoken", "nosuchtoken"
    name = name_of("to_act" if who in {"suspended", "reader"} else who)
    sent = Token.objects.filter(player__name=name, scopes=["read"] if who == "reader" else ["read", "play"])
    spare = token_issue(Player.objects.get(name=name), label="spare", scopes=ALL_SCOPES, expires_in=None)[0].pk
    return sent.order_by("created_at").values_list("id", flat=True)[0], spare


def _away(callers: Iterable[str]) -> dict[str, str]:
    """An away period of each caller, and of somebody else."""
    ids = dict.fromkeys(callers, "nosuchperiod")
    for player in Player.objects.filter(level=""):
        since = store.now() + timedelta(days=2)
        period = AwayPeriod.objects.create(
            player=player, since=since, until=since + timedelta(days=1), time_zone="UTC", created_at=store.now()
        )
        ids[player.name.removesuffix("-1")] = period.pk
    ids |= dict.fromkeys(("suspended", "reader"), ids["to_act"])
    return ids


def _webhooks(callers: Iterable[str]) -> dict[str, tuple[str, str]]:
    """A webhook of each caller, and a ping that waits there."""
    made = {"anonymous": ("nosuchhook22", "nosuchping22")}
    for who in ("nobody", *(who for who in callers if who != "anonymous")):
        name = {"nobody": "nobody-here"}.get(
            who, name_of("to_act" if who in {"suspended", "reader", "revoked"} else who)
        )
        player = Player.objects.get(name=name)
        webhook, _ = webhook_create(player=player, url="https://hooks.example.org/", events=[NoticeKind.YOUR_TURN])
        made[who] = webhook.pk, webhook_ping(player=player, webhook_id=webhook.pk).pk
    return made


def _bots(callers: Iterable[str]) -> dict[str, str]:
    """The name of a bot of each caller. A bot has none."""
    made = {"anonymous": "nosuchbot", "robot": "nosuchbot"}
    for who in ("nobody", *(who for who in callers if who not in made)):
        owner = {"nobody": "nobody-here"}.get(
            who, name_of("to_act" if who in {"suspended", "reader", "revoked"} else who)
        )
        player = Player.objects.get(name=owner)
        made[who] = made.get(owner) or bot_register(owner=player, name=f"tin-{len(made)}")[0].name
    return made


def _message() -> str:
    """What the creator said at the table."""
    author = Player.objects.get(name=name_of("creator"))
    return Message.objects.create(game_id=GAME_ID, seq=1, author=author, seat=0, text="Hello.").pk


def _owners(callers: Iterable[str]) -> dict[str, Player]:
    """Whose account each caller sends a token of; of `nobody` too, who never calls."""
    names = {"nobody": "nobody-here"} | dict.fromkeys(("suspended", "reader", "revoked"), name_of("to_act"))
    accounts = {player.name: player for player in Player.objects.all()}
    return {who: accounts[names.get(who, name_of(who))] for who in ("nobody", *callers) if who != "anonymous"}


def _reports(callers: Iterable[str]) -> dict[str, str]:
    """A report by each caller."""
    made = {"anonymous": "nosuchreport"}
    by: dict[int, str] = {}
    for who, author in _owners(callers).items():
        if author.pk not in by:
            case = Case.objects.create(origin="report")
            by[author.pk] = Report.objects.create(
                author=author, kind="bug", about="service", text="It fails.", case=case
            ).pk
        made[who] = by[author.pk]
    return made


def _warnings(callers: Iterable[str]) -> dict[str, str]:
    """A warning of each caller, which they acknowledged."""
    made = {"anonymous": "nosuchwarned"}
    of: dict[int, str] = {}
    for who, player in _owners(callers).items():
        if player.pk not in of:
            of[player.pk] = Sanction.objects.create(
                player=player,
                kind="warning",
                ground="abuse",
                reason="Be kind.",
                decided_by=Player.objects.get(name=name_of("staff")),
                acknowledged_at=store.now(),
            ).pk
        made[who] = of[player.pk]
    return made


def _foreign_token() -> str:
    registered("nobody-here")
    return _token_of("nobody-here")


def _legal_move(caller: Caller, version: int) -> dict[str, Any]:
    """A legal move of the seat to act; where nobody is to act, one that would be of a right form."""
    view = caller.get(f"/games/{GAME_ID}").json()
    if view["status"] == "active":
        return move_of(view, random.Random(1))
    return {"version": version, "kind": "offer", "card": 1, "claim": 1, "to": 2}


def _store(events: Sequence[Event]) -> int:
    """The game with this log, written as services write it; its version."""
    state, logged = store.number(0, None, events, store.now())
    store.append(GAME_ID, logged)
    projections.write(Game(pk=GAME_ID, version=0), state, logged)
    store.forget_all()
    return logged[-1].seq


def _players() -> list[PlayerId]:
    """By seat: those who sit there, and then a bot."""
    ids = dict(Player.objects.values_list("name", "pk"))
    return [*(ids[name_of(who)] for who in SEATED), bot_player(level=LEVEL, ordinal=1).pk]


def _opened(number: int, *, seats: int, visibility: Visibility = Visibility.PUBLIC) -> list[Event]:
    """A game at which the five sit, made of the `number`th seed."""
    players = _players()
    seed = random.Random(number).randbytes(32).hex()
    opening = GameOpened(
        players=seats,
        turn=86_400,
        commitment=commitment_of(seed),
        creator=players[0],
        name="Styx",
        visibility=visibility,
        # Where hints are given.
        rated=False,
        server_seed=seed,
    )
    events: list[Event] = [opening]
    state = opened(opening)
    for player in players:
        facts = lobby.take_seat(state, player, f"entropy {player}")
        events, state = [*events, *facts], _after(state, facts)
    return events


def _after(state: GameState, facts: Iterable[Event]) -> GameState:
    for fact in facts:
        state = apply(state, fact)
    return state


def _state(events: Sequence[Event]) -> GameState:
    opening = events[0]
    assert isinstance(opening, GameOpened)
    return _after(opened(opening), events[1:])


def _started(visibility: Visibility) -> list[Event]:
    """A running game in which the seat that is meant to is to act."""
    for number in count():
        events = _opened(number, seats=BOT_SEAT + 1, visibility=visibility)
        events += lobby.start(_state(events), GAME_ID)
        if _state(events).to_act == TO_ACT:
            return events
    raise AssertionError("seeds never end")


def _finished() -> list[Event]:
    events, rng = _started(Visibility.PUBLIC), random.Random(1)
    state = _state(events)
    while (seat := _to_act(state)) is not None:
        facts = decide(state, seat, random_move(state, rng))
        events, state = [*events, *facts], _after(state, facts)
    return events


def _to_act(state: GameState) -> Seat | None:
    return state.to_act


def _cancelled() -> list[Event]:
    events = _opened(0, seats=BOT_SEAT + 2)
    return [*events, *lobby.cancel(_state(events), "nobody_came")]


_GAMES: Final = {
    "open": lambda: _opened(0, seats=BOT_SEAT + 2),
    "active": lambda: _started(Visibility.PUBLIC),
    "finished": _finished,
    "cancelled": _cancelled,
    "private": lambda: _started(Visibility.PRIVATE),
}
