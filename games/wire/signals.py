"""Signals in words, for moderators: how sure it is, from how many games, and the decisions that drive it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from games.engine.types import CHARON, PlayerId
from games.moderated import Signal
from games.wire.rules import card_name

type Names = Mapping[PlayerId, str]

STRONG: Final = 5.0
"""Standard deviations from which it is called strong."""


def signal_told(signal: Signal, names: Names) -> str:
    """What it says, in one paragraph. It is a hint, and says so."""
    return _(
        "{one} and {other} had {games} games in common. What they offered and answered each other departs from what "
        "they could see by {score:.1f} standard deviations of all pairs; of pairs like that about {honest} in a "
        "thousand play honestly. This is a hint, and proves nothing."
    ).format(
        one=names[signal.one_id],
        other=names[signal.other_id],
        games=signal.games,
        score=signal.score,
        honest=round(1000 * (1 - signal.confidence)),
    )


def evidence_told(evidence: Sequence[Mapping[str, Any]], names: Names) -> list[str]:
    """Each decision in a sentence, with its game and event: what was done, what lay there, and what is usual."""
    return [_decision_told(told, names) for told in evidence]


def _decision_told(told: Mapping[str, Any], names: Names) -> str:
    where = _("Game {game}, event {event}: ").format(game=told["game"], event=told["event"])
    who = {"player": names[told["player"]], "about": names[told["about"]]}
    said = _joined([_name(claim) for claim in told["claims"]])
    was = _joined([_name(card) for card in told["cards"]])
    usual = told["usual"]
    if told["did"] == "offered" and usual is None:
        if told["to"] == told["about"]:
            return where + _(
                "{player} put {card} before {about} and called it {claim}, more than is usual there."
            ).format(**who, card=was, claim=said)
        return where + _("{player} put {card}, called {claim}, before {to} and spared {about}.").format(
            **who, card=was, claim=said, to=names[told["to"]]
        )
    about_it = (
        _("It held no Charon of theirs.") if CHARON not in told["cards"] else _("It held a Charon of theirs: {cards}.")
    ).format(cards=was)
    match told["did"]:
        case "accepted":
            what = _("{player} accepted what {about} called {claim}; {usual} in a hundred would have.")
        case "refused":
            what = _("{player} refused what {about} called {claim}; {usual} in a hundred would have accepted.")
        case _:
            what = _("{player} passed on what {about} called {claim}; {usual} in a hundred would have accepted.")
    return f"{where}{what.format(**who, claim=said, usual=usual)} {about_it}"


def _name(card: int) -> str:
    return _("{name} ({number})").format(name=card_name(card), number=card)


def _joined(names: Sequence[str]) -> str:
    return _(" and ").join(names)
