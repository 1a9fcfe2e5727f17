"""Replays: every step, through anybody's eyes, and the proof of the shuffle, computed by the browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.service import Service
from tests.streams.listening import Player
from tests.web.browsing import Visitor, finished

type Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def over(service: Service) -> tuple[Player, str]:
    """A game that is over, and who played it."""
    return finished(service)


def test_a_game_is_seen_step_by_step_from_any_seat(visit: Visit, over: tuple[Player, str]) -> None:
    player, game = over
    record = player.call("GET", f"/games/{game}/record")
    dealt = next(event for event in record["events"] if event["kind"] == "cards_dealt")
    page = visit().open(f"/games/{game}/replay?step={dealt['seq']}&eyes=open", ".replay-bar")
    assert _hands(page) == [sorted(hand) for hand in record["hands"]]

    # Through the eyes of one seat, the others' hands are closed again.
    page.select_option("#eyes", label=player.name)
    assert page.locator(".open-hand").count() == 0
    assert _cards(page, ".hand.still") == sorted(record["hands"][0])
    page.select_option("#eyes", "none")
    assert page.locator(".hand.still, .open-hand").count() == 0

    for key, step in (("ArrowRight", dealt["seq"] + 1), ("ArrowLeft", dealt["seq"]), ("End", len(record["events"]))):
        page.keyboard.press(key)
        assert page.inner_text(".step-n") == f"{step} / {len(record['events'])}"
    for seat in record["game"]["seats"]:
        assert _cards(page, f".seat[data-seat='{seat['seat']}'] .front") == seat["front"]
    # A step has a link, which shows the same to somebody else.
    page.click("button[aria-label='One round back']")
    link, words = page.url, page.inner_text(".step-words")
    assert "step=" in link
    assert visit().open(link, ".replay-bar").inner_text(".step-words") == words


def test_the_chart_and_the_bluffs_are_those_of_the_record(visit: Visit, over: tuple[Player, str]) -> None:
    player, game = over
    record = player.call("GET", f"/games/{game}/record")
    page = visit().open(f"/games/{game}/replay", ".bluffs")
    made = [0] * record["players"]
    for event in record["events"]:
        for card in event["data"].get("cards", []) if event["kind"] in ("lot_accepted", "lot_refused") else []:
            made[card["from"]] += card["card"] == 0 and card["claim"] != 0
    assert [int(text) for text in page.locator(".bluffs tbody td:nth-child(3)").all_inner_texts()] == made
    assert page.locator(".lines .line").count() == record["players"]
    page.click(".chart summary")
    last = page.locator(".chart tbody tr:last-child td").all_inner_texts()
    assert [int(text.split(" ")[0]) for text in last] == record["game"]["result"]["points"]


def test_the_browser_verifies_the_shuffle_and_finds_what_was_changed(visit: Visit, over: tuple[Player, str]) -> None:
    _, game = over
    page = visit().open(f"/games/{game}/replay", "#verify")
    page.click("#verify")
    page.wait_for_selector("#proof-end")
    assert page.inner_text("#proof-end") == "The shuffle was fair: nobody could choose it."
    assert page.locator(".proof li.holds").count() == 12

    # The negative control: a record in which two cards of the deck have changed places.
    def swapped(route: Any) -> None:
        record = route.fetch().json()
        deck = record["deck"]
        other = next(place for place in range(1, len(deck)) if deck[place] != deck[0])
        deck[0], deck[other] = deck[other], deck[0]
        route.fulfill(json=record)

    page.route("**/record", swapped)
    page.reload()
    page.click("#verify")
    page.wait_for_selector("#proof-end")
    assert page.inner_text("#proof-end") == "This does not hold."
    assert page.locator(".proof li.fails").count() == 1


def _cards(page: Page, place: str) -> list[int]:
    shown = page.locator(f"{place} [data-card]")
    return [int(card) for card in shown.evaluate_all("cards => cards.map(card => card.dataset.card)")]


def _hands(page: Page) -> list[list[int]]:
    return [_cards(page, f".seat[data-seat='{seat}'] .open-hand") for seat in range(page.locator(".seat").count())]
