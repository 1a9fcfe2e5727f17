"""Where transactions begin, wait and end."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from django.db import OperationalError, connection

from games.engine.moves import Accept
from games.engine.types import Visibility
from games.models import Game
from games.services.lobby import seat_take
from games.services.moves import move_submit
from players.errors import Refusal
from players.models import Player
from players.transactions import joined_transaction, one_transaction
from tests.games.playing import opened_game, people

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def another_connection() -> Iterator[psycopg.Connection]:
    given = connection.settings_dict
    address = {"host": given["HOST"], "port": given["PORT"] or None, "user": given["USER"] or None}
    with psycopg.connect(dbname=given["NAME"], password=given["PASSWORD"] or None, **address) as other:
        yield other


@pytest.fixture
def impatient() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '300ms'")
    yield
    connection.close()


@pytest.mark.usefixtures("impatient")
def test_a_stranger_never_waits_for_a_game_that_they_may_not_see() -> None:
    """Waiting would tell that it exists, and let strangers hold up those who play."""
    creator, friend, stranger = people("ann", "bob", "eve")
    game_id = opened_game(creator, players=3, visibility=Visibility.PRIVATE)
    with another_connection() as other:
        other.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [game_id])

        assert refused_by(stranger, game_id) == "not_found"
        with pytest.raises(Refusal, match="not_found"):
            seat_take(game_id=game_id, actor=friend, invite="x" * 32, entropy=None)
        # Who sits there waits.
        with pytest.raises(OperationalError, match="lock timeout"):
            move_submit(game_id=game_id, actor=creator, move=Accept(), version=2)


def refused_by(actor: Player, game_id: str) -> str:
    with pytest.raises(Refusal) as refused:
        move_submit(game_id=game_id, actor=actor, move=Accept(), version=2)
    return refused.value.code.value


@pytest.fixture
def deadly_table() -> Iterator[None]:
    """Who writes into it loses the connection in the middle of the commit."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE deadly (number int)")
        cursor.execute(
            "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$"
        )
        cursor.execute(
            "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON deadly DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION die()"
        )
    yield
    connection.close()
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE deadly; DROP FUNCTION die()")


@pytest.mark.usefixtures("deadly_table")
@pytest.mark.parametrize("of_its_own", [one_transaction, joined_transaction])
def test_a_commit_without_an_answer_is_not_called_refused(of_its_own: type[one_transaction]) -> None:
    with pytest.raises(Refusal) as refused, of_its_own(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO deadly VALUES (1)")

    assert refused.value.code == "unavailable"
    assert "not known" in str(refused.value.detail)


@pytest.mark.usefixtures("deadly_table")
def test_a_failure_before_the_commit_stays_what_it_is() -> None:
    with pytest.raises(OperationalError), one_transaction(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    connection.close()

    assert Game.objects.count() == 0
