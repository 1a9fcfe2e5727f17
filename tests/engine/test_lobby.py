"""Seats taken, left and handed over, the start, and ends without play."""

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.errors import ActRefused, Obstacle
from games.engine.events import (
    CardsDealt,
    Event,
    GameCancelled,
    GameStarted,
    GameVoided,
    RoundStarted,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
)
from games.engine.lobby import cancel, hand_over, is_full, leave_seat, start, take_seat, vacate, void
from games.engine.moves import Accept, Offer
from games.engine.rules import apply, fold, legal
from games.engine.setup import rules_for, shuffle
from games.engine.state import GameState
from games.engine.types import EndReason, HandOverReason, Result, Status
from tests.engine.tables import SERVER_SEED, open_table, play, seated, table


def _open(*entropy: str, players: int = 4) -> GameState:
    return seated(open_table(players), entropy)


def _active() -> GameState:
    return table([[1], [2], [3]])


def _over() -> GameState:
    state = _active()
    return fold(state, void(state, "test"))


def _cancelled() -> GameState:
    state = _open()
    return fold(state, cancel(state, "unfilled"))


def _assert_refused(obstacle: Obstacle, act: Callable[..., tuple[Event, ...]], *arguments: Any) -> None:
    with pytest.raises(ActRefused) as refused:
        act(*arguments)
    assert refused.value.obstacle is obstacle


def test_an_open_game_has_free_seats_and_no_play() -> None:
    state = open_table(5)

    assert state.status is Status.OPEN
    assert state.seats == (None,) * 5
    assert state.entropy == (None,) * 5
    assert state.rules == rules_for(5)
    assert (state.hands, state.fronts, state.round, state.first_seat, state.to_act) == ((), (), 0, None, None)
    assert not state.is_started
    assert legal(state) is None


def test_players_take_the_lowest_free_seat() -> None:
    state = _open("a", "b", "c")
    state = fold(state, leave_seat(state, 101))
    assert state.seats == (100, None, 102, None)
    assert state.entropy == ("a", None, "c", None)

    events = take_seat(state, 7, "x")

    assert events == (SeatTaken(seat=1, player=7, entropy="x"),)
    state = fold(state, events)
    assert state.seats == (100, 7, 102, None)
    assert state.entropy == ("a", "x", "c", None)
    assert not is_full(state)
    assert is_full(fold(state, take_seat(state, 8, "")))


def test_a_player_takes_the_seat_that_was_kept() -> None:
    state = _open("a", "b")
    state = fold(state, take_seat(state, 7, "x", 3))
    assert state.seats == (100, 101, None, 7)
    for seat in (0, 3, 4, -1):
        _assert_refused(Obstacle.GAME_FULL, take_seat, state, 8, "y", seat)
    _assert_refused(Obstacle.ALREADY_SEATED, take_seat, state, 7, "x", 2)


def test_a_seat_is_not_taken_twice() -> None:
    _assert_refused(Obstacle.ALREADY_SEATED, take_seat, _open("a"), 100, "x")
    _assert_refused(Obstacle.GAME_FULL, take_seat, _open("a", "b", "c", "d"), 7, "x")
    _assert_refused(Obstacle.GAME_FULL, take_seat, _active(), 7, "x")
    _assert_refused(Obstacle.GAME_OVER, take_seat, _over(), 7, "x")
    _assert_refused(Obstacle.GAME_OVER, take_seat, _cancelled(), 7, "x")


def test_leaving() -> None:
    assert leave_seat(_open("a", "b"), 101) == (SeatLeft(seat=1, player=101),)
    _assert_refused(Obstacle.NOT_SEATED, leave_seat, _open("a"), 101)
    _assert_refused(Obstacle.GAME_STARTED, leave_seat, _active(), 100)
    _assert_refused(Obstacle.GAME_OVER, leave_seat, _over(), 100)


def test_unseating() -> None:
    assert vacate(_open("a", "b"), 1) == (SeatLeft(seat=1, player=101),)
    for seat in (2, 4, -1):
        _assert_refused(Obstacle.NOT_SEATED, vacate, _open("a", "b"), seat)
    _assert_refused(Obstacle.GAME_STARTED, vacate, _active(), 1)
    _assert_refused(Obstacle.GAME_OVER, vacate, _over(), 1)


def test_a_full_game_starts_as_shuffled() -> None:
    state = _open("a", "b", "c", "d")

    events = start(state, "k7q2m9xw4t")

    first_seat, deck = shuffle(SERVER_SEED, "k7q2m9xw4t", ("a", "b", "c", "d"), rules_for(4))
    started, dealt, round_started = events
    assert started == GameStarted(4, 1, (100, 101, 102, 103), ("a", "b", "c", "d"))
    assert isinstance(dealt, CardsDealt)
    assert dealt.hands[first_seat] == deck[:5]
    assert dealt.draw_pile == deck[20:]
    assert round_started == RoundStarted(1, first_seat)
    state = fold(state, events)
    assert state.status is Status.ACTIVE
    assert state.is_started
    assert state.to_act == first_seat
    assert state.hands == tuple(tuple(sorted(hand)) for hand in dealt.hands)


def test_free_seats_are_dropped_and_the_others_move_up() -> None:
    state = _open("a", "b", "c", "d", "e", players=6)
    state = fold(state, leave_seat(state, 101) + leave_seat(state, 103))

    state = fold(state, start(state, "game"))

    assert state.seats == (100, 102, 104)
    assert state.entropy == ("a", "c", "e")
    assert state.rules == rules_for(3)
    assert sum(map(len, state.hands)) + len(state.draw_pile) == 39
    assert state.eliminated == (False, False, False)
    first_seat, deck = shuffle(SERVER_SEED, "game", ("a", "c", "e"), rules_for(3))
    assert state.first_seat == first_seat
    assert state.draw_pile == deck[15:]


def test_a_start_needs_three() -> None:
    _assert_refused(Obstacle.NOT_ENOUGH_PLAYERS, start, _open("a", "b"), "game")
    _assert_refused(Obstacle.GAME_STARTED, start, _active(), "game")
    _assert_refused(Obstacle.GAME_OVER, start, _over(), "game")
    _assert_refused(Obstacle.GAME_OVER, start, _cancelled(), "game")


def test_handing_a_seat_over_changes_only_who_sits_there() -> None:
    state, _ = play(_active(), Offer(1, 1, 2))

    events = hand_over(state, 2, 7, HandOverReason.RESIGNED)

    assert events == (SeatHandedOver(seat=2, from_player=102, to_player=7, reason=HandOverReason.RESIGNED),)
    after = fold(state, events)
    assert after.seats == (100, 101, 7)
    assert (after.hands, after.lot, after.to_act, after.entropy) == (state.hands, state.lot, 2, state.entropy)


def test_handing_over_is_for_running_games_and_players_without_a_seat() -> None:
    reason = HandOverReason.EXPIRED
    for seat in (3, -1, 10**30):
        _assert_refused(Obstacle.NOT_SEATED, hand_over, _active(), seat, 7, reason)
    _assert_refused(Obstacle.ALREADY_SEATED, hand_over, _active(), 0, 101, reason)
    _assert_refused(Obstacle.GAME_NOT_STARTED, hand_over, _open("a"), 0, 7, reason)
    _assert_refused(Obstacle.GAME_OVER, hand_over, _over(), 0, 7, reason)


def test_cancelling_opens_the_seed() -> None:
    state = _open("a", "b")

    events = cancel(state, "unfilled")

    assert events == (GameCancelled(reason="unfilled", reveal=SERVER_SEED),)
    after = apply(state, events[0])
    assert (after.status, after.result, after.to_act) == (Status.CANCELLED, None, None)
    _assert_refused(Obstacle.GAME_STARTED, cancel, _active(), "late")
    _assert_refused(Obstacle.GAME_OVER, cancel, after, "again")


def test_voiding_keeps_the_points_and_names_no_winner() -> None:
    state, _ = play(table([[1, 5], [2], [3]], fronts=[[1, 2, 3], [9, 0], []]), Offer(5, 5, 1), Accept(), Offer(2, 2, 2))

    events = void(state, "collusion")

    assert events == (GameVoided(reason="collusion", reveal=SERVER_SEED),)
    after = apply(state, events[0])
    assert after.status is Status.VOIDED
    assert after.to_act is None
    assert after.result == Result(EndReason.VOIDED, winners=(), points=(16, 14, 0))
    _assert_refused(Obstacle.GAME_OVER, void, after, "again")


def test_a_game_that_was_played_to_its_end_may_be_voided_still() -> None:
    state, _ = play(table([[5], [], []], fronts=[[1, 2, 3], [9, 0], []]), Offer(5, 5, 1), Accept())
    assert (state.status, state.result is None) == (Status.FINISHED, False)

    after = fold(state, void(state, "moderated"))

    assert (after.status, after.to_act) == (Status.VOIDED, None)
    assert after.result is not None
    assert (after.result.reason, after.result.winners) == (EndReason.VOIDED, ())
    assert after.result.points == state.result.points  # type: ignore[union-attr]
    _assert_refused(Obstacle.GAME_OVER, void, after, "again")
    cancelled = fold(_open("a"), cancel(_open("a"), "unfilled"))
    _assert_refused(Obstacle.GAME_OVER, void, cancelled, "late")


def test_voiding_before_the_start() -> None:
    state = _open("a")

    after = fold(state, void(state, "abuse"))

    assert after.result == Result(EndReason.VOIDED, winners=(), points=())
