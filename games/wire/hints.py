"""Hints as clients get them: in numbers, and in words of the language that is switched on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.types import CHARON, Card, Seat
from games.engine.views import GameView
from games.levels import Advised, WeighedMove
from games.wire.rules import NAMES
from players.cards import PlayerCard
from players.errors import Json


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for the seat of `view`, which is to act at `version`; `players` are those at the table, by their ids."""

    game_id: str
    version: int
    view: GameView
    advised: Advised
    players: Mapping[int, PlayerCard]

    @property
    def seat(self) -> Seat:
        if self.view.you is None:
            raise ValueError("a hint is for somebody who sits there")
        return self.view.you.seat

    def name_at(self, seat: Seat) -> str:
        """What whoever sits there is called: clients number seats in their own ways."""
        player = self.view.seats[seat].player
        return "" if player is None else self.players[player].name


def hint_json(hint: Hint) -> dict[str, Json]:
    """The hint of the contract, its words in the language that is switched on."""
    advice = hint.advised.advice
    return {
        "game": hint.game_id,
        "version": hint.version,
        "seat": hint.seat,
        "level": hint.advised.level,
        "policy": hint.advised.version,
        "language": get_language() or "en",
        "lot": None
        if advice.charon is None
        else {
            "charon": part_json(advice.charon),
            "cards": [
                {"from": card.from_seat, "to": card.to, "claim": card.claim, "charon": part_json(charon)}
                for card, charon in zip(hint.view.lot, advice.charons, strict=True)
            ],
        },
        "move": move_json(advice.weighed[0].move),
        "options": [{**option_json(option), "words": _option_words(option, hint)} for option in advice.weighed],
        "words": _words(hint),
    }


def option_json(option: WeighedMove) -> dict[str, Json]:
    """A move, and what it may bring."""
    return {
        "move": move_json(option.move),
        "share": part_json(option.share),
        "win": part_json(option.win),
        "points": round(option.points, 2),
        "charons": round(option.charons, 2),
    }


def move_json(move: Move) -> dict[str, Json]:
    """A move as clients send it, but for the version."""
    match move:
        case Offer():
            return {"kind": "offer", "card": move.card, "claim": move.claim, "to": move.to}
        case Accept():
            return {"kind": "accept"}
        case Refuse():
            return {"kind": "refuse"}
        case _:
            assert_never(move)


def part_json(part: float) -> float:
    """A probability or a share, to the ten-thousandth."""
    return round(min(1.0, max(0.0, part)), 4)


def _words(hint: Hint) -> list[Json]:
    """What is worth saying first: what lies there, what to do, and what else there is."""
    advice = hint.advised.advice
    best = advice.weighed[0]
    said: list[Json] = []
    if advice.charon is not None:
        said.append(
            ngettext(
                "The card on offer is Charon in about %(percent)d cases of 100.",
                "The lot holds a Charon in about %(percent)d cases of 100.",
                len(hint.view.lot),
            )
            % {"percent": _percent(advice.charon)}
        )
        if len(hint.view.lot) > 1:
            said.extend(
                _("The card that %(player)s calls %(claim)s is Charon in about %(percent)d cases of 100.")
                % {"player": hint.name_at(card.from_seat), "claim": _named(card.claim), "percent": _percent(charon)}
                for card, charon in zip(hint.view.lot, advice.charons, strict=True)
            )
    said.append(
        _("%(level)s would do this in %(percent)d cases of 100: %(move)s")
        % {"level": hint.advised.level, "percent": _percent(best.share), "move": _move_words(best.move, hint)}
    )
    said.append(_option_words(best, hint))
    return said


def _option_words(option: WeighedMove, hint: Hint) -> str:
    return " ".join(
        (
            _move_words(option.move, hint),
            _("You then win about %(percent)d games of 100.") % {"percent": _percent(option.win)},
            _("On average it brings you %(points).1f points and %(charons).1f Charon.")
            % {"points": option.points, "charons": option.charons},
        )
    )


def _move_words(move: Move, hint: Hint) -> str:
    match move:
        case Accept():
            return _("Accept the lot.")
        case Refuse():
            return _("Refuse the lot: %(player)s gets it.") % {"player": hint.name_at(hint.view.lot[-1].from_seat)}
        case Offer():
            pattern = (
                _("Offer %(card)s to %(player)s as %(claim)s.")
                if not hint.view.lot
                else _("Pass the lot on to %(player)s, with %(card)s as %(claim)s.")
            )
            return pattern % {"card": _named(move.card), "player": hint.name_at(move.to), "claim": _named(move.claim)}
        case _:
            assert_never(move)


def _named(card: Card) -> str:
    name = _(NAMES[card])
    return name if card == CHARON else f"{name} ({card})"


def _percent(part: float) -> int:
    # Of what is told beside it: rounded once more it would now and then be another number.
    return round(100 * part_json(part))
