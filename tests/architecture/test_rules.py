"""The rules of the house are kept, and each can be broken."""

import pytest

from tests.architecture.rules import CHANCE, CHECKOUT, SQL, TASKS, breaches, breaches_in

SERVICE = "games/services/moves.py"
PLANTED = [
    (CHANCE, "games/engine/setup.py", "import random"),
    (CHANCE, "players/secrets.py", "from random import choice"),
    (CHANCE, "nessos_service/urls.py", "def f():\n    import os, random"),
    (CHANCE, "bots/services.py", "from numpy import random"),
    (TASKS, SERVICE, "play_turn.delay(1)"),
    (TASKS, SERVICE, "play_turn.apply_async(args=(1,))"),
    (TASKS, "bots/services.py", "current_app.send_task('x')"),
    (TASKS, "players/broker.py", "with transaction.atomic():\n    task.delay(1)"),
    (TASKS, "players/broker.py", "with a(), one_transaction():\n    if x:\n        app.send_task('x')"),
    (TASKS, "players/broker.py", "@transaction.atomic(durable=True)\ndef f():\n    task.delay(1)"),
    (TASKS, SERVICE, "with one_transaction():\n    send('x')"),
    (TASKS, SERVICE, "with atomic():\n    kick([1])"),
    (TASKS, "players/broker.py", "@atomic\ndef f():\n    task.delay(1)"),
    (SQL, SERVICE, "Game.objects.raw('SELECT 1')"),
    (SQL, SERVICE, "with connection.cursor() as cursor:\n    pass"),
    (SQL, "games/selectors/games.py", "games.extra(where=['1=1'])"),
    (SQL, "players/selectors.py", "RawSQL('SELECT 1', ())"),
]
ALLOWED = [
    ("bots/policies/guarded.py", "import random"),
    ("players/broker.py", "def send():\n    current_app.send_task('x')"),
    ("players/store.py", "with connection.cursor() as cursor:\n    cursor.execute('SELECT 1')"),
    (SERVICE, "from secrets import choice\nlater.delayed(1)\nrows.executed()"),
]


def test_the_house_keeps_its_rules() -> None:
    assert breaches(CHECKOUT) == []


@pytest.mark.parametrize(("rule", "name", "text"), PLANTED)
def test_a_planted_breach_is_found(rule: str, name: str, text: str) -> None:
    assert {breach.rule for breach in breaches_in(name, text)} == {rule}


@pytest.mark.parametrize(("name", "text"), ALLOWED)
def test_what_is_allowed_is_no_breach(name: str, text: str) -> None:
    assert breaches_in(name, text) == []
