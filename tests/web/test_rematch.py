"""Once more, at the same seats: one new game, however many press at once."""

import threading
from collections.abc import Callable

from tests.service import Service
from tests.web.browsing import Visitor, opened, played_by_api, registered

type Visit = Callable[..., Visitor]


def test_two_press_at_once_and_a_third_is_told_and_finds_their_seat_kept(visit: Visit, service: Service) -> None:
    ann, ben, cy = people = [registered(service) for _ in range(3)]
    game = opened(ann, players=4, name="Once more", bots=["novice"])
    for other in (ben, cy):
        other.call("POST", f"/games/{game}/seats", {})
    threads = [threading.Thread(target=played_by_api, args=(player, game)) for player in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    *pages, third = [visit(player=player).open(f"/games/{game}", "#rematch") for player in people]
    assert third.inner_text("#rematch") == "Play again"

    for page in pages:
        # Not waited for: the second presses before the first has an answer.
        page.evaluate("void setTimeout(() => document.querySelector('#rematch').click(), 50)")

    for page in pages:
        page.wait_for_url(lambda address: "/games/" in address and game not in address)
        page.wait_for_selector(".waiting-seats")
    assert pages[0].url == pages[1].url
    again = pages[0].url.rpartition("/")[2]
    assert ann.view(game)["rematch"] == again

    third.wait_for_selector("text=Somebody wants to play again")
    third.click("#rematch")
    third.wait_for_url(f"**/games/{again}")
    for page in (*pages, third):
        page.wait_for_selector(".table .seat")
    for player in people:
        assert player.view(again)["you"]["seat"] == player.view(game)["you"]["seat"]
    assert ann.view(again)["name"] == "Once more"
