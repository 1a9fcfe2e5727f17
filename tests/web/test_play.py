"""Whole games on the pages, by mouse, by keys, and by several at once."""

import threading
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.service import Service
from tests.web.browsing import (
    MY_TURN,
    Visitor,
    api_move,
    move_made,
    opened,
    over_or_turn,
    played,
    played_by_api,
    registered,
    told,
)

type Visit = Callable[..., Visitor]


def test_a_guest_plays_a_whole_game_against_bots_and_keeps_it(visit: Visit, service: Service) -> None:
    """Given nothing but the address, when "play now" is pressed, then there is a game, and in the end an account."""
    visitor = visit()
    page = visitor.open("/", "#play-now")
    began = time.monotonic()
    page.click("#play-now")
    page.wait_for_selector(".seats .seat")
    assert time.monotonic() - began < 10

    played(page)

    assert "won" in page.inner_text(".result").lower()
    assert page.locator(".log-lines li").count() > 20
    # Nothing that opens the account can be read by a script.
    (session,) = [cookie for cookie in visitor.cookies() if cookie["name"].endswith("nessos")]
    assert session["httpOnly"]
    assert session["sameSite"] in ("Lax", "Strict")
    assert "nss_" not in page.evaluate("JSON.stringify([localStorage, sessionStorage, document.cookie])")

    game = page.url
    page.goto("/login")
    name = f"hero-{int(time.time() * 1000) % 10**9}"
    page.fill("#sign-up-name", name)
    page.fill("#sign-up-password", "correct horse battery")
    page.click("#sign-up button")
    page.wait_for_url("**/lobby")
    page.wait_for_selector(".games.finished .game-row")
    assert page.get_attribute(".games.finished .game-row a", "href") in game
    page.goto(game)
    page.wait_for_selector(".result")
    assert name in page.inner_text(".seats.own")


def test_the_keyboard_alone_plays_a_whole_game(visit: Visit, service: Service) -> None:
    player = registered(service)
    game = opened(player, players=3, bots=["novice", "novice"])
    page = visit(player=player).open(f"/games/{game}", ".seats")

    played(page, "keys")

    assert page.locator(".result h2").inner_text()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")


def test_two_people_in_two_browsers_and_an_api_client_play_one_game(visit: Visit, service: Service) -> None:
    ann, ben, client = (registered(service) for _ in range(3))
    first = visit(player=ann).open("/lobby", "#new-game")
    first.fill("#game-name", "Three at a table")
    first.select_option("#game-players", "3")
    first.click("#new-game .button.main")
    first.wait_for_selector(".waiting-seats")
    game = first.url.rpartition("/")[2]

    second = visit(player=ben).open("/lobby", f'a[href="/games/{game}"]')
    second.click(f'a[href="/games/{game}"]')
    second.click("text=Take a seat")
    # The other page hears of it by itself.
    first.wait_for_selector(f"text={ben.name}")
    client.call("POST", f"/games/{game}/seats", {})

    thread = threading.Thread(target=played_by_api, args=(client, game))
    thread.start()
    try:
        pages = (first, second)
        while not all(page.query_selector(".result") for page in pages):
            for page in pages:
                if page.query_selector(MY_TURN):
                    move_made(page, "mouse")
                else:
                    page.wait_for_timeout(60)
    finally:
        thread.join(60)
    result = client.view(game)["result"]
    winners = {client.view(game)["seats"][seat]["player"]["name"] for seat in result["winners"]}
    for page, player in ((first, ann), (second, ben)):
        expected = "You won!" if winners == {player.name} else "won"
        assert expected in page.inner_text(".result h2")
    # Both were told the same facts.
    assert len(told(first)) == len(told(second))


def test_a_game_is_opened_with_all_its_settings(visit: Visit, service: Service) -> None:
    """Given the form of the lobby, when everything in it is chosen, then the game is opened so, and says so."""
    ann = registered(service)
    page = visit(player=ann).open("/lobby", "#new-game")
    page.select_option("#game-players", "5")
    page.select_option("#game-turn", "P1D")
    page.select_option("#game-visibility", "private")
    page.select_option("#game-bot-0", "shrewd")
    page.select_option("#game-temperament-0", "bold")
    page.select_option("#game-bot-2", "guarded")
    # Of a seat that is left to people it says nothing.
    page.select_option("#game-temperament-1", "honest")
    page.check("#game-allow-bots")
    page.fill("#game-entropy", "my own chance")
    page.click("#new-game .button.main")
    page.wait_for_selector(".waiting-seats")

    page.wait_for_selector("text=programs welcome")
    page.select_option("#next-temperament", "vengeful")
    page.click("text=+ Oracle >> nth=0")
    page.wait_for_selector("text=Oracle, vengeful")
    view = ann.view(page.url.rpartition("/")[2])
    assert view["settings"] == {"turn": "P1D", "visibility": "private", "rated": False, "allow_bots": True}
    bots = [seat["player"] for seat in view["seats"] if seat["player"] and seat["player"]["kind"] == "bot"]
    assert [(bot["level"], bot.get("temperament")) for bot in bots] == [
        ("shrewd", "bold"),
        ("guarded", None),
        ("oracle", "vengeful"),
    ]


def test_an_invitation_leads_to_a_seat(visit: Visit, service: Service) -> None:
    """Given a private game, when its link is opened by somebody else, then they see it and may sit down."""
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=4, visibility="private")
    first = visit(player=ann).open(f"/games/{game}", "#invite")
    link = first.input_value("#invite")
    stranger = visit(player=ben).open(f"/games/{game}")
    stranger.wait_for_selector("text=There is no such game")

    stranger.goto(link)
    stranger.click("text=Take a seat")

    stranger.wait_for_selector("text=Leave")
    first.wait_for_selector(f"text={ben.name}")
    first.click("text=+ Novice bot >> nth=0")
    first.wait_for_selector(".tag >> text=Novice bot")
    first.click("text=Start now")
    for page in (first, stranger):
        page.wait_for_selector(".table .seat")
        assert page.locator(".seat").count() == 3


def test_a_seat_is_taken_and_left(visit: Visit, service: Service) -> None:
    ann, ben = registered(service), registered(service)
    game = opened(ann, players=3)
    first = visit(player=ann).open(f"/games/{game}", ".waiting-seats")
    second = visit(player=ben).open(f"/games/{game}", ".waiting-seats")
    second.click("text=Take a seat")
    first.wait_for_selector(f".waiting-seats >> text={ben.name}")

    second.click("text=Leave")

    second.wait_for_selector("text=Take a seat")
    first.wait_for_selector(f".waiting-seats >> text={ben.name}", state="detached")
    assert [seat["player"] and seat["player"]["name"] for seat in ann.view(game)["seats"]] == [ann.name, None, None]


def test_what_is_not_legal_is_there_with_the_rule_that_says_why(visit: Visit, service: Service) -> None:
    player = registered(service)
    game = opened(player, players=3, bots=["novice", "novice"])
    page = visit(player=player).open(f"/games/{game}", ".seats")
    if over_or_turn(page):
        pytest.fail("the game is over before it began")
    while page.query_selector(".answers .action:not([aria-disabled])"):
        move_made(page, "mouse")
        assert not over_or_turn(page)

    assert "There is no lot yet" in page.inner_text(".answers")
    page.click(".answers .action >> nth=0", force=True)
    assert page.inner_text(".explained") == "There is no lot yet: you open the round."
    version = player.view(game)["version"]
    page.keyboard.press("r")
    assert player.view(game)["version"] == version


def test_a_cut_connection_says_so_and_heals(visit: Visit, service: Service) -> None:
    """Given a spectator without connection, when moves are made, then they are shown once it is back, each once."""
    player = registered(service)
    game = opened(player, players=3, bots=["novice", "novice"])
    visitor = visit()
    page = visitor.open(f"/games/{game}", ".connection.live")
    page.wait_for_timeout(500)

    visitor.context.set_offline(True)
    page.wait_for_selector(".connection.lost")
    lines = told(page)
    known = player.view(game)["version"]
    view = played_by_api(player, game, until=lambda seen: seen["version"] >= known + 8)
    assert told(page) == lines
    visitor.context.set_offline(False)

    page.wait_for_selector(".connection.live, .connection.over")
    page.wait_for_selector(f".log-lines li[data-seq='{view['version']}']", state="attached")
    numbers = page.eval_on_selector_all(".log-lines li", "lines => lines.map(line => Number(line.dataset.seq))")
    assert numbers == sorted(set(numbers))
    assert told(page)[: len(lines)] == lines


def test_a_move_of_somebody_else_appears_within_a_second(visit: Visit, service: Service) -> None:
    ann, ben, client = (registered(service) for _ in range(3))
    game = opened(ann, players=3)
    for other in (ben, client):
        other.call("POST", f"/games/{game}/seats", {})
    page = visit(pace="calm").open(f"/games/{game}", ".connection.live")
    page.wait_for_timeout(800)
    seat_of = {seat["player"]["name"]: seat["seat"] for seat in ann.view(game)["seats"]}
    slowest = 0.0
    for _ in range(3):
        view = ann.view(game)
        mover = next(one for one in (ann, ben, client) if seat_of[one.name] == view["to_act"])
        before = page.locator(".log-lines li").count()
        api_move(mover, mover.view(game))
        began = time.monotonic()
        page.wait_for_function("before => document.querySelectorAll('.log-lines li').length > before", arg=before)
        slowest = max(slowest, time.monotonic() - began)
    assert slowest < 1


def test_a_stale_move_shows_what_happened_meanwhile(visit: Visit, service: Service) -> None:
    """Given a page that has not heard of a move, when it moves, then it is told what happened, and nothing is done."""
    player = registered(service)
    game = opened(player, players=3, bots=["novice", "novice"])
    visitor = visit(player=player)
    page = visitor.page
    # A page that is deaf: neither stream nor poll brings news, calls alone.
    page.route("**/stream**", lambda route: route.abort())
    page.route("**/events?**wait=**", lambda route: route.abort())
    visitor.open(f"/games/{game}", ".seats")
    end = time.monotonic() + 60
    while page.query_selector(MY_TURN) is None:
        assert time.monotonic() < end
        page.wait_for_timeout(300)
        page.reload()
        page.wait_for_selector(".seats")
        page.wait_for_timeout(300)
    api_move(player, player.view(game))
    version = player.view(game)["version"]

    _try_some_move(page)

    page.wait_for_selector(".meanwhile")
    assert "Meanwhile the game went on" in page.inner_text(".meanwhile")
    assert page.locator(".meanwhile li").count() >= 1
    assert player.view(game)["version"] >= version
    visitor.errors.clear()


def _try_some_move(page: Page) -> None:
    if page.query_selector(".answers .action:not([aria-disabled])"):
        page.keyboard.press("a")
        return
    page.keyboard.press("1")
    if page.query_selector(".claims"):
        page.keyboard.press("5")
    page.click(".asked .action:not([aria-disabled]) >> nth=0")
