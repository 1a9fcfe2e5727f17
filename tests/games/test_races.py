"""Several at once, on the real database: exactly one wins, and nothing is lost or doubled."""

import random
import threading
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from games.engine.moves import Move
from games.models import Game, GameEvent, Seat
from games.services.lobby import game_start, seat_leave, seat_take
from games.services.moves import move_submit
from games.services.turns import seat_resign
from games.services.upkeep import game_check
from players.errors import Refusal
from players.models import Player
from tests.games.playing import opened_game, people, random_move, started_game, state_of

pytestmark = pytest.mark.django_db(transaction=True)


type Act = Callable[[], object]


def at_once(*acts: Act) -> list[str]:
    """Run acts in threads that set off together; for each "done" or the code of its refusal."""
    outcomes = ["died"] * len(acts)
    barrier = threading.Barrier(len(acts))

    def run(place: int, act: Act) -> None:
        barrier.wait()
        try:
            act()
            outcomes[place] = "done"
        except Refusal as refusal:
            outcomes[place] = refusal.code.value
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)


def test_of_many_moves_at_one_version_exactly_one_is_made() -> None:
    seated = people("ann", "bob", "cleo", "dan")
    game_id = started_game(seated)
    rng = random.Random(1)
    for _ in range(25):
        seat = state_of(game_id).to_act
        if seat is None:
            break

        outcomes = at_once(*[submission(game_id, seated[seat], *random_move(game_id, seated[seat], rng))] * 6)

        assert outcomes.count("done") == 1
        assert set(outcomes) <= {"done", "stale_version", "game_over"}
    version = Game.objects.get(pk=game_id).version
    assert list(GameEvent.objects.values_list("seq", flat=True)) == list(range(1, version + 1))
    assert game_check(game_id=game_id, with_projections=True) is None


def test_three_join_two_seats() -> None:
    ann, *others = people("ann", "bob", "cleo", "dan")
    game_id = opened_game(ann, players=3)

    outcomes = at_once(*(joining(game_id, player) for player in others))

    assert outcomes == ["done", "done", "game_full"]
    assert Seat.objects.filter(game=game_id).count() == 3
    assert Game.objects.get(pk=game_id).status == "active"
    assert GameEvent.objects.filter(game=game_id, kind="game_started").count() == 1


def test_one_player_never_sits_twice() -> None:
    ann, bob = people("ann", "bob")
    game_id = opened_game(ann, players=5)

    outcomes = at_once(*[joining(game_id, bob)] * 4)

    assert outcomes == ["already_seated", "already_seated", "already_seated", "done"]
    assert Seat.objects.filter(game=game_id, player=bob).count() == 1


def test_start_and_leave_at_once_never_leave_a_broken_table() -> None:
    seated = people("ann", "bob", "cleo")
    for _ in range(5):
        game_id = opened_game(seated[0], players=4)
        for player in seated[1:]:
            joining(game_id, player)()

        outcomes = at_once(
            partial(game_start, game_id=game_id, actor=seated[0]), partial(seat_leave, game_id=game_id, actor=seated[2])
        )

        assert outcomes in (["done", "not_enough_players"], ["done", "game_started"])
        assert game_check(game_id=game_id, with_projections=True) is None


def test_a_move_and_a_resignation_at_once() -> None:
    seated = people("ann", "bob", "cleo", "dan")
    for _ in range(5):
        game_id = started_game(seated)
        seat = state_of(game_id).to_act
        assert seat is not None
        move, version = random_move(game_id, seated[seat], random.Random(3))

        outcomes = at_once(
            submission(game_id, seated[seat], move, version), partial(seat_resign, game_id=game_id, actor=seated[seat])
        )

        assert outcomes in (["done", "done"], ["done", "not_seated"])
        assert game_check(game_id=game_id, with_projections=True) is None


def submission(game_id: str, player: Player, move: Move, version: int) -> Act:
    return partial(move_submit, game_id=game_id, actor=player, move=move, version=version)


def joining(game_id: str, player: Player) -> Act:
    return partial(seat_take, game_id=game_id, actor=player, invite=None, entropy=None)
