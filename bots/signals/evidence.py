"""The decisions that drive a signal, as they are kept."""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from bots.signals.clues import Clue, ClueKind, clues_of
from bots.signals.pairs import IMPORTANCE, Ordered
from games.engine.decisions import Decision, decisions
from games.engine.moves import Accept, Offer, Refuse
from games.models import Game
from games.store import read_many

TOLD: Final = 5
"""So many decisions are told."""
_DID: Final = {Accept: "accepted", Refuse: "refused", Offer: "offered"}

type Told = dict[str, object]


def evidence_of(*, games: Sequence[Game], pair: Ordered) -> list[Told]:
    """The decisions of these games that say most, the weightiest first."""
    logs = read_many({game.id: game.version for game in games})
    found = [
        one
        for game in games
        for decision in decisions(entry.event for entry in logs[game.id])
        for one in _told(game.id, decision, pair)
    ]
    found.sort(key=lambda one: -one[0])
    return [told for _, told in found[:TOLD]]


def _told(game_id: str, decision: Decision, pair: Ordered) -> Iterable[tuple[float, Told]]:
    """What a decision of one of the two says of the other, at most once."""
    if decision.player not in pair:
        return
    other = pair[0] if decision.player == pair[1] else pair[1]
    if other not in decision.state.seats:
        return
    seat = decision.state.seats.index(other)
    clues = [clue for clue in clues_of(decision) if clue.about == seat and clue.value > 0]
    if not clues:
        return
    best = max(clues, key=_strength)
    yield sum(map(_strength, clues)), decision_told(game_id, decision, best)


def _strength(clue: Clue) -> float:
    return IMPORTANCE[clue.kind] * clue.value / sqrt(max(clue.variance, 1e-9))


def decision_told(game_id: str, decision: Decision, clue: Clue) -> Told:
    """What is needed to say it in words. Everything lies open: the game is over.

    `cards` and `claims` are those of the other that lay in the lot when the decision was made, or the one card that was
    put in. `usual` is how often others accept there, as percents; None for offers.
    """
    state, seats = decision.state, decision.state.seats
    if clue.kind is ClueKind.FAVOUR and isinstance(decision.move, Offer):
        cards, claims = [decision.move.card], [decision.move.claim]
        to = seats[decision.move.to]
    else:
        theirs = [card for card in state.lot if card.from_seat == clue.about]
        cards, claims = [card.card for card in theirs], [card.claim for card in theirs]
        to = decision.player
    return {
        "game": game_id,
        # The event that the decision became.
        "event": decision.version + 1,
        "kind": clue.kind.value,
        "player": decision.player,
        "about": seats[clue.about],
        "to": to,
        "did": _DID[type(decision.move)],
        "cards": cards,
        "claims": claims,
        "beyond": round(clue.value, 3),
        "usual": None if clue.accepting is None else round(100 * clue.accepting),
    }
