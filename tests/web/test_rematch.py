"""Once more, at the same seats: one new game, however many press at once."""

import threading
from collections.abc import Callable

from tests.service import Service
from tests.web.browsing import Visitor, opened, played_by_api, registered

type Visit = Callable[..., Visitor]


def test_two_press_at_once_and_sit_at_one_new_game(visit: Visit, service: Service) -> None:
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=3, name="Once more", bots=["novice"])
    ben.call("POST", f"/games/{game}/seats", {})
    threads = [threading.Thread(target=played_by_api, args=(player, game)) for player in (ann, ben)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    pages = [visit(player=player).open(f"/games/{game}", "#rematch") for player in (ann, ben)]

    for page in pages:
        # Not waited for: the second presses before the first has an answer.
        page.evaluate("void setTimeout(() => document.querySelector('#rematch').click(), 50)")

    for page in pages:
        page.wait_for_url(lambda address: "/games/" in address and game not in address)
        page.wait_for_selector(".seats .seat")
    assert pages[0].url == pages[1].url
    again = ann.view(pages[0].url.rpartition("/")[2])
    assert (again["status"], again["name"], again["settings"]["rated"]) == ("active", "Once more", False)
    assert [seat["player"]["name"] for seat in again["seats"][:1]] == [ann.name]
    assert ann.view(game)["rematch"] == again["id"]


def test_who_comes_later_is_told_and_finds_their_seat_kept(visit: Visit, service: Service) -> None:
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=3, bots=["novice"])
    ben.call("POST", f"/games/{game}/seats", {})
    threads = [threading.Thread(target=played_by_api, args=(player, game)) for player in (ann, ben)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    page = visit(player=ben).open(f"/games/{game}", "#rematch")
    assert page.inner_text("#rematch") == "Play again"

    again = ann.call("POST", f"/games/{game}/rematch", {})

    page.wait_for_selector("text=Somebody wants to play again")
    page.click("#rematch")
    page.wait_for_url(f"**/games/{again['id']}")
    page.wait_for_selector(".seats .seat")
    assert ben.view(again["id"])["you"]["seat"] == ben.view(game)["you"]["seat"]
