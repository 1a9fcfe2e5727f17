"""The rules of docs/rules.md, version 1, on a few hundred integers. R1…R11 are its rulings."""

from bots.simulation.compiling import COMPILED, Cells, cells, compiled, index
from bots.simulation.layout import (
    ACCEPT,
    ASKED,
    CHARON_STATEMENTS,
    CHARONS_SHOWN,
    FIRST_SEAT,
    FRONT,
    FRONT_CARDS,
    HAND,
    HAND_CARDS,
    HAND_KINDS,
    IN_GAME,
    LAST_SURVIVOR,
    LOT_CARD,
    LOT_CLAIM,
    LOT_END,
    LOT_FROM,
    LOT_SIZE,
    LOT_TO,
    MOVE_CELLS,
    NEXT_CARD,
    NINE_CHARONS,
    NO_CARDS,
    NOBODY,
    OFFER,
    PILE,
    PILE_CELLS,
    PLAYERS,
    PLAYING,
    POINTS,
    POINTS_REACHED,
    POINTS_TO_WIN,
    REASON,
    REFUSE,
    ROUND,
    ROW,
    SEAT_CELLS,
    SEAT_COUNT,
    SEAT_ROW,
    SEATS,
    SEATS_OF,
    STATE_CELLS,
    STATEMENT_COUNT,
    STATEMENTS,
    STATEMENTS_OF,
    THRESHOLDS,
    TO_ACT,
    WINNERS,
)
from games.engine.scoring import POINTS_PER_SET
from games.engine.types import CHARON, CHARONS_TO_ELIMINATE, CHARONS_TO_END, HAND_SIZE, MOST_CARDS_IN_LOT


def new_state() -> Cells:
    """Cells for a state, to be dealt to or copied to."""
    return cells("h", bytes(STATE_CELLS))


def new_moves() -> Cells:
    """Cells for a list of moves."""
    return cells("b", bytes(MOVE_CELLS))


@compiled
def copy(state: Cells, to: Cells) -> None:
    """Make `to` the same as `state`."""
    for cell in range(STATE_CELLS):
        to[cell] = state[cell]


@compiled
def deal(state: Cells, players: int, first_seat: int, deck: Cells, size: int) -> None:
    """Begin a game: `deck` holds `size` cards in the order dealt and drawn, as the engine's `deal` takes them."""
    for cell in range(STATE_CELLS):
        state[cell] = 0
    state[PLAYERS] = players
    state[FIRST_SEAT] = first_seat
    state[TO_ACT] = first_seat
    state[IN_GAME] = (1 << players) - 1
    state[POINTS_TO_WIN] = THRESHOLDS[players]
    state[ROUND] = 1
    dealt = 0
    seat = first_seat
    for _ in range(players):
        at = SEATS + seat * SEAT_CELLS
        kinds = 0
        for _ in range(HAND_SIZE):
            card = deck[dealt]
            state[at + HAND + card] += 1
            kinds |= 1 << card
            dealt += 1
        state[at + HAND_CARDS] = HAND_SIZE
        state[at + HAND_KINDS] = kinds
        seat = seat + 1 if seat + 1 < players else 0
    # The pile ends where its cells end, so that the same pile always lies in the same cells.
    start = PILE + PILE_CELLS - size
    state[NEXT_CARD] = PILE_CELLS - (size - dealt)
    for i in range(dealt, size):
        state[start + i] = deck[i]


@compiled
def is_over(state: Cells) -> bool:
    """Is the game over?"""
    return bool(state[REASON] != PLAYING)


@compiled
def recipients(state: Cells) -> int:
    """The seats, a bit each, to which the one to act may offer the lot, were there a card to add."""
    # The seat to act is barred itself: it is the first player, or the last one asked.
    barred = state[ASKED] | 1 << state[FIRST_SEAT]
    return int(state[IN_GAME] & ~barred)


@compiled
def legal_moves(state: Cells, out: Cells) -> int:
    """List in `out`, ascending, all that the seat to act may do, and say how many moves that are; 0 after the end."""
    seat = state[TO_ACT]
    if seat < 0:
        return 0
    count = 0
    lot = state[LOT_SIZE]
    if lot > 0:
        out[0] = ACCEPT
        out[1] = REFUSE
        count = 2
    # A hand without cards has no kinds, and so no statements (R11).
    if lot < MOST_CARDS_IN_LOT:
        eligible = recipients(state)
        kinds = state[SEATS + seat * SEAT_CELLS + HAND_KINDS]
        said = STATEMENT_COUNT[kinds]
        # A row of fixed length is one instruction for the processor; the next row writes over what was too much.
        width = ROW if COMPILED else said
        for i in range(SEAT_COUNT[eligible]):
            first = OFFER + SEATS_OF[eligible * SEAT_ROW + i] * STATEMENTS
            for statement in range(width):
                out[index(count + statement)] = first + STATEMENTS_OF[index(kinds * ROW + statement)]
            count += said
    return count


@compiled
def play(state: Cells, move: int) -> None:
    """Make a legal move for the seat to act. Nothing is checked: what is not legal has no meaning."""
    seat = int(state[TO_ACT])
    if move >= OFFER:
        _offer(state, seat, move - OFFER)
    elif move == REFUSE:
        _settle(state, int(state[LOT_FROM + state[LOT_SIZE] - 1]))
    else:
        _settle(state, seat)


@compiled
def _offer(state: Cells, seat: int, offer: int) -> None:
    """Put a card in, claim, and ask the next seat."""
    to = offer // STATEMENTS
    statement = offer - to * STATEMENTS
    card = statement - (CHARON_STATEMENTS - 1) if statement >= CHARON_STATEMENTS else CHARON
    claim = card if statement >= CHARON_STATEMENTS else statement
    at = SEATS + seat * SEAT_CELLS
    left = state[at + HAND + card] - 1
    state[at + HAND + card] = left
    state[at + HAND_CARDS] -= 1
    if left == 0:
        state[at + HAND_KINDS] ^= 1 << card
    position = state[LOT_SIZE]
    state[LOT_CARD + position] = card
    state[LOT_CLAIM + position] = claim
    state[LOT_FROM + position] = seat
    state[LOT_TO + position] = to
    state[LOT_SIZE] = position + 1
    state[ASKED] |= 1 << to
    state[TO_ACT] = to


@compiled
def _settle(state: Cells, receiver: int) -> None:
    """The lot is revealed, and what comes of it, in the order of the rules (R10)."""
    at = SEATS + receiver * SEAT_CELLS
    front = at + FRONT
    lot = state[LOT_SIZE]
    sets = min(state[front + 1], state[front + 2], state[front + 3])
    points = state[at + POINTS]
    shown = state[CHARONS_SHOWN]
    for position in range(lot):
        card = state[LOT_CARD + position]
        state[front + card] += 1
        points += card
        shown += 1 if card == CHARON else 0
    points += POINTS_PER_SET * (min(state[front + 1], state[front + 2], state[front + 3]) - sets)
    state[at + FRONT_CARDS] += lot
    state[at + POINTS] = points
    state[CHARONS_SHOWN] = shown
    for cell in range(LOT_CARD, LOT_END):
        state[cell] = 0
    state[LOT_SIZE] = 0
    state[ASKED] = 0

    if state[front + CHARON] >= CHARONS_TO_ELIMINATE:
        in_game = state[IN_GAME] ^ 1 << receiver
        state[IN_GAME] = in_game
        if SEAT_COUNT[in_game] == 1:
            _end(state, LAST_SURVIVOR, in_game)
            return
    elif points >= state[POINTS_TO_WIN]:
        _end(state, POINTS_REACHED, 1 << receiver)
        return
    if shown >= CHARONS_TO_END:
        _end(state, NINE_CHARONS, best(state))
        return
    _refill(state)
    _pass_pawn(state)


@compiled
def _end(state: Cells, reason: int, winners: int) -> None:
    state[REASON] = reason
    state[WINNERS] = winners
    state[TO_ACT] = NOBODY


@compiled
def best(state: Cells) -> int:
    """The seats in the game, a bit each, with most points, then most cards in front, Charon included."""
    winners = 0
    most = -1
    for seat in range(state[PLAYERS]):
        at = SEATS + seat * SEAT_CELLS
        if state[IN_GAME] >> seat & 1:
            # More cards never outweigh a point: no front has 64.
            merit = state[at + POINTS] * 64 + state[at + FRONT_CARDS]
            if merit > most:
                most = merit
                winners = 1 << seat
            elif merit == most:
                winners |= 1 << seat
    return winners


@compiled
def _refill(state: Cells) -> None:
    """Clockwise from the round's first player each draws up to five before the next does, while the pile lasts (R7)."""
    players = state[PLAYERS]
    in_game = state[IN_GAME]
    drawn = state[NEXT_CARD]
    seat = state[FIRST_SEAT]
    for _ in range(players):
        at = SEATS + seat * SEAT_CELLS
        size = state[at + HAND_CARDS]
        if size < HAND_SIZE and in_game >> seat & 1:
            kinds = state[at + HAND_KINDS]
            while size < HAND_SIZE and drawn < PILE_CELLS:
                card = state[PILE + drawn]
                state[PILE + drawn] = 0
                drawn += 1
                state[at + HAND + card] += 1
                kinds |= 1 << card
                size += 1
            state[at + HAND_CARDS] = size
            state[at + HAND_KINDS] = kinds
        seat = seat + 1 if seat + 1 < players else 0
    state[NEXT_CARD] = drawn


@compiled
def _pass_pawn(state: Cells) -> None:
    """The pawn goes clockwise to the next seat in the game that has a card (R8).

    If there is none, the game ends as by nine Charon (R9).
    """
    players = state[PLAYERS]
    in_game = state[IN_GAME]
    seat = state[FIRST_SEAT]
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if in_game >> seat & 1 and state[SEATS + seat * SEAT_CELLS + HAND_CARDS] > 0:
            state[FIRST_SEAT] = seat
            state[TO_ACT] = seat
            state[ROUND] += 1
            return
    _end(state, NO_CARDS, best(state))
