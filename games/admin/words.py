"""What happened in a game, in words: one line an event, from what a spectator or a seat saw of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.events import (
    GameCancelled,
    GameEnded,
    GameStarted,
    GameVoided,
    LotAccepted,
    LotRefused,
    PlayerEliminated,
    RoundStarted,
    SeatHandedOver,
    SeatLeft,
    TurnExpired,
)
from games.engine.types import CHARON, Card, LotCard, Seat
from games.engine.views import DealtView, DrawnView, EventView, OfferView, OpenedView, SeatTakenView
from games.wire.events import SeenEvent
from games.wire.games import Cards

CARDS: Final = (
    gettext_lazy("Charon"),
    gettext_lazy("Satyr"),
    gettext_lazy("Centaur"),
    gettext_lazy("Nemean Lion"),
    gettext_lazy("Minotaur"),
    gettext_lazy("Griffin"),
    gettext_lazy("Phoenix"),
    gettext_lazy("Pegasus"),
    gettext_lazy("Cerberus"),
    gettext_lazy("Lernaean Hydra"),
    gettext_lazy("Medusa"),
)
SEATS: Final = "ABCDEF"


@dataclass(frozen=True, slots=True)
class Line:
    """An event in words."""

    event: SeenEvent
    text: str


def lines_of(events: Sequence[SeenEvent], players: Cards) -> list[Line]:
    """The log in words; who sits where is what the log itself said up to each line."""
    lines = []
    sitting: dict[Seat, str] = {}
    for event in events:
        _note_seats(event.view, players, sitting)
        lines.append(Line(event, event_in_words(event.view, players, sitting)))
    return lines


def _note_seats(view: EventView, players: Cards, sitting: dict[Seat, str]) -> None:
    match view:
        case GameStarted():
            sitting.update({seat: players[player].name for seat, player in enumerate(view.seats)})
        case SeatHandedOver():
            sitting[view.seat] = players[view.to_player].name
        case _:
            pass


def card_in_words(card: Card) -> str:
    """As “Griffin 5”; Charon has no number."""
    return str(CARDS[card]) if card == CHARON else f"{CARDS[card]} {card}"


def claim_in_words(claim: int) -> str:
    return str(CARDS[CHARON]) if claim == CHARON else str(claim)


def seat_in_words(seat: Seat) -> str:
    """Seats are told by letters: A is seat 0."""
    return SEATS[seat]


def event_in_words(view: EventView, players: Cards, sitting: dict[Seat, str]) -> str:
    """One line."""

    def who(seat: Seat) -> str:
        letter = seat_in_words(seat)
        return f"{sitting[seat]} ({letter})" if seat in sitting else _("Seat %(seat)s") % {"seat": letter}

    match view:
        case OpenedView():
            return _("%(who)s opened the game.") % {"who": players[view.creator].name}
        case SeatTakenView():
            return _("%(who)s took a seat.") % {"who": players[view.player].name}
        case SeatLeft():
            return _("%(who)s left.") % {"who": players[view.player].name}
        case GameStarted():
            return _("The game began: %(who)s.") % {"who": ", ".join(who(seat) for seat in range(len(view.seats)))}
        case DealtView():
            return _("Five cards were dealt to each; %(n)d are in the pile.") % {"n": view.draw_pile}
        case RoundStarted():
            return _("Round %(round)d: %(who)s holds the pawn.") % {"round": view.round, "who": who(view.first_seat)}
        case OfferView():
            return _offer_in_words(view, who(view.from_seat), who(view.to))
        case LotAccepted():
            told = {"who": who(view.by), "cards": _revealed(view.cards), "tally": _tally(view)}
            return _("%(who)s accepted: %(cards)s. They have %(tally)s.") % told
        case LotRefused():
            told = {
                "who": who(view.by),
                "to": who(view.receiver),
                "cards": _revealed(view.cards),
                "tally": _tally(view),
            }
            return _("%(who)s refused, and %(to)s took it back: %(cards)s. They have %(tally)s.") % told
        case PlayerEliminated():
            return _("%(who)s is out.") % {"who": who(view.seat)}
        case DrawnView():
            drawn = ", ".join(f"{who(draw.seat)} {draw.count}" for draw in view.draws)
            return _("Hands were refilled: %(drawn)s.") % {"drawn": drawn}
        case TurnExpired():
            return _("%(who)s ran out of time; a bot moved.") % {"who": who(view.seat)}
        case SeatHandedOver():
            told = {
                "seat": seat_in_words(view.seat),
                "old": players[view.from_player].name,
                "new": players[view.to_player].name,
                "reason": view.reason.value,
            }
            return _("Seat %(seat)s passed from %(old)s to %(new)s (%(reason)s).") % told
        case GameEnded():
            winners = ", ".join(who(seat) for seat in view.winners) or _("nobody")
            return _("The game ended (%(reason)s). Won by: %(who)s.") % {"reason": view.reason.value, "who": winners}
        case GameCancelled():
            return _("The game was cancelled (%(reason)s).") % {"reason": view.reason}
        case GameVoided():
            return _("The game was declared void (%(reason)s).") % {"reason": view.reason}
        case _:
            assert_never(view)


def _offer_in_words(view: OfferView, who: str, to: str) -> str:
    told = {"who": who, "to": to, "claim": claim_in_words(view.claim)}
    if view.position == 0:
        return _("%(who)s offered %(to)s an amphora: “%(claim)s”.") % told
    return _("%(who)s added a card and passed the lot to %(to)s: “%(claim)s”.") % told


def _revealed(cards: Sequence[LotCard]) -> str:
    return ", ".join(
        card_in_words(card.card)
        if card.card == card.claim
        else _("%(card)s said to be %(claim)s")
        % {"card": card_in_words(card.card), "claim": claim_in_words(card.claim)}
        for card in cards
    )


def _tally(view: LotAccepted | LotRefused) -> str:
    points = ngettext("%(n)d point", "%(n)d points", view.points) % {"n": view.points}
    return _("%(points)s and %(charons)d Charon") % {"points": points, "charons": view.charons}
