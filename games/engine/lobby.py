"""What may happen to a game as a whole: seats taken, left and handed over, the start, and an end without play.

Each function returns the events it causes, or raises ActRefused. Whether the one who asks may do so (the creator, a
moderator) is not decided here.
"""

from games.engine.errors import ActRefused, Obstacle
from games.engine.events import Event, GameCancelled, GameVoided, SeatHandedOver, SeatLeft, SeatTaken, TurnExpired
from games.engine.setup import RULES_VERSION, deal, rules_for, shuffle
from games.engine.state import GameState
from games.engine.types import FEWEST_PLAYERS, HandOverReason, PlayerId, Seat, Status


def take_seat(state: GameState, player: PlayerId, entropy: str, seat: Seat | None = None) -> tuple[Event, ...]:
    """`player` sits down at `seat`, or at the lowest that is free.

    Raises already_seated, game_over, game_full (also when somebody sits at `seat`), in this order. A game that has
    started is full: the start drops the free seats.
    """
    if state.seat_of(player) is not None:
        raise ActRefused(Obstacle.ALREADY_SEATED)
    _expect_not_over(state)
    if is_full(state):
        raise ActRefused(Obstacle.GAME_FULL)
    if seat is None:
        seat = state.seats.index(None)
    elif not 0 <= seat < len(state.seats) or state.seats[seat] is not None:
        raise ActRefused(Obstacle.GAME_FULL)
    return (SeatTaken(seat=seat, player=player, entropy=entropy),)


def leave_seat(state: GameState, player: PlayerId) -> tuple[Event, ...]:
    """`player` gets up before the start. Raises not_seated, game_started, game_over."""
    _expect_open(state)
    seat = state.seat_of(player)
    if seat is None:
        raise ActRefused(Obstacle.NOT_SEATED)
    return (SeatLeft(seat=seat, player=player),)


def vacate(state: GameState, seat: Seat) -> tuple[Event, ...]:
    """Whoever sits at `seat` is unseated before the start. Raises not_seated, game_started, game_over."""
    _expect_open(state)
    return (SeatLeft(seat=seat, player=_player_at(state, seat)),)


def is_full(state: GameState) -> bool:
    """Is every seat taken?"""
    return None not in state.seats


def start(state: GameState, game_id: str, rules_version: int = RULES_VERSION) -> tuple[Event, ...]:
    """The cards are shuffled and dealt to the seats taken. Raises not_enough_players, game_started, game_over.

    Free seats are dropped and the others numbered anew in their order; deck and threshold are those of the seats
    that are left (R5).
    """
    _expect_open(state)
    taken = [
        (player, entropy)
        for player, entropy in zip(state.seats, state.entropy, strict=True)
        if player is not None and entropy is not None
    ]
    if len(taken) < FEWEST_PLAYERS:
        raise ActRefused(Obstacle.NOT_ENOUGH_PLAYERS)
    seats = tuple(player for player, _ in taken)
    entropy = tuple(entropy for _, entropy in taken)
    rules = rules_for(len(taken), rules_version)
    first_seat, deck = shuffle(state.opening.server_seed, game_id, entropy, rules)
    return deal(rules, seats, entropy, first_seat, deck)


def hand_over(state: GameState, seat: Seat, to_player: PlayerId, reason: HandOverReason) -> tuple[Event, ...]:
    """`seat` of a running game passes to `to_player` for good.

    Raises game_not_started, game_over, not_seated (there is no such seat), already_seated (`to_player` has a seat).
    """
    _expect_active(state)
    from_player = _player_at(state, seat)
    if state.seat_of(to_player) is not None:
        raise ActRefused(Obstacle.ALREADY_SEATED)
    return (SeatHandedOver(seat=seat, from_player=from_player, to_player=to_player, reason=reason),)


def expire(state: GameState) -> tuple[Event, ...]:
    """The time of the seat to act is over. Raises game_not_started, game_over, not_your_turn (it is over already)."""
    _expect_active(state)
    seat = state.to_act
    if seat is None or state.turn_expired:
        raise ActRefused(Obstacle.NOT_YOUR_TURN)
    return (TurnExpired(seat=seat),)


def is_second_miss(state: GameState) -> bool:
    """Would an expiry now be the second in a row of the seat to act?"""
    return state.to_act in state.missed


def cancel(state: GameState, reason: str) -> tuple[Event, ...]:
    """A game that has not started never will. Raises game_started, game_over."""
    _expect_open(state)
    return (GameCancelled(reason=reason, reveal=state.opening.server_seed),)


def void(state: GameState, reason: str) -> tuple[Event, ...]:
    """A game counts for nothing, though it was played to its end. Raises game_over (cancelled, or void already)."""
    if state.status is not Status.FINISHED:
        _expect_not_over(state)
    return (GameVoided(reason=reason, reveal=state.opening.server_seed),)


def _expect_not_over(state: GameState) -> None:
    if state.status.is_over:
        raise ActRefused(Obstacle.GAME_OVER)


def _expect_open(state: GameState) -> None:
    _expect_not_over(state)
    if state.status is not Status.OPEN:
        raise ActRefused(Obstacle.GAME_STARTED)


def _expect_active(state: GameState) -> None:
    _expect_not_over(state)
    if state.status is not Status.ACTIVE:
        raise ActRefused(Obstacle.GAME_NOT_STARTED)


def _player_at(state: GameState, seat: Seat) -> PlayerId:
    player = state.seats[seat] if 0 <= seat < len(state.seats) else None
    if player is None:
        raise ActRefused(Obstacle.NOT_SEATED)
    return player
