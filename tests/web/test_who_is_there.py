"""Pages belong to whom they were drawn for: tabs, the button that goes back, guests, and invitations."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.service import Service
from tests.streams.listening import PASSWORD
from tests.web.browsers import session_begun
from tests.web.browsing import Visitor, finished, opened, registered

type Visit = Callable[..., Visitor]
NOBODY = "#who a[href^='/login']"


@pytest.mark.parametrize("path", ["/games/{game}", "/settings", "/tokens", "/lobby"])
def test_nothing_is_left_to_whoever_goes_back_after_somebody_signed_out(
    visit: Visit, service: Service, path: str
) -> None:
    ann = registered(service)
    game = opened(ann, players=3, bots=["novice", "novice"])
    page = visit(player=ann).open(path.format(game=game), "#who button")
    if "games" in path:
        page.wait_for_selector(".hand .card")
    page.click("#who button")
    page.wait_for_url("**/")
    page.wait_for_selector(NOBODY)

    page.go_back()

    page.wait_for_selector(NOBODY)
    assert ann.name not in page.inner_text("#who")
    assert page.locator(".hand .card, #main input, .games.mine .game-row").count() == 0


def test_an_old_tab_changes_nothing_for_who_signed_in_since(visit: Visit, service: Service) -> None:
    """The other tab signs in without a page of ours, so that no tab tells the other."""
    ann, ben = registered(service), registered(service)
    visitor = visit(player=ann)
    old = visitor.open("/settings", "#settings-email, #main form")
    other = visitor.context.new_page()
    other.goto("/api/docs")
    before = ben.call("GET", "/players/me")
    session_begun(other, name=ben.name, password=PASSWORD)

    old.locator("#main form").first.locator("button.main, button[type=submit], button:not([type])").first.click()

    expect(old.locator("#who")).to_contain_text(ben.name)
    assert ben.call("GET", "/players/me") == before


def test_a_tab_follows_when_somebody_else_signs_in(visit: Visit, service: Service) -> None:
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=3, bots=["novice", "novice"], visibility="private")
    visitor = visit(player=ann)
    old = visitor.open(f"/games/{game}", ".hand .card")
    other = visitor.context.new_page()
    other.goto("/lobby")
    other.click("#who button")
    other.wait_for_selector(NOBODY)
    old.wait_for_selector(NOBODY)
    assert old.locator(".hand .card").count() == 0

    other.goto("/login")
    other.fill("#sign-in-name", ben.name)
    other.fill("#sign-in-password", PASSWORD)
    other.click("#sign-in button")
    other.wait_for_url("**/lobby")

    expect(old.locator("#who")).to_contain_text(ben.name)


def test_play_now_in_two_tabs_makes_one_guest(visit: Visit) -> None:
    visitor = visit()
    first, second = visitor.open("/", "#play-now"), visitor.context.new_page()
    second.goto("/")
    second.wait_for_selector("#play-now")
    first.click("#play-now")
    first.wait_for_url("**/games/*")
    guest = first.inner_text("#who .name")

    second.click("#play-now")
    second.wait_for_url("**/games/*")

    assert second.inner_text("#who .name") == guest
    first.reload()
    first.wait_for_selector(".seats.own")


def test_a_guest_is_asked_before_another_signs_in(visit: Visit, service: Service) -> None:
    ann = registered(service)
    page = visit().open("/", "#play-now")
    page.click("#play-now")
    page.wait_for_url("**/games/*")
    guest = page.inner_text("#who .name")
    page.goto("/login")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))

    _sign_in(page, ann.name)

    expect(page.locator("#sign-in button")).to_be_visible()
    assert asked
    assert page.inner_text("#who .name") == guest
    page.once("dialog", lambda dialog: dialog.accept())
    _sign_in(page, ann.name)
    page.wait_for_url("**/lobby")
    expect(page.locator("#who")).to_contain_text(ann.name)


def _sign_in(page: Page, name: str) -> None:
    page.fill("#sign-in-name", name)
    page.fill("#sign-in-password", PASSWORD)
    page.click("#sign-in button")


def test_an_invitation_waits_for_who_must_sign_in_first(visit: Visit, service: Service) -> None:
    ann = registered(service)
    game = opened(ann, players=3, visibility="private", rated=False)
    link = f"/games/{game}?invite={ann.view(game)['invite']}"
    page = visit().open(link, ".waiting-seats")

    page.click("text=Take a seat")
    page.wait_for_url("**/login?*")
    page.click("#as-guest")
    page.wait_for_url(f"**{link}")
    page.click("text=Take a seat")

    page.wait_for_selector("text=Leave")
    assert page.inner_text("#who .name") in [
        seat["player"]["name"] for seat in ann.view(game)["seats"] if seat["player"]
    ]


def test_addresses_at_which_there_is_nothing_lead_on(visit: Visit, service: Service) -> None:
    page = visit().page
    answer = page.goto("/nothing/here")
    assert answer is not None
    assert answer.status == 404
    page.wait_for_selector("#main a[href='/lobby']")
    told = page.request.get("/nothing/here", headers={"Accept": "application/json"})
    assert (told.status, told.json()["code"]) == (404, "not_found")
    refused = page.request.post("/lobby", data={})
    assert (refused.status, refused.headers["allow"]) == (405, "GET, HEAD, OPTIONS")


def test_a_step_that_is_no_number_of_one_is_the_nearest(visit: Visit, service: Service) -> None:
    _, game = finished(service)
    page = visit().open(f"/games/{game}/replay?step=12.5", ".steps")

    expect(page.locator(".seats .seat")).to_have_count(3)
