"""The desk in a real browser: how one gets in, and that nothing of what people wrote runs, whoever looks where."""

import base64
import json
import os
import subprocess
import sys
from typing import Any
from urllib.parse import urlsplit

import pytest
from django_otp.oath import TOTP
from playwright.sync_api import Browser, BrowserContext, Page

from tests.api.caller import PASSWORD
from tests.service import CHECKOUT, Service
from tests.web.browsers import context_of

FOREIGN = (
    "#content :is(script, img:not([src^='/static/admin/']), iframe, object, embed, style, video, marquee, math, "
    "[onmouseover], [onerror], [onload], [ontoggle], [href^='javascript:'], form[action^='javascript:'])"
)
# Pages that are files.
FILES = ("/desk/audit.csv", "/desk/audit.jsonl")
OUT = ("/desk/logout", "/desk/login")
MOST_PAGES = 45


def staged(service: Service, *options: str) -> Any:
    """People, a game and a case in the database of the service; see tests.web.desk_stage."""
    given = {"DATABASE_URL": service.database_url(), "REDIS_URL": service.given("REDIS_URL")}
    command = (sys.executable, "-m", "tests.web.desk_stage", *options)
    made = subprocess.run(
        command, cwd=CHECKOUT, env={**os.environ, **given}, capture_output=True, text=True, check=True
    )
    return json.loads(made.stdout)


@pytest.fixture(scope="module")
def stage(service: Service) -> Any:
    return staged(service, "--payloads")


def at_the_desk(browser: Browser, service: Service, stage: Any, role: str, **how: Any) -> BrowserContext:
    """The browser of somebody who is past both factors."""
    context = context_of(browser, service.base_url, **how)
    cookie = {"name": stage["cookie"], "value": stage["staff"][role]["cookie"], "url": service.base_url}
    context.add_cookies([cookie])  # type: ignore[list-item]
    return context


def watched(page: Page, heard: list[str]) -> None:
    """Whatever a script could do, or a policy forbid, is heard."""
    page.on("dialog", lambda dialog: (heard.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", lambda message: _logged(message, heard))


def _logged(message: Any, heard: list[str]) -> None:
    if message.type == "error" and "favicon" not in str(message.location):
        heard.append(message.text)


def links_of(page: Page) -> set[str]:
    found = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
    paths = {urlsplit(href) for href in found}
    return {f"{url.path}?{url.query}".rstrip("?") for url in paths if url.path.startswith("/desk/")}


@pytest.mark.parametrize("role", ["moderator", "senior moderator", "operator"])
def test_no_text_of_anybody_runs_wherever_a_role_can_go(
    browser: Browser, service: Service, stage: Any, role: str
) -> None:
    """Given thirty payloads in messages, reports, reasons and a game's name, when all pages are visited, then they are
    text: no script ran, nothing was forbidden, and no hidden card is there."""
    context = at_the_desk(browser, service, stage, role)
    page, heard = context.new_page(), []
    watched(page, heard)
    # Operators judge nobody, and see no table.
    waiting = ["/desk/", f"/desk/games/{stage['game']}"] if role != "operator" else ["/desk/dashboard"]
    seen: dict[str, int] = {}
    while waiting and len(seen) < MOST_PAGES:
        address = waiting.pop(0)
        if address in seen or address.startswith((*FILES, *OUT)):
            continue
        answer = page.goto(address)
        assert answer is not None
        seen[address] = answer.status
        # Whatever leads somewhere leads there: nobody is shown a link to what their role does not open.
        assert answer.status == 200, (address, answer.status)
        assert page.evaluate("window.hit") is None, address
        assert page.locator(FOREIGN).count() == 0, address
        assert page.locator(".desk-hand").count() == 0, address
        # Lists filtered, and the table at each event, are pages that were seen.
        new = sorted(link for link in links_of(page) if link not in seen and ("?" not in link or "?case=" in link))
        waiting += [link for link in new if link not in waiting]
    assert heard == []
    assert len(seen) >= (12 if role != "operator" else 5), seen
    if role != "operator":
        page.goto(f"/desk/games/{stage['game']}")
        assert page.locator("#content").inner_text().count("window.hit=1") >= 30
    context.close()


def test_no_page_of_the_desk_is_wider_than_a_phone(browser: Browser, service: Service, stage: Any) -> None:
    context = at_the_desk(browser, service, stage, "senior moderator", viewport={"width": 375, "height": 740})
    page = context.new_page()
    game = f"/desk/games/{stage['game']}"
    for address in ("/desk/", f"/desk/cases/{stage['case']}", f"/desk/people/{stage['person']}", game, f"{game}/table"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 375, address
    context.close()


def test_the_first_log_in_in_a_browser(browser: Browser, service: Service, stage: Any) -> None:
    """A password, a picture with a key, a code, codes on paper, the queue."""
    context = context_of(browser, service.base_url)
    page, heard = context.new_page(), []
    watched(page, heard)
    page.goto("/desk/cases/x")
    page.fill("[name=name]", stage["new"])
    page.fill("[name=password]", PASSWORD)
    page.click("button:has-text('Log in')")
    page.fill("[name=code]", stage["setup"])
    page.click("button:has-text('Go on')")
    secret = page.inner_text("#secret").replace(" ", "")
    assert page.locator(".desk-qr svg path").count() >= 1
    for _ in range(5):
        page.fill("[name=code]", f"{TOTP(base64.b32decode(secret)).token():06}")
        page.click("button:has-text('It works')")
        page.wait_for_selector(".desk-codes li, .errornote")
        if page.query_selector(".desk-codes li"):
            break
        # A busy machine was slower than the code is good for; and a wrong one makes the next wait.
        page.wait_for_timeout(3_000)
    assert page.locator(".desk-codes li").count() == 10
    page.click("text=I have them")
    assert page.inner_text("h1") == "This is not possible"
    page.goto("/desk/")
    assert page.inner_text("h1") == "Queue"
    # What the browser says of the case that is not there.
    assert [line for line in heard if "404" not in line] == []
    context.close()
