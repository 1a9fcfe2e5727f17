"""Pictures of every page, on a phone and on a desk, by day and by night: `make pictures` writes them to docs/pictures.

python -m tests.web.pictures [page…]      those pages only
"""

import sys
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from tests.service import Service, running_service
from tests.streams.listening import Player
from tests.web.browsers import browser_launched
from tests.web.browsing import MY_TURN, Visitor, finished, opened, played_by_api, registered
from tests.web.test_desk import at_the_desk, staged

PICTURES: Final = Path(__file__).resolve().parents[2] / "docs/pictures"
DEVICES: Final = {"phone": (390, 844), "desktop": (1280, 860)}
QUALITY: Final = 66
LARGEST: Final = 150_000


def _at_my_turn(page: Page) -> None:
    page.wait_for_selector(MY_TURN)


def _choosing(page: Page) -> None:
    """Charon is chosen when he is there, and something said."""
    page.wait_for_selector(MY_TURN)
    page.click(".hand .card >> nth=0")
    if page.query_selector(".claims"):
        page.click(".claims button >> nth=7")
    page.locator(".controls").scroll_into_view_if_needed()


def _verified(page: Page) -> None:
    page.click("#verify")
    page.wait_for_selector("#proof-end")
    page.locator("#verify").scroll_into_view_if_needed()


def _some_steps_on(page: Page) -> None:
    for _ in range(7):
        page.click("button[aria-label='One round on']")


def _at_the_lesson(page: Page) -> None:
    page.locator("#learn-points").scroll_into_view_if_needed()


def _scenes(player: Player, waiting: str, playing: str, over: str) -> dict[str, tuple[str, str, Any]]:
    """What is taken: the address, what it shows when it is there, and what is done first."""
    return {
        "start": ("/", "#play-now", None),
        "login": ("/login", "#sign-in", None),
        "lobby": ("/lobby", ".game-row", None),
        "waiting": (f"/games/{waiting}", ".waiting-seats", None),
        "table": (f"/games/{playing}", ".seats", _at_my_turn),
        "choosing": (f"/games/{playing}", ".seats", _choosing),
        "over": (f"/games/{over}", ".result", None),
        "replay": (f"/games/{over}/replay", ".bluffs", _some_steps_on),
        "verify": (f"/games/{over}/replay", "#verify", _verified),
        "learn": ("/learn", "#lesson", None),
        "points": ("/learn", "#lesson", _at_the_lesson),
        "settings": ("/settings", "#away-from", None),
        "tokens": ("/tokens", "#label", None),
    }


def _stage(service: Service) -> tuple[Player, str, str, str]:
    """A player with a game that waits for players, one in which an amphora waits for them, and one that is over."""
    player, over = finished(service, players=4)
    guest = registered(service)
    waiting = opened(player, players=4, name="An evening by the river", bots=["guarded"])
    opened(guest, players=5, name="Heroes wanted")
    playing = _offered_to(player)
    return player, waiting, playing, over


def _offered_to(player: Player) -> str:
    """A game some rounds on, in which an amphora waits for this player; some games are over too soon."""
    for _ in range(10):
        game = opened(player, players=4, name="Amphoras and lies", bots=["guarded", "novice", "guarded"])
        view = played_by_api(player, game, until=lambda seen: seen["round"] >= 5 and _is_offered(seen))
        if view["status"] == "active":
            return game
    raise AssertionError("no amphora is offered")


def _is_offered(view: Any) -> bool:
    return bool(view["lot"] and view["you"]["legal"] and view["you"]["legal"]["offer"])


def taken(browser: Browser, service: Service, only: list[str]) -> None:
    """Take all pictures, or only some. A picture that is too large fails."""
    PICTURES.mkdir(exist_ok=True)
    player, waiting, playing, over = _stage(service)
    for device, (width, height) in DEVICES.items():
        for dark in (False, True):
            visitor = Visitor(browser, service, player=player, width=width, height=height, dark=dark)
            for name, (path, shows, before) in _scenes(player, waiting, playing, over).items():
                if only and name not in only:
                    continue
                page = visitor.open(path, shows)
                if before is not None:
                    before(page)
                page.wait_for_timeout(400)
                target = PICTURES / f"{name}-{device}-{'dark' if dark else 'light'}.jpg"
                page.screenshot(path=target, type="jpeg", quality=QUALITY)
                size = target.stat().st_size
                assert size <= LARGEST, (target.name, size)
                wide = page.evaluate("document.documentElement.scrollWidth")
                sys.stdout.write(f"{target.name}: {size // 1000} kB{'' if wide <= width else f', TOO WIDE: {wide}'}\n")
            visitor.context.close()


DESK: Final = {
    "desk-queue": ("/desk/", "senior moderator"),
    "desk-case": ("/desk/cases/{case}", "senior moderator"),
    "desk-dashboard": ("/desk/dashboard", "senior moderator"),
}
"""Pages of the moderators' desk, which is used on desks: their addresses, and who looks."""


def desk_taken(browser: Browser, service: Service, only: list[str]) -> None:
    """Pictures of the moderators' desk, by day."""
    wanted = {name: page for name, page in DESK.items() if not only or name in only}
    if not wanted:
        return
    stage = staged(service)
    for name, (address, role) in wanted.items():
        width, height = DEVICES["desktop"]
        context = at_the_desk(browser, service, stage, role, viewport={"width": width, "height": height})
        page = context.new_page()
        page.goto(address.format(**stage))
        page.wait_for_timeout(300)
        target = PICTURES / f"{name}-desktop-light.jpg"
        page.screenshot(path=target, type="jpeg", quality=QUALITY)
        size = target.stat().st_size
        assert size <= LARGEST, (target.name, size)
        sys.stdout.write(f"{target.name}: {size // 1000} kB\n")
        context.close()


def pictured(only: list[str]) -> None:
    """Start a service and a browser, and take the pictures."""
    with running_service(RATE_LIMITS="off") as service, browser_launched() as browser:
        if not only or set(only) - set(DESK):
            taken(browser, service, only)
        desk_taken(browser, service, only)
