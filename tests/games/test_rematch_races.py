"""Everybody asks for a rematch at once: there is one, and everybody sits where they sat."""

import random
import threading
from typing import Any

import pytest
from django.db import connection

from games.models import Game, Rematch
from games.services.upkeep import game_check
from tests.api.tables import Table, open_table

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 3


def test_one_rematch_however_many_ask_at_once() -> None:
    for number in range(ROUNDS):
        names = [f"{name}-{number}" for name in ("ann", "bob", "cleo", "dan")]
        table = open_table(*names)
        table.play_to_the_end(random.Random(number))
        games = Game.objects.count()
        answers = asked_at_once(table, times=3)
        assert Game.objects.count() == games + 1
        again = Rematch.objects.get(game=table.id).rematch_id
        assert {answer.json()["id"] for answer in answers} == {again}
        assert sorted(answer.status_code for answer in answers) == [200] * 11 + [201]
        view = table.seated[0].get(f"/games/{again}").json()
        assert (view["status"], [seat["player"]["name"] for seat in view["seats"]]) == ("active", names)
        assert game_check(game_id=again, with_projections=True) is None


def asked_at_once(table: Table, *, times: int) -> list[Any]:
    """Each of those who sat there asks so many times, all together."""
    callers = [caller for caller in table.seated for _ in range(times)]
    barrier, answers = threading.Barrier(len(callers)), []

    def ask(caller: Any) -> None:
        barrier.wait()
        answers.append(caller.post(f"{table.path}/rematch"))
        connection.close()

    threads = [threading.Thread(target=ask, args=(caller,)) for caller in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
