"""The browser of the tests: a Chromium or Chrome that is there already. None is ever downloaded."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ELSEWHERE: Final = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
PATIENCE: Final = 30_000
"""Milliseconds to wait for what is to appear: the machine may be busy."""


class NoBrowser(Exception):
    """There is none to test with. That is no reason to skip anything."""


def browser_found() -> str:
    """The path of the first that is there. Raises NoBrowser."""
    found = [path for path in map(shutil.which, NAMES) if path] + [path for path in ELSEWHERE if Path(path).exists()]
    if not found:
        raise NoBrowser(
            f"The tests of the pages need Chromium or Chrome: none of {', '.join(NAMES)} is on the PATH. "
            "On Debian and Ubuntu `apt-get install chromium` brings one."
        )
    return found[0]


@contextmanager
def browser_launched() -> Iterator[Browser]:
    """A browser without windows. While it runs, Django's models cannot be asked in this thread."""
    executable = browser_found()
    with sync_playwright() as playwright:
        # People's browsers keep pages that were left, for the button that goes back: Playwright's would not.
        browser = playwright.chromium.launch(
            executable_path=executable, args=list(FLAGS), ignore_default_args=["--disable-back-forward-cache"]
        )
        try:
            yield browser
        finally:
            browser.close()


def context_of(browser: Browser, base_url: str, **how: object) -> BrowserContext:
    """Somebody's browser, which knows nothing of the others: `how` as Playwright's `new_context` has it."""
    told: dict[str, object] = {"base_url": base_url, "locale": "en-GB", "timezone_id": "UTC", **how}
    context: BrowserContext = browser.new_context(**told)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    return context


def session_begun(page: Page, **credentials: str) -> str:
    """Log the browser of `page` in, by `name` and `password` or by `token`; the name of the player.

    Done by the same calls as the pages make, without one: the cookies are those of the page.
    """
    csrf = page.request.get("/api/v1/session").json()["csrf_token"]
    answer = page.request.post("/api/v1/session", data=credentials, headers={"X-CSRFToken": csrf})
    assert answer.status == 201, answer.text()
    return str(answer.json()["player"]["name"])


def a_guest(page: Page) -> str:
    """Log the browser of `page` in as a new guest; the name that was drawn."""
    made = page.request.post("/api/v1/players/guest", data={})
    assert made.status == 201, made.text()
    return session_begun(page, token=made.json()["token"])
