"""What a page holds of a game that goes on: nothing that its viewer may not see, in no place at all."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.service import Service
from tests.web.browsing import Visitor, opened, played_by_api, registered

type Visit = Callable[..., Visitor]


def test_a_spectators_page_never_holds_a_hidden_card(visit: Visit, service: Service) -> None:
    """Given a game that is watched from its first round, then no answer, stream, element or storage tells a card."""
    player = registered(service)
    game = opened(player, players=3, bots=["novice", "novice"])
    visitor = visit()
    heard = _listening(visitor)
    page = visitor.open(f"/games/{game}", ".connection.live")
    for _ in range(6):
        view = player.view(game)
        if view["status"] != "active":
            break
        seen = view["version"]
        played_by_api(player, game, until=lambda later, seen=seen: later["version"] > seen + 1)  # type: ignore[misc]
        page.wait_for_timeout(150)
        # All at once: the table changes meanwhile.
        hidden = page.evaluate(
            "[...document.querySelectorAll('.table [data-card]')].filter(card => !card.closest('.front, .told')).length"
        )
        assert hidden == 0
    assert page.locator(".hand, .open-hand").count() == 0
    assert len(heard) >= 5
    assert [leak for data in heard for leak in _leaks(data)] == []
    kept = page.evaluate("JSON.stringify([localStorage, sessionStorage])")
    assert set(json.loads(kept)[0]) <= {"nessos.pace", "nessos.theme", "nessos.keys"}
    assert json.loads(kept)[1] == {}
    assert page.evaluate("indexedDB.databases()") == []
    assert page.evaluate("caches.keys()") == []


def test_the_same_look_finds_the_players_own_cards(visit: Visit, service: Service) -> None:
    """The negative control: who sits at the table does hold cards, and the look above would find them."""
    player = registered(service)
    game = opened(player, players=3, bots=["novice", "novice"])
    visitor = visit(player=player)
    heard = _listening(visitor)
    visitor.open(f"/games/{game}", ".hand .card")
    visitor.page.wait_for_timeout(300)
    assert [leak for data in heard for leak in _leaks(data)]


def _listening(visitor: Visitor) -> list[Any]:
    """All that the service sends to the page from now on: answers, and what comes on streams."""
    heard: list[Any] = []
    session = visitor.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    session.on("Network.eventSourceMessageReceived", lambda message: heard.append(json.loads(message["data"])))

    def answered(response: Any) -> None:
        if "/api/" in response.url and "/stream" not in response.url and response.status == 200:
            heard.append(response.json())

    visitor.page.on("requestfinished", lambda request: answered(request.response()))
    return heard


def _leaks(data: Any) -> Iterator[str]:
    """Members that only a seat may have."""
    match data:
        case dict():
            if data.get("kind") == "offer_made" and data["data"]["card"] is not None:
                yield "the face of an offer"
            if data.get("kind") in ("cards_dealt", "cards_drawn"):
                yield from ("cards of a hand" for seat in data["data"]["seats"] if seat["cards"] is not None)
            if data.get("you") and "hand" in data["you"]:
                yield "a hand"
            if any(card.get("card") is not None for card in data.get("lot", []) if isinstance(card, dict)):
                yield "the face of a lot"
            for value in data.values():
                yield from _leaks(value)
        case list():
            for value in data:
                yield from _leaks(value)
