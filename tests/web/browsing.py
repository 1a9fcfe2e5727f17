"""Browsers that visit the pages of a running service, and hands that play on them."""

import secrets
import time
from collections.abc import Callable
from typing import Any, Final, Literal

from playwright.sync_api import Browser, Page

from tests.api.caller import PASSWORD
from tests.service import Service
from tests.streams.listening import Player
from tests.web.browsers import context_of, session_begun

PATIENCE: Final = 45_000
A_GAME: Final = 240
# What a page logs when a request is refused or there is no connection: tests look at what the page makes of it.
EXPECTED: Final = ("Failed to load resource", "net::ERR_")

MY_TURN: Final = ".controls.turn"
MAY: Final = ":not([aria-disabled])"


class Visitor:
    """One browser with its own cookies. `errors` are what scripts threw and what the policy of the page forbade."""

    def __init__(
        self,
        browser: Browser,
        service: Service,
        *,
        player: Player | None = None,
        locale: str = "en-GB",
        width: int = 1280,
        height: int = 900,
        still: bool = True,
        dark: bool = False,
        pace: str = "instant",
    ) -> None:
        self.service = service
        self.context = context_of(
            browser,
            service.base_url,
            locale=locale,
            viewport={"width": width, "height": height},
            reduced_motion="reduce" if still else "no-preference",
            color_scheme="dark" if dark else "light",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(
            f"localStorage.getItem('nessos.pace') || localStorage.setItem('nessos.pace', '{pace}')"
        )
        self.errors: list[str] = []
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._logged)
        if player is not None:
            session_begun(self.page, name=player.name, password=PASSWORD)

    def _logged(self, message: Any) -> None:
        if message.type == "error" and not any(text in message.text for text in EXPECTED):
            self.errors.append(message.text)

    def open(self, path: str, shows: str = "main h1") -> Page:
        """Go to a page, and wait until it shows something."""
        self.page.goto(path)
        self.page.wait_for_selector(shows)
        return self.page

    def cookies(self) -> list[Any]:
        return list(self.context.cookies())


def registered(service: Service) -> Player:
    """Somebody with a name, a password and a token."""
    name = f"hero-{secrets.token_hex(4)}"
    made = Player(service).call("POST", "/players", {"name": name, "password": PASSWORD})
    return Player(service, made["token"], name)


def opened(player: Player, **settings: object) -> str:
    """A game that this player opens."""
    return str(player.call("POST", "/games", {"rated": False, **settings})["id"])


def finished(service: Service, *, players: int = 3) -> tuple[Player, str]:
    """A game that is over, played by an API client against bots."""
    player = registered(service)
    game = opened(player, players=players, bots=["novice"] * (players - 1))
    played_by_api(player, game)
    return player, game


def played_by_api(player: Player, game: str, until: Callable[[Any], bool] = lambda view: False) -> Any:
    """Play for one seat over the API until the game is over, or as long as wanted."""
    end = time.monotonic() + A_GAME
    while time.monotonic() < end:
        view = player.view(game)
        if view["status"] not in ("open", "active") or until(view):
            return view
        if view["you"] and view["you"]["legal"]:
            api_move(player, view)
        else:
            player.call("GET", f"/games/{game}/events?after={view['version']}&wait=5")
    raise AssertionError(f"game {game} does not end")


def api_move(player: Player, view: Any) -> None:
    """Make a simple move: accept what is offered, or offer the largest card."""
    legal = view["you"]["legal"]
    if legal["accept"]:
        move: dict[str, Any] = {"kind": "accept"}
    else:
        choice = legal["offer"]["cards"][-1]
        move = {"kind": "offer", "card": choice["card"], "claim": choice["claims"][-1], "to": legal["offer"]["to"][0]}
    answer = player.open("POST", f"/api/v1/games/{view['id']}/moves", {"version": view["version"], **move})
    text = answer.read()
    assert answer.status in (201, 409), text


type Hand = Literal["mouse", "keys"]


def over_or_turn(page: Page) -> bool:
    """Wait until it is this page's turn, or the game is over; whether it is over."""
    page.wait_for_selector(f"{MY_TURN}, .result")
    return page.query_selector(".result") is not None


def move_made(page: Page, hand: Hand) -> None:
    """One decision on the page, by mouse or by keyboard alone: at most three clicks or keys."""
    before = page.locator(".log-lines li").count()
    if page.query_selector(f".answers .action{MAY}"):
        if hand == "keys":
            page.keyboard.press("a")
        else:
            page.click(f".answers .action{MAY} >> nth=0")
    elif hand == "keys":
        _offer_by_keys(page)
    else:
        page.click(f".hand .card{MAY} >> nth=-1")
        if page.query_selector(".claims"):
            page.click(".claims button >> nth=5")
        page.click(f".asked .action{MAY} >> nth=0")
    page.wait_for_function(
        "before => document.querySelectorAll('.log-lines li').length > before || document.querySelector('.meanwhile')",
        arg=before,
    )


def _offer_by_keys(page: Page) -> None:
    page.keyboard.press(str(page.locator(".hand .card").count()))
    if page.query_selector(".claims"):
        page.keyboard.press("5")
    seat = page.locator(f".asked .action{MAY} kbd").first.inner_text()
    page.keyboard.press(seat)


def played(page: Page, hand: Hand = "mouse") -> None:
    """Play on the page until the game is over."""
    end = time.monotonic() + A_GAME
    while not over_or_turn(page):
        assert time.monotonic() < end, "the game does not end"
        move_made(page, hand)


def told(page: Page) -> list[str]:
    """The lines of the log."""
    return [str(line) for line in page.locator(".log-lines li").all_inner_texts()]
