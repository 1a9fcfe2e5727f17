"""A game: its log in words, what was said, and the table as a seat or a spectator saw it at any event."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.admin.access import acts_here, needs, refused, staff_of
from games.admin.acting import offered
from games.admin.words import SEATS, card_in_words, claim_in_words, lines_of, seat_in_words
from games.engine.types import Seat, Status
from games.models import Game
from games.selectors.desk import (
    SeatView,
    game_for_desk,
    game_log,
    glasses_of,
    messages_of_game,
    seat_view,
    seats_of,
)
from games.selectors.glass import glass_open, may_look_at_seats
from games.services.glass import glass_look
from players.conduct.audit import Act
from players.staff.looks import look_note

if TYPE_CHECKING:
    from games.admin.site import DeskSite


@needs(Act.LOOK_GAME, Act.GAME_VOID)
def game(site: "DeskSite", request: HttpRequest, game_id: str) -> HttpResponse:
    """Its log and its messages. Operators, who judge nobody, see no messages."""
    found = _game(game_id)
    staff, mine = staff_of(request), acts_here(request)
    look_note(actor=staff, act=Act.LOOK_GAME, game_ref=found.pk)
    log = game_log(found)
    seats = seats_of([found.pk])[found.pk]
    shown = {
        "title": found.name or found.pk,
        "game": found,
        "is_over": Status(found.status).is_over,
        "lines": lines_of(log.events, log.players),
        "seats": [(seat_in_words(row.seat), row, f"{found.pk}.{row.player_id}") for row in seats],
        "said": messages_of_game(found) if Act.LOOK_GAME in mine else (),
        "shows_said": Act.LOOK_GAME in mine,
        "sees_seats": Act.LOOK_SEAT in mine and may_look_at_seats(game=found, viewer=staff),
        "sees_table": Act.LOOK_SEAT in mine,
        "glass": glass_open(game_id=found.pk, viewer=staff),
        "glasses": glasses_of(found) if Act.GLASS_ASK in mine else (),
        "game_acts": offered(request, "game", found.pk),
        "seat_acts": {act.value for act in mine},
    }
    return render(request, "desk/game.html", {**site.each_context(request), **shown})


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the page draws it."""

    letter: str
    name: str
    hand_size: int
    front: str
    points: int
    charons: int
    is_out: bool
    is_to_act: bool


@needs(Act.LOOK_SEAT)
def table(site: "DeskSite", request: HttpRequest, game_id: str) -> HttpResponse:
    """What seat B could see at event 41: `?seat=B&event=41`; without a seat, what a spectator saw."""
    found = _game(game_id)
    seat, at = _wanted(request, found)
    staff = staff_of(request)
    if seat is not None and not may_look_at_seats(game=found, viewer=staff):
        why = _("While a game goes on nobody sees what a seat sees, but by breaking the glass.")
        return refused(site, request, why, status=403)
    is_open = Status(found.status) is not Status.ACTIVE
    if seat is not None and not is_open:
        # The players will be told that it was looked at, and up to where.
        glass_look(actor=staff, game_id=found.pk)
    look_note(actor=staff, act=Act.LOOK_SEAT, game_ref=found.pk, seat=seat, event=at)
    seen = seat_view(game=found, seat=seat, at=at, staff=staff)
    if seen is None:
        raise Http404
    through_glass = {"glass": seat is not None and not is_open}
    return render(
        request, "desk/table.html", {**site.each_context(request), **table_shown(found, seen), **through_glass}
    )


def table_shown(game: Game, seen: SeatView) -> dict[str, Any]:
    """What a seat could see, ready to be written down."""
    view = seen.view
    log = [line for line in lines_of_game(game) if line.event.seq <= seen.at]
    letters = SEATS[: len(view.seats)]
    whose = _("a spectator") if seen.seat is None else _("seat %(seat)s") % {"seat": seat_in_words(seen.seat)}
    return {
        "title": _("What %(whose)s could see at event %(n)d") % {"whose": whose, "n": seen.at},
        "game": game,
        "seen": seen,
        "letter": "" if seen.seat is None else seat_in_words(seen.seat),
        "letters": letters,
        "places": [
            Place(
                letter=seat_in_words(place.seat),
                name="" if place.player is None else seen.players[place.player].name,
                hand_size=place.hand_size,
                front=", ".join(card_in_words(card) for card in place.front),
                points=place.points,
                charons=place.charons,
                is_out=place.eliminated,
                is_to_act=place.seat == view.to_act,
            )
            for place in view.seats
        ],
        "lot": [
            (
                seat_in_words(card.from_seat),
                seat_in_words(card.to),
                claim_in_words(card.claim),
                None if card.card is None else card_in_words(card.card),
            )
            for card in view.lot
        ],
        "hand": None if view.you is None else [card_in_words(card) for card in view.you.hand],
        "line": log[-1] if log else None,
        "before": max(seen.at - 1, 1),
        "after": min(seen.at + 1, seen.version),
    }


def lines_of_game(game: Game) -> Any:
    log = game_log(game)
    return lines_of(log.events, log.players)


def _wanted(request: HttpRequest, game: Game) -> tuple[Seat | None, int]:
    """Raises Http404 for what is no seat, or no event of this game."""
    letter, event = request.GET.get("seat", "").upper(), request.GET.get("event", str(game.version))
    if not (event.isascii() and event.isdecimal()) or len(event) > 9 or not 1 <= int(event) <= game.version:
        raise Http404
    if not letter:
        return None, int(event)
    if len(letter) != 1 or letter not in SEATS[: game.players]:
        raise Http404
    return SEATS.index(letter), int(event)


def _game(game_id: str) -> Game:
    found = game_for_desk(game_id) if "\x00" not in game_id else None
    if found is None:
        raise Http404
    return found
