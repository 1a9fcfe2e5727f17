"""Breaking the glass: who asks, who answers, and the look itself."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.admin.access import needs, refused, staff_of
from games.admin.words import card_in_words, claim_in_words, seat_in_words
from games.selectors.glass import glasses_waiting
from games.services.glass import glass_look
from players.conduct.audit import Act
from players.conduct.files import without_secrets
from players.errors import ERROR_KINDS, Refusal
from players.staff.looks import look_note

if TYPE_CHECKING:
    from games.admin.site import DeskSite


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A seat, and all that it holds."""

    letter: str
    name: str
    cards: tuple[str, ...]


@needs(Act.GLASS_ANSWER)
def waiting(site: "DeskSite", request: HttpRequest) -> HttpResponse:
    """What others ask to see."""
    look_note(actor=staff_of(request), act=Act.LOOK_QUEUE)
    shown = {"title": _("Broken glass"), "waiting": glasses_waiting().defer(*without_secrets("asked_by"))}
    return render(request, "desk/glass.html", {**site.each_context(request), **shown})


@needs(Act.LOOK_GLASS)
def table(site: "DeskSite", request: HttpRequest, game_id: str) -> HttpResponse:
    """All hands of a running game and the faces of the lot, for whom the glass is broken. The look is written down."""
    try:
        seen = cast("Any", glass_look(actor=staff_of(request), game_id=game_id))
    except Refusal as refusal:
        return refused(site, request, str(refusal.detail), status=ERROR_KINDS[refusal.code].status)
    players = [seat["player"] for seat in seen["game"]["seats"]]
    hands = [
        OpenHand(seat_in_words(seat), player["name"] if player else "–", tuple(card_in_words(card) for card in hand))
        for seat, (player, hand) in enumerate(zip(players, seen["hands"], strict=True))
    ]
    lot = [
        (
            seat_in_words(card["from"]),
            seat_in_words(card["to"]),
            claim_in_words(card["claim"]),
            card_in_words(card["card"]),
        )
        for card in seen["lot"]
    ]
    shown = {"title": _("Through broken glass"), "game_id": game_id, "hands": hands, "lot": lot}
    return render(request, "desk/open_table.html", {**site.each_context(request), **shown})
