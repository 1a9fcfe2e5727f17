"""What the network reads, and what the oracle would do without it, made of what is known.

Plain functions of cells, without calls to others of ours: training has them compiled, playing runs them as they are.
So there is one definition of both, whoever asks.
"""

from typing import Any, Final

from bots.policies.oracle.known import (
    ACCEPTED,
    CARDS,
    CHARONS,
    CHARONS_SHOWN,
    COVERED,
    DECK,
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
from games.engine.scoring import POINTS_PER_SET
from games.engine.types import CHARON, CHARONS_TO_END, FEWEST_PLAYERS, HAND_SIZE, MOST_CARDS_IN_LOT, MOST_PLAYERS

# --- What is done ---------------------------------------------------------------------------------------------------

ACCEPT: Final = 0
REFUSE: Final = 1
OFFER: Final = 2
"""The first offer: `OFFER + (to - 1) * STATEMENTS + statement`, `to` counted from the viewer."""
CHARON_STATEMENTS: Final = KINDS
STATEMENTS: Final = 2 * KINDS - 1
"""0…10: a Charon is put in and this is claimed; 11…20: the Creature `statement - 10`."""
ACTIONS: Final = OFFER + (MOST_PLAYERS - 1) * STATEMENTS

# --- What the network reads -----------------------------------------------------------------------------------------

_PLAYERS: Final = 0
_ROUND: Final = _PLAYERS + MOST_PLAYERS - FEWEST_PLAYERS + 1
_TO_ACT: Final = _ROUND + 3
_LOT_SIZE: Final = _TO_ACT + MOST_PLAYERS
_HAND: Final = _LOT_SIZE + MOST_CARDS_IN_LOT + 1
_UNSEEN: Final = _HAND + KINDS + 3
_LOT: Final = _UNSEEN + KINDS + 1
_LOT_FEATURES: Final = KINDS + MOST_PLAYERS + 2
_AS_CLAIMED: Final = _LOT + MOST_CARDS_IN_LOT * _LOT_FEATURES
_SEATS: Final = _AS_CLAIMED + 6
_SEAT_FEATURES: Final = 17
FEATURES: Final = _SEATS + MOST_PLAYERS * _SEAT_FEATURES

LIE_SHARE: Final = 0.11
"""How often a face-down Charon bears one given claim, as a first guess that the network betters."""


def describe(known: Any, out: Any) -> None:
    """Write into `out` the `FEATURES` numbers that the network reads, most of them 0…1."""
    for i in range(FEATURES):
        out[i] = 0.0
    players = known[PLAYERS]
    goal = known[POINTS_TO_WIN]
    lot = known[LOT_SIZE]
    out[_PLAYERS + players - FEWEST_PLAYERS] = 1.0
    out[_ROUND] = known[ROUND] / 15
    out[_ROUND + 1] = known[DRAW_PILE] / 40
    out[_ROUND + 2] = known[CHARONS_SHOWN] / CHARONS_TO_END
    out[_TO_ACT + known[TO_ACT]] = 1.0
    out[_LOT_SIZE + lot] = 1.0

    unseen = 0
    for kind in range(KINDS):
        out[_HAND + kind] = known[HAND + kind] / 2
        out[_UNSEEN + kind] = known[UNSEEN + kind] / (15 if kind == CHARON else 4)
        unseen += known[UNSEEN + kind]
    for count in range(3):
        if known[HAND + CHARON] > count:
            out[_HAND + KINDS + count] = 1.0
    out[_UNSEEN + KINDS] = known[UNSEEN + CHARON] / max(unseen, 1)

    # The lot, and what it would be worth if all of it were true.
    added = 0
    ones = 0
    twos = 0
    threes = 0
    charons = 0.0
    clean = 1.0
    for position in range(lot):
        at = _LOT + position * _LOT_FEATURES
        claim = known[LOT_CLAIM + position]
        card = known[LOT_CARD + position]
        out[at + claim] = 1.0
        out[at + KINDS + known[LOT_FROM + position]] = 1.0
        if card == HIDDEN:
            lie = known[UNSEEN + CHARON] * LIE_SHARE
            truth = known[UNSEEN + claim] if claim != CHARON else 0
            suspicion = lie / (lie + truth) if lie + truth > 0 else 1.0
            card = claim
        else:
            suspicion = 1.0 if card == CHARON else 0.0
            out[at + KINDS + MOST_PLAYERS] = suspicion
        out[at + KINDS + MOST_PLAYERS + 1] = suspicion
        charons += suspicion
        clean *= 1.0 - suspicion
        added += card
        ones += card == 1
        twos += card == 2
        threes += card == 3
    if lot > 0:
        for who in range(2):
            # The viewer, should they take it; the last offerer, should they have it back.
            at = SEATS + (known[LOT_FROM + lot - 1] if who else 0) * SEAT_CELLS
            sets = min(known[at + ONES] + ones, known[at + TWOS] + twos, known[at + THREES] + threes)
            sets -= min(known[at + ONES], known[at + TWOS], known[at + THREES])
            points = known[at + POINTS] + added + POINTS_PER_SET * sets
            out[_AS_CLAIMED + 2 * who] = min(points / goal, 1.5)
            out[_AS_CLAIMED + 2 * who + 1] = 1.0 if points >= goal else 0.0
        out[_AS_CLAIMED + 4] = charons
        out[_AS_CLAIMED + 5] = clean

    for seat in range(players):
        at = SEATS + seat * SEAT_CELLS
        to = _SEATS + seat * _SEAT_FEATURES
        sets = min(known[at + ONES], known[at + TWOS], known[at + THREES])
        far = known[at + POINTS] / goal
        out[to] = known[at + IN_GAME]
        out[to + 1] = far
        out[to + 2] = far * far
        out[to + 3] = 1.0 if known[at + CHARONS] == 1 else 0.0
        out[to + 4] = 1.0 if known[at + CHARONS] == 2 else 0.0
        out[to + 5] = known[at + CARDS] / 10
        out[to + 6] = known[at + HAND_CARDS] / HAND_SIZE
        out[to + 7] = (known[at + ONES] - sets) / 2
        out[to + 8] = (known[at + TWOS] - sets) / 2
        out[to + 9] = (known[at + THREES] - sets) / 2
        out[to + 10] = known[ELIGIBLE] >> seat & 1
        out[to + 11] = 1.0 if known[FIRST] == seat else 0.0
        at += TALLIES
        told = known[at + LIES] + known[at + TRUTHS]
        answered = known[at + ACCEPTED] + known[at + REFUSED]
        out[to + 12] = (known[at + LIES] + 0.5) / (told + 2.0)
        out[to + 13] = told / (told + 4.0)
        out[to + 14] = (known[at + ACCEPTED] + 1.0) / (answered + 2.0)
        out[to + 15] = answered / (answered + 4.0)
        out[to + 16] = known[at + FOOLED] / (known[at + ACCEPTED] + 1.0)


# --- What would be done without it ----------------------------------------------------------------------------------

PASSES_ON: Final = 0.3
CONFESSES: Final = 0.02
"""How often a Charon is put forward as what it is."""


def incline(known: Any, out: Any) -> None:
    """Write into `out` how likely each of the `ACTIONS` is to one who plays at random, but with a straight face.

    0 where it is not legal, and for a lie that everyone could see through; else they add up to 1. A card is drawn
    blindly from the hand, and a lie from what is in no front. The network says how much likelier than this an action
    shall be, and training keeps it near.
    """
    for i in range(ACTIONS):
        out[i] = 0.0
    rest = 1.0
    eligible = known[ELIGIBLE]
    if known[LOT_SIZE] > 0:
        if eligible:
            rest = PASSES_ON
        answers = (1.0 - rest) if eligible else 1.0
        out[ACCEPT] = answers / 2
        out[REFUSE] = answers / 2
    if not eligible:
        return
    recipients = 0
    for seat in range(1, known[PLAYERS]):
        recipients += eligible >> seat & 1
    credible = 0
    possible = 0
    for kind in range(1, KINDS):
        credible += known[COVERED + kind]
        possible += known[DECK + kind]
    cards = known[SEATS + HAND_CARDS]
    for seat in range(1, known[PLAYERS]):
        if not eligible >> seat & 1:
            continue
        at = OFFER + (seat - 1) * STATEMENTS
        for kind in range(KINDS):
            share = rest * known[HAND + kind] / cards / recipients
            if kind != CHARON:
                out[at + CHARON_STATEMENTS - 1 + kind] = share
            elif share > 0:
                out[at] = share * CONFESSES
                for claim in range(1, KINDS):
                    told = known[COVERED + claim] / credible if credible else known[DECK + claim] / possible
                    out[at + claim] = share * (1.0 - CONFESSES) * told
