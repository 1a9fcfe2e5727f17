"""What would follow, in terms of what is known: a card put in, the lot turned face up, and how another seat sees it.

The rules where they matter to a look ahead, on lists of whole numbers. Tests hold them against the engine.
"""

from collections.abc import Sequence
from typing import Final

from bots.policies.oracle.describing import CHARON_STATEMENTS, OFFER, STATEMENTS
from bots.policies.oracle.known import (
    ACCEPTED,
    CARDS,
    CHARONS,
    CHARONS_SHOWN,
    COVERED,
    DRAW_PILE,
    ELIGIBLE,
    FIRST,
    FOOLED,
    HAND,
    HAND_CARDS,
    HIDDEN,
    IN_GAME,
    KINDS,
    LIES,
    LOT_CARD,
    LOT_CLAIM,
    LOT_FROM,
    LOT_SIZE,
    ONES,
    PASSED_ON,
    PLAYERS,
    POINTS,
    POINTS_TO_WIN,
    REFUSED,
    ROUND,
    SEAT_CELLS,
    SEATS,
    TALLIES,
    THREES,
    TO_ACT,
    TRUTHS,
    TWOS,
    UNSEEN,
)
from bots.policies.policy import Rng
from games.engine.scoring import POINTS_PER_SET
from games.engine.types import (
    CHARON,
    CHARONS_TO_ELIMINATE,
    CHARONS_TO_END,
    HAND_SIZE,
    MOST_CARDS_IN_LOT,
    Card,
)

_COUNTED: Final = {1: ONES, 2: TWOS, 3: THREES}
_MERIT_OF_A_POINT: Final = 64
"""A point outweighs any number of cards in front."""


def put_in(known: list[int], seat: int, action: int) -> list[int]:
    """After `seat`, which is to act, makes this offer; `action` counts its recipients from that seat."""
    players = known[PLAYERS]
    distance, statement = divmod(action - OFFER, STATEMENTS)
    to = (seat + 1 + distance) % players
    after = known.copy()
    position = known[LOT_SIZE]
    card = max(statement - CHARON_STATEMENTS + 1, CHARON)
    after[LOT_SIZE] = position + 1
    after[LOT_CLAIM + position] = card or statement
    after[LOT_FROM + position] = seat
    after[SEATS + seat * SEAT_CELLS + HAND_CARDS] -= 1
    if seat == 0:
        after[HAND + card] -= 1
        after[LOT_CARD + position] = card
    after[TO_ACT] = to
    eligible = known[ELIGIBLE] & ~(1 << to)
    can_add = position + 1 < MOST_CARDS_IN_LOT and known[SEATS + to * SEAT_CELLS + HAND_CARDS]
    after[ELIGIBLE] = eligible if can_add else 0
    return after


def card_of(action: int) -> Card:
    """The card that an offer puts in."""
    return max((action - OFFER) % STATEMENTS - CHARON_STATEMENTS + 1, CHARON)


def as_seen_by(known: list[int], hand: Sequence[int], faces: Sequence[Card]) -> list[int]:
    """What the one to act knows, should it hold this `hand` (eleven counts) and the lot have these faces."""
    players, seat = known[PLAYERS], known[TO_ACT]
    seen = known.copy()
    middle = SEATS + seat * SEAT_CELLS
    end = SEATS + players * SEAT_CELLS
    seen[SEATS:end] = known[middle:end] + known[SEATS:middle]
    seen[TO_ACT] = 0
    seen[FIRST] = (known[FIRST] - seat) % players
    mask = known[ELIGIBLE]
    seen[ELIGIBLE] = mask >> seat | (mask & (1 << seat) - 1) << players - seat
    seen[HAND : HAND + KINDS] = hand
    seen[UNSEEN : UNSEEN + KINDS] = [covered - held for covered, held in zip(known[COVERED:], hand, strict=False)]
    for position in range(known[LOT_SIZE]):
        by = (known[LOT_FROM + position] - seat) % players
        seen[LOT_FROM + position] = by
        seen[LOT_CARD + position] = HIDDEN
        if by == 0:
            seen[LOT_CARD + position] = faces[position]
            seen[UNSEEN + faces[position]] -= 1
    return seen


def turned_up(known: list[int], faces: Sequence[Card], *, is_accepted: bool, rng: Rng) -> list[int] | float:
    """What the viewer knows when the one to act has answered and the lot with these `faces` lies open.

    Cards that the viewer draws are drawn from what is unseen. When that ends the game, or the viewer's part in it: the
    viewer's share of the victory.
    """
    after = known.copy()
    by, lot = known[TO_ACT], known[LOT_SIZE]
    receiver = by if is_accepted else known[LOT_FROM + lot - 1]
    _tally(after, faces, by, is_accepted=is_accepted)
    at = SEATS + receiver * SEAT_CELLS
    sets = min(after[at + ONES], after[at + TWOS], after[at + THREES])
    for position, card in enumerate(faces):
        after[COVERED + card] -= 1
        if known[LOT_CARD + position] == HIDDEN:
            after[UNSEEN + card] -= 1
        after[at + POINTS] += card
        if card == CHARON:
            after[at + CHARONS] += 1
            after[CHARONS_SHOWN] += 1
        elif card in _COUNTED:
            after[at + _COUNTED[card]] += 1
        after[LOT_CLAIM + position] = after[LOT_FROM + position] = 0
        after[LOT_CARD + position] = HIDDEN
    after[at + CARDS] += lot
    after[at + POINTS] += POINTS_PER_SET * (min(after[at + ONES], after[at + TWOS], after[at + THREES]) - sets)
    after[LOT_SIZE] = 0

    if after[at + CHARONS] >= CHARONS_TO_ELIMINATE:
        after[at + IN_GAME] = 0
        if not after[SEATS + IN_GAME]:
            return 0.0
        if sum(after[SEATS + seat * SEAT_CELLS + IN_GAME] for seat in range(after[PLAYERS])) == 1:
            return 1.0
    elif after[at + POINTS] >= after[POINTS_TO_WIN]:
        return float(receiver == 0)
    if after[CHARONS_SHOWN] >= CHARONS_TO_END:
        return _compared(after)
    if not after[SEATS + IN_GAME]:
        return 0.0
    _refill(after, rng)
    return after if _pass_pawn(after) else _compared(after)


def _tally(after: list[int], faces: Sequence[Card], by: int, *, is_accepted: bool) -> None:
    for position, card in enumerate(faces):
        tallies = SEATS + after[LOT_FROM + position] * SEAT_CELLS + TALLIES
        after[tallies + (TRUTHS if card == after[LOT_CLAIM + position] else LIES)] += 1
        if position:
            after[tallies + PASSED_ON] += 1
    tallies = SEATS + by * SEAT_CELLS + TALLIES
    after[tallies + (ACCEPTED if is_accepted else REFUSED)] += 1
    if is_accepted and CHARON in faces:
        after[tallies + FOOLED] += 1


def _compared(after: list[int]) -> float:
    """The viewer's share when points, and then cards, decide."""
    merits = [
        after[at + POINTS] * _MERIT_OF_A_POINT + after[at + CARDS] if after[at + IN_GAME] else -1
        for at in range(SEATS, SEATS + after[PLAYERS] * SEAT_CELLS, SEAT_CELLS)
    ]
    best = max(merits)
    return 1 / merits.count(best) if merits[0] == best else 0.0


def _refill(after: list[int], rng: Rng) -> None:
    """R7. Only the viewer's own cards are drawn; of the others' there are more, and they stay unseen."""
    players = after[PLAYERS]
    for distance in range(players):
        seat = (after[FIRST] + distance) % players
        at = SEATS + seat * SEAT_CELLS
        if not after[at + IN_GAME]:
            continue
        draws = max(0, min(HAND_SIZE - after[at + HAND_CARDS], after[DRAW_PILE]))
        after[at + HAND_CARDS] += draws
        after[DRAW_PILE] -= draws
        if seat == 0:
            for _ in range(draws):
                card = card_drawn(after[UNSEEN : UNSEEN + KINDS], rng)
                after[UNSEEN + card] -= 1
                after[HAND + card] += 1


def _pass_pawn(after: list[int]) -> bool:
    """R8; False when nobody has a card (R9)."""
    players = after[PLAYERS]
    for distance in range(1, players + 1):
        seat = (after[FIRST] + distance) % players
        at = SEATS + seat * SEAT_CELLS
        if after[at + IN_GAME] and after[at + HAND_CARDS]:
            after[FIRST] = after[TO_ACT] = seat
            after[ROUND] += 1
            after[ELIGIBLE] = sum(
                1 << other for other in range(players) if other != seat and after[SEATS + other * SEAT_CELLS + IN_GAME]
            )
            return True
    return False


def card_drawn(counts: Sequence[int], rng: Rng) -> Card:
    """One of the cards so often there, each equally likely."""
    place = int(rng.random() * sum(counts))
    for card, count in enumerate(counts):
        place -= count
        if place < 0:
            return card
    raise ValueError("there is no card to draw")
