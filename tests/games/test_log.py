"""The log keeps every fact for ever, in order, once."""

import random

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from games import codec, store
from games.engine.rules import replay
from games.models import Game, GameEvent, OutboxMessage, Seat
from players.models import Player
from tests.games.playing import people, play, started_game, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def game_id(db: None) -> str:
    return started_game(people("ann", "bob", "cleo"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_gameevent SET seq = seq + 100",
        "UPDATE games_gameevent SET data = data",
        "DELETE FROM games_gameevent",
        "TRUNCATE games_gameevent CASCADE",
    ],
)
@pytest.mark.usefixtures("_log_as_in_production")
def test_the_table_refuses_change(game_id: str, statement: str) -> None:
    before = list(GameEvent.objects.values())

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert list(GameEvent.objects.values()) == before


@pytest.fixture
def _log_as_in_production(game_id: str) -> None:
    """Tests switch the trigger against TRUNCATE off, to empty their database; here it is on."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_gameevent ENABLE TRIGGER log_is_for_ever")


def test_a_number_is_given_once(game_id: str) -> None:
    version = Game.objects.get(pk=game_id).version
    entry = store.read(game_id, up_to=version)[-1]

    with pytest.raises(IntegrityError), transaction.atomic():
        store.append(game_id, [entry])

    assert GameEvent.objects.filter(game=game_id).count() == version


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("games_game", "status = 'paused'"),
        ("games_game", "visibility = 'secret'"),
        ("games_game", "players = 7"),
        ("games_game", "to_act = 6"),
        ("games_game", "to_act = NULL"),
        ("games_game", "deadline = NULL"),
        ("games_game", "status = 'finished', to_act = NULL, deadline = NULL, reason = 'boredom'"),
        ("games_seat", "seat = 6"),
        ("games_round", "outcome = 'ignored'"),
    ],
)
def test_columns_hold_known_words_only(game_id: str, table: str, change: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {change}")


def test_nobody_with_a_history_can_be_deleted(game_id: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM players_player; SET CONSTRAINTS ALL IMMEDIATE")
    assert Player.objects.filter(seats__game=game_id).count() == 3
    assert Seat.objects.count() == 3


def test_what_is_read_is_what_was_written(game_id: str) -> None:
    seated = list(Player.objects.order_by("pk"))
    *_, version = play(game_id, seated, random.Random(1))
    known = state_of(game_id)

    store.forget_all()
    logged = store.read(game_id, up_to=version)

    assert replay(entry.event for entry in logged) == known == state_of(game_id)
    assert [entry.seq for entry in logged] == list(range(1, version + 1))
    for entry in logged:
        assert codec.decode(entry.kind, codec.SCHEMA, codec.encode(entry.event)) == entry.event


def test_every_kind_of_event_has_one_stored_form() -> None:
    assert set(codec.EVENT_TYPES) == set(codec.EventKind)
    assert len(set(codec.EVENT_TYPES.values())) == len(codec.EVENT_TYPES)


def test_what_cannot_be_read_is_said_without_showing_it() -> None:
    with pytest.raises(codec.UnknownEvent) as unknown:
        codec.decode("cards_dealt", codec.SCHEMA, {"hands": [[10, "secret"]], "draw_pile": []})
    assert "secret" not in str(unknown.value)
    assert "10" not in str(unknown.value)
    with pytest.raises(codec.UnknownEvent, match="schema 99"):
        codec.decode("cards_dealt", 99, {})


def test_an_old_version_can_be_loaded_beside_a_newer_one(game_id: str) -> None:
    seated = list(Player.objects.order_by("pk"))
    moves = play(game_id, seated, random.Random(2))
    first = next(moves)
    early = store.load(game_id, first).state
    next(moves)
    later = next(moves)
    assert store.load(game_id, later).version == later

    assert store.load(game_id, first).state == early


def test_a_gap_is_no_log(game_id: str) -> None:
    store.forget_all()
    with pytest.raises(store.BrokenLog):
        store.load(game_id, 99)
    with pytest.raises(store.BrokenLog):
        store.load("nosuchgame", 1)


def test_humans_are_to_be_told_and_no_bot_waits(game_id: str) -> None:
    assert {row.topic for row in OutboxMessage.objects.all()} == {"news"}
