"""The talk at the table, on the page: what others write is text, and what is too much can be muted and reported."""

from collections.abc import Callable

from tests.service import Service
from tests.web.browsing import Visitor, opened, registered

type Visit = Callable[..., Visitor]

PAYLOAD = "<img src=x onerror=\"document.title='taken'\"> <b>bold</b> {who}"


def test_people_talk_mute_and_report_at_the_table(visit: Visit, service: Service) -> None:
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=3, bots=["novice"])
    ben.call("POST", f"/games/{game}/seats")
    page = visit(player=ann).open(f"/games/{game}", ".talk")

    page.focus("#talk-text")
    page.keyboard.type("Hello 1 a")
    page.keyboard.press("Enter")
    page.wait_for_selector(".talk-lines >> text=Hello 1 a")
    assert page.input_value("#talk-text") == ""
    ben.call("POST", f"/games/{game}/messages", {"text": PAYLOAD})
    page.wait_for_selector(".talk-lines >> text=onerror")

    assert page.inner_text(".talk-lines li:nth-child(2) .said") == PAYLOAD
    assert page.query_selector(".talk-lines img, .talk-lines b") is None
    assert "taken" not in page.title()
    assert page.get_attribute(".talk-lines", "aria-live") == "polite"
    assert page.locator(".talk-lines details").count() == 1

    page.on("dialog", lambda dialog: dialog.accept("It is rude." if dialog.type == "prompt" else ""))
    page.focus(".talk-lines summary")
    page.keyboard.press("Enter")
    page.click(".talk-lines >> text=Report")
    page.wait_for_selector(".toast")
    (report,) = ann.call("GET", "/reports")["items"]
    assert (report["kind"], report["player"], report["text"]) == ("abuse", ben.name, "It is rude.")

    page.click(f".talk-lines >> text=Mute {ben.name}")
    page.wait_for_selector(".talk-lines >> text=onerror", state="detached")
    assert [entry["player"]["name"] for entry in ann.call("GET", "/players/me/mutes")["items"]] == [ben.name]

    page.goto("/settings")
    page.wait_for_selector(f"text={ben.name}")
    page.click("text=Take off the list")
    page.wait_for_selector(f"li:has-text('{ben.name}')", state="detached")
    assert ann.call("GET", "/players/me/mutes")["items"] == []


def test_who_watches_sees_no_talk(visit: Visit, service: Service) -> None:
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=3, bots=["novice", "novice"])
    ann.call("POST", f"/games/{game}/messages", {"text": "Hello."})

    page = visit(player=ben).open(f"/games/{game}", ".seats")

    assert page.query_selector(".talk") is None
