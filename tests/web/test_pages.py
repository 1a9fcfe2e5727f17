"""Every page: in two languages, on a phone, for everybody, quickly, and deaf to what people write into names."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.api.caller import PASSWORD
from tests.service import Service
from tests.streams.listening import Player
from tests.web.browsing import MY_TURN, Visitor, finished, opened, over_or_turn, registered
from tests.web.payloads import PAYLOADS

type Visit = Callable[..., Visitor]

FIRST_LOAD = 150_000
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
SHIFT = 0.1
PHONE = {"width": 375, "height": 740}
FOREIGN = "main :is(script, img, iframe, object, embed, style, video, [onmouseover], [href^=javascript])"


@pytest.fixture(scope="module")
def things(service: Service) -> dict[str, Any]:
    """A player, a game of theirs that is over, and one that is on."""
    player, over = finished(service)
    on = opened(player, players=3, bots=["novice", "novice"])
    opened(player, players=4, name="Somebody else, please")
    return {"player": player, "over": over, "on": on}


def pages(things: dict[str, Any]) -> dict[str, str]:
    """Every page, and what it shows when it is there."""
    return {
        "/": "#play-now",
        "/lobby": ".games.mine .game-row",
        f"/games/{things['on']}": ".seats .seat",
        f"/games/{things['over']}/replay": ".bluffs",
        "/learn": "#lesson .hand",
        "/settings": "#away-from",
        "/tokens": "#label",
        "/login": "#sign-in",
    }


def test_everything_is_french_at_once_by_a_switch(visit: Visit, things: dict[str, Any]) -> None:
    visitor = visit(player=things["player"])
    page = visitor.open("/learn", "#lesson .hand")
    assert "Nemean Lion" in page.inner_text("main")
    page.click("button[lang=fr]")
    assert page.get_attribute("html", "lang") == "fr"
    text = page.inner_text("body")
    for words in ("Lion de Némée", "Hydre de Lerne", "Apprendre les règles", "Salon", "À vous : choisissez"):
        assert words.replace(" :", "\u202f:") in text
    assert "Nemean" not in text
    # The next pages too, from the first byte on; and mails follow.
    page.goto(f"/games/{things['over']}/replay")
    page.wait_for_selector(".bluffs")
    assert 'lang="fr"' in page.content()
    words = page.inner_text("main")
    assert "Le mélange était-il honnête" in words
    assert "Manche 1" in words
    assert not {"Round", "offers", "Points over"} & set(words.split())
    assert things["player"].call("GET", "/players/me")["language"] == "fr"
    page.click("button[lang=en]")
    assert "Was the shuffle fair?" in page.inner_text("main")
    page.wait_for_timeout(200)


def test_a_french_browser_is_spoken_to_in_french(visit: Visit) -> None:
    page = visit(locale="fr-FR").open("/", "#play-now")
    assert page.inner_text("#play-now") == "Jouer maintenant"
    assert page.title() == "Jouer · Nessos"


def test_cards_are_called_as_in_the_rules(visit: Visit, service: Service) -> None:
    book = Player(service).call("GET", "/rules")
    page = visit().open("/learn", "#lesson .hand")
    for language in ("en", "fr"):
        page.click(f"button[lang={language}]")
        for card in book["cards"]:
            shown = page.inner_text(f".all-cards [data-card='{card['card']}'] .card-name")
            assert shown == card["names"][language]
    # The example of 29 points, from the engine's tables too.
    page.click("button[lang=en]")
    assert page.inner_text("#formula").startswith("1 + 2 + 3 + 6 + 7 + 10 = 29")
    page.click("button[aria-label='Add Medusa 10']")
    assert "= 39" in page.inner_text("#formula")


def test_the_first_guided_game_is_played_to_its_end(visit: Visit) -> None:
    page = visit().open("/learn", "#lesson .hand")
    page.click("#lesson .hand .card >> nth=0")
    page.click("#lesson .claims button >> nth=9")
    page.click("#lesson .asked .action >> nth=0")
    assert "Your Charon was believed" in page.inner_text(".said-by-guide")
    page.click("#lesson .answers .action >> nth=1")
    assert "Well seen" in page.inner_text(".said-by-guide")
    page.click("#lesson .answers .action >> nth=0")
    assert "That is all there is to it" in page.inner_text(".said-by-guide")


def test_no_page_is_wider_than_a_phone(visit: Visit, things: dict[str, Any]) -> None:
    page = visit(player=things["player"], **PHONE).page
    for path, shows in pages(things).items():
        page.goto(path)
        page.wait_for_selector(shows)
        if path.endswith(things["on"]) and not over_or_turn(page):
            page.wait_for_selector(MY_TURN)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(visit: Visit, things: dict[str, Any], dark: bool) -> None:
    """By night only contrast is another."""
    visitor = visit(player=things["player"], dark=dark)
    looked_at = EVERYTHING | ({"runOnly": ["color-contrast"]} if dark else {})
    for path, shows in pages(things).items():
        page = visitor.open(path, shows)
        before = len(visitor.errors)
        assert _serious(page, looked_at) == [], path
        # Axe styles what it looks at, which the page forbids.
        del visitor.errors[before:]


def test_axe_finds_what_is_wrong(visit: Visit) -> None:
    """The negative control."""
    visitor = visit()
    page = visitor.open("/", "#play-now")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button></button>')")
    assert _serious(page) == ["button-name"]
    visitor.errors.clear()


def _serious(page: Page, options: dict[str, Any] = EVERYTHING) -> list[str]:
    found = Axe().run(page, options=options).response["violations"]
    return [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")]


def test_the_first_load_is_small_and_nothing_moves(visit: Visit, things: dict[str, Any]) -> None:
    for path, shows in list(pages(things).items())[:5]:
        visitor = visit(player=things["player"])
        bodies: dict[str, bytes] = {}
        visitor.page.on("requestfinished", lambda request, bodies=bodies: _kept(request, bodies))
        visitor.open(path, shows)
        visitor.page.wait_for_timeout(300)
        size = sum(len(gzip.compress(body, 6)) for body in bodies.values())
        assert len(bodies) > 10
        assert size < FIRST_LOAD, (path, size)
        moved = visitor.page.evaluate(
            """() => new Promise((done) => {
              let moved = 0;
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) if (!entry.hadRecentInput) moved += entry.value;
              }).observe({type: 'layout-shift', buffered: true});
              setTimeout(() => done(moved), 100);
            })"""
        )
        assert moved < SHIFT, (path, moved)
        visitor.context.close()


def _kept(request: Any, bodies: dict[str, bytes]) -> None:
    if "/api/" not in request.url:
        bodies[request.url] = request.response().body()


def test_script_in_names_and_texts_does_nothing(visit: Visit, service: Service) -> None:
    """Given thirty payloads wherever people may write, when they are shown, then they are text."""
    assert len(PAYLOADS) == 30
    player = registered(service)
    games = [opened(player, players=3, name=payload[:60], entropy=payload[:64]) for payload in PAYLOADS]
    for payload in PAYLOADS[:5]:
        player.call("POST", "/tokens", {"name": player.name, "password": PASSWORD, "label": payload[:60]})
    for payload, game in zip(PAYLOADS[:3], games, strict=False):
        for _ in range(2):
            player.call("POST", f"/games/{game}/bots", {"level": "novice"})
        assert player.view(game)["name"] == payload[:60]

    page = visit(player=player).page
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for path, shows in (
        ("/lobby", ".games.mine .game-row >> nth=29"),
        ("/tokens", ".tokens li >> nth=4"),
        *((f"/games/{game}", "h1") for game in games[:6]),
        *((f"/games/{game}/replay", "h1") for game in games[:3]),
    ):
        page.goto(path)
        page.wait_for_selector(shows)
        page.wait_for_timeout(100)
        assert page.evaluate("window.hit") is None, path
        foreign = (
            "main script, main img, main iframe, main object, main embed, main b[onmouseover], main [href^=javascript]"
        )
        assert page.locator(foreign).count() == 0, path
        if path == "/lobby":
            shown = page.locator(".games.mine .game-row b").all_inner_texts()
            assert {" ".join(payload[:60].split()) for payload in PAYLOADS} <= {
                " ".join(name.split()) for name in shown
            }
    assert dialogs == []


def test_pages_allow_no_script_of_others(service: Service) -> None:
    """The policy is there, also when the page has not changed since it was fetched."""
    nobody = Player(service)
    answer = nobody.open("GET", "/lobby")
    answer.read()
    policy = answer.getheader("Content-Security-Policy") or ""
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    again = nobody.open("GET", "/lobby", If_None_Match=answer.getheader("ETag") or "")
    again.read()
    assert (again.status, again.getheader("Content-Security-Policy")) == (304, policy)
