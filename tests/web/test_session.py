"""The session of a page, in a real browser: no script reads it, and no other page uses it."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.service import Service, free_port
from tests.web.browsers import NAMES, NoBrowser, a_guest, browser_found

A_PAGE: Final = "/api/docs"
LOOK: Final = "() => fetch('/api/v1/players/me').then((answer) => answer.status)"
# Whatever a page of another origin can have a browser send to us.
FORGED: Final = """
async (address) => {
  const body = JSON.stringify({bots: ["novice", "novice"], players: 3});
  const told = [];
  for (const how of [
    {mode: "no-cors", headers: {"Content-Type": "text/plain"}},
    {mode: "cors", headers: {"Content-Type": "application/json"}},
    {mode: "cors", headers: {"Content-Type": "application/json", "X-CSRFToken": "x".repeat(64)}},
  ]) {
    try {
      const answer = await fetch(address, {method: "POST", credentials: "include", body, ...how});
      told.push(answer.status);
    } catch (refused) {
      told.push("refused");
    }
  }
  try {
    const answer = await fetch(address, {credentials: "include"});
    told.push((await answer.text()).length);
  } catch (refused) {
    told.push("refused");
  }
  return told;
}
"""


def games_of(page: Page, name: str) -> Any:
    return page.request.get(f"/api/v1/games?player={name}").json()["items"]


def test_a_page_is_logged_in_and_none_of_its_scripts_can_tell_by_what(service: Service, page: Page) -> None:
    page.goto(A_PAGE)
    assert page.evaluate(LOOK) == 401
    name = a_guest(page)

    assert page.evaluate(LOOK) == 200

    cookies = {cookie["name"]: cookie for cookie in page.context.cookies()}
    session = cookies["nessos"]
    assert (session["httpOnly"], session["sameSite"], session["path"]) == (True, "Strict", "/")
    told = page.evaluate("() => [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]")
    assert not any("nss_" in text for text in told)
    assert "nessos" not in told[0]
    # And it is there after a link from elsewhere, as soon as a page of ours asks.
    elsewhere = f"http://localhost:{free_port()}/"
    page.route(f"{elsewhere}**", lambda route: route.fulfill(body=f"<a href='{service.base_url}{A_PAGE}'>go</a>"))
    page.goto(elsewhere, referer=elsewhere)
    page.click("a")
    page.wait_for_url(f"**{A_PAGE}")
    assert page.evaluate("() => fetch('/api/v1/session').then((answer) => answer.json())")["player"]["name"] == name


@pytest.mark.parametrize(
    ("host", "answer"),
    [("localhost", (401, "not_authenticated", False)), ("127.0.0.1", (403, "csrf_failed", True))],
    ids=["another site", "another port of ours"],
)
def test_a_page_of_another_origin_does_nothing_and_sees_nothing(
    service: Service, page: Page, host: str, answer: tuple[int, str, bool]
) -> None:
    # given somebody who is logged in, and looks at a page of another origin
    name = a_guest(page)
    elsewhere, games = f"http://{host}:{free_port()}/", f"{service.base_url}/api/v1/games"
    form = f"<form method=post enctype=text/plain action={games}><input name='{{}}'><button>Win</button></form>"
    page.route(f"{elsewhere}**", lambda route: route.fulfill(body=form, content_type="text/html"))
    page.goto(elsewhere)
    # when its scripts call, then they see nothing
    assert page.evaluate(FORGED, games) == ["refused"] * 4
    # and when it has the browser send a form, then that comes without the cookie, or is known for what it is
    with page.expect_response(lambda told: told.request.method == "POST") as sent:
        page.click("button")
    told = sent.value
    assert (told.status, told.json()["code"], "nessos=" in told.request.all_headers().get("cookie", "")) == answer
    assert games_of(page, name) == []
    # The same call by a page of ours is done.
    page.goto(A_PAGE)
    done = page.evaluate(
        """async () => {
          const {csrf_token} = await (await fetch("/api/v1/session")).json();
          const headers = {"Content-Type": "application/json", "X-CSRFToken": csrf_token};
          return (await fetch("/api/v1/games", {method: "POST", body: "{}", headers})).status;
        }"""
    )
    assert (done, len(games_of(page, name))) == (201, 1)


def test_a_stream_of_a_page_ends_with_its_session(service: Service, page: Page) -> None:
    a_guest(page)
    page.goto(A_PAGE)
    page.evaluate(
        """() => {
          window.told = [];
          const events = new EventSource("/api/v1/players/me/stream");
          for (const kind of ["open", "error"]) events.addEventListener(kind, () => window.told.push(kind));
          window.told.source = events;
        }"""
    )
    page.wait_for_function("() => window.told.includes('open')")
    csrf = page.evaluate("() => fetch('/api/v1/session').then((answer) => answer.json())")["csrf_token"]
    assert page.request.delete("/api/v1/session", headers={"X-CSRFToken": csrf}).status == 204
    # It comes back by itself, and is told not to.
    page.wait_for_function("() => window.told.source.readyState === EventSource.CLOSED")
    assert page.evaluate(LOOK) == 401


def test_without_a_browser_the_tests_say_what_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("tests.web.browsers.ELSEWHERE", ())
    with pytest.raises(NoBrowser, match=NAMES[0]):
        browser_found()


def test_the_explorer_of_graphql_asks_as_whose_token_it_is_given(service: Service, page: Page) -> None:
    a_guest(page)
    with page.expect_response(lambda answer: answer.request.method == "POST") as asked:
        page.goto("/graphiql")
        page.wait_for_selector(".graphiql-execute-button")
        page.click(".graphiql-execute-button")
    assert "nessos=" not in asked.value.request.all_headers().get("cookie", "")
    assert asked.value.status == 200
