"""Games for a made-up world, played by the real engine: whoever replays them finds nothing amiss."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bots.policies.policy import Rng
from games.engine import lobby
from games.engine.events import Event, GameOpened
from games.engine.moves import Accept, LegalMoves, Move, Offer, Refuse
from games.engine.rules import apply, decide, legal, opened
from games.engine.setup import commitment_of
from games.engine.state import GameState
from games.engine.types import PlayerId, Status, Visibility
from games.models import GAME_ID_ALPHABET, GAME_ID_LENGTH
from games.store import LoggedEvent, number

TURN: Final = timedelta(days=1)
SIZES: Final = (3, 4, 4, 4, 5, 6)
STATUSES: Final = (
    *(Status.FINISHED,) * 88,
    *(Status.ACTIVE,) * 7,
    *(Status.OPEN,) * 3,
    Status.CANCELLED,
    Status.VOIDED,
)
"""How a hundred games stand."""
PASSES_ON: Final = 2
"""How many times as often the lot is passed on as accepted or refused: games of humans are long."""
MOST_MOVES: Final = 40
"""An unfinished game is no older than this."""
BITS: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class MadeGame:
    """A game, its log, and the state that it is in. `ended` is the state's own."""

    id: str
    creator: PlayerId
    seats: tuple[PlayerId, ...]
    logged: tuple[LoggedEvent, ...]
    state: GameState


def game_made(rng: Rng, people: Sequence[PlayerId], opened_at: datetime, status: Status) -> MadeGame:
    """A game of that status, opened then by one of these people. The same chance makes the same game."""
    game_id = "".join(rng.choice(GAME_ID_ALPHABET) for _ in range(GAME_ID_LENGTH))
    seats = _seated(rng, people, rng.choice(SIZES))
    seed = "".join(rng.choice("0123456789abcdef") for _ in range(64))
    opening = GameOpened(
        players=len(seats),
        turn=int(TURN.total_seconds()),
        commitment=commitment_of(seed),
        creator=seats[0],
        name="",
        visibility=Visibility.PRIVATE if rng.random() < 0.1 else Visibility.PUBLIC,
        rated=rng.random() < 0.7,
        server_seed=seed,
    )
    acts = _acts(rng, game_id, opening, seats, status)
    logged: list[LoggedEvent] = []
    state: GameState | None = None
    at = opened_at
    for events in acts:
        state, numbered = number(len(logged), state, events, at)
        logged += numbered
        at += timedelta(seconds=1 + int(7200 * rng.random()))
    if state is None:
        raise ValueError("a game begins with its opening")
    return MadeGame(game_id, seats[0], seats, tuple(logged), state)


def _acts(
    rng: Rng, game_id: str, opening: GameOpened, seats: Sequence[PlayerId], status: Status
) -> list[tuple[Event, ...]]:
    """What happens at once, act by act."""
    entropy = "".join(rng.choice("0123456789abcdef") for _ in range(16))
    state = opened(opening)
    acts: list[tuple[Event, ...]] = []

    def happened(events: tuple[Event, ...]) -> None:
        nonlocal state
        acts.append(events)
        for event in events:
            state = apply(state, event)

    acts.append((opening, *lobby.take_seat(state, seats[0], entropy)))
    state = apply(state, acts[0][1])
    waits = status in (Status.OPEN, Status.CANCELLED)
    for player in seats[1 : 1 + int(rng.random() * (len(seats) - 1)) if waits else len(seats)]:
        happened(lobby.take_seat(state, player, entropy))
    if waits:
        if status is Status.CANCELLED:
            happened(lobby.cancel(state, "unfilled"))
        return acts
    happened(lobby.start(state, game_id))
    most = BITS if status is Status.FINISHED else int(rng.random() * MOST_MOVES)
    moves = 0
    while moves < most and (seat := state.to_act) is not None and (choices := legal(state)) is not None:
        happened(decide(state, seat, _move(choices, int(rng.random() * BITS))))
        moves += 1
    if status is Status.VOIDED and not state.status.is_over:
        happened(lobby.void(state, "collusion"))
    return acts


def _seated(rng: Rng, people: Sequence[PlayerId], players: int) -> tuple[PlayerId, ...]:
    seats: list[PlayerId] = []
    while len(seats) < players:
        # Some play much, and most play little.
        one = people[int(len(people) * rng.random() ** 2)]
        if one not in seats:
            seats.append(one)
    return tuple(seats)


def _move(choices: LegalMoves, bits: int) -> Move:
    """Every kind of move, card, claim and recipient has a chance."""
    offer = choices.offer
    if choices.accept:
        kind = bits % (2 if offer is None else 2 + PASSES_ON)
        if kind < 2:
            return Accept() if kind else Refuse()
    if offer is None:
        raise ValueError("there is always something to do")
    choice = offer.cards[(bits >> 2) % len(offer.cards)]
    return Offer(choice.card, choice.claims[(bits >> 12) % len(choice.claims)], offer.to[(bits >> 22) % len(offer.to)])
