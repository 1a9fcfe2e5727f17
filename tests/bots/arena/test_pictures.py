"""The picture is well-formed, says in words what it shows, and shows it where it is."""

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bots.arena.pictures import picture
from bots.arena.results import Results, results_json, results_read
from tests.bots.arena.contests import KEPT, PLAYERS, results_played
from tests.service import CHECKOUT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def results() -> Results:
    return results_played(PLAYERS + "Counting", "novice", players=4, games=40)


def drawn(results: Results) -> ElementTree.Element:
    return ElementTree.fromstring(picture(results))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_it_has_a_title_and_a_description(results: Results) -> None:
    root = drawn(results)

    assert root.get("role") == "img"
    named = [root.find(f"{SVG}*[@id='{name}']") for name in str(root.get("aria-labelledby")).split()]
    title, description = (element.text if element is not None else None for element in named)
    assert title == "Arena: 1 × Counting, 3 × novice"
    assert description is not None
    share = results.contestants[0].win_share.value
    assert f"Counting wins {100 * share:.1f} %" in description
    assert "Its beliefs have a Brier score of 0." in description


def test_it_is_whole_in_itself(results: Results) -> None:
    """No other host, no script, no picture of text; colours for the dark too."""
    root = drawn(results)

    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        *("svg", "title", "desc", "style", "rect", "text", "line", "circle"),
    }
    assert picture(results).replace('xmlns="http://www.w3.org/2000/svg"', "").count("http") == 0
    assert "prefers-color-scheme: dark" in picture(results)


def test_everything_is_inside(results: Results) -> None:
    root = drawn(results)
    _, _, width, height = map(float, str(root.get("viewBox")).split())

    for element in root.iter():
        for names, most in ((("x", "x1", "x2", "cx"), width), (("y", "y1", "y2", "cy"), height)):
            assert all(0 <= float(element.get(name, 0)) <= most for name in names), element.attrib


def test_win_shares_stand_in_order_on_their_scale(results: Results) -> None:
    """Dots, whiskers and par lie on one scale: the same distance for the same share."""
    root = drawn(results)
    dots = [float(str(dot.get("cx"))) for dot in root.iter(f"{SVG}circle")][:2]
    par = next(float(str(line.get("x1"))) for line in root.iter(f"{SVG}line") if line.get("class") == "par")
    one, rest = (standing.win_share.value for standing in results.contestants)

    assert (dots[0] - par) / (one - 0.25) == pytest.approx((dots[1] - par) / (rest - 0.25), rel=0.01)
    assert "par 25 %" in texts(root)


def test_each_claim_has_its_share_as_text(results: Results) -> None:
    shown = texts(drawn(results))

    for standing in results.contestants:
        for truth in standing.truth_by_claim:
            assert ("–" if truth.share is None else f"{100 * truth.share:.0f} %") in shown


def test_without_beliefs_there_is_no_curve(results: Results) -> None:
    blind = replace(results, contestants=tuple(replace(one, calibration=None) for one in results.contestants))

    assert not any("Beliefs" in text for text in texts(drawn(blind)))
    assert any("Beliefs" in text for text in texts(drawn(results)))
    assert float(str(drawn(blind).get("height"))) < float(str(drawn(results).get("height")))


def test_names_do_no_harm(results: Results) -> None:
    first, second = results.contestants
    odd = replace(results, contestants=(replace(first, name='<script>&"' + "long " * 20), second))

    assert any(text.startswith('<script>&"') and len(text) <= 22 for text in texts(drawn(odd)))


def test_results_can_be_read_again(results: Results) -> None:
    assert results_read(results_json(results)) == results


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_pictures_are_of_the_kept_results(path: Path) -> None:
    assert path.with_suffix(".svg").read_text(encoding="utf-8") == picture(results_read(path.read_bytes()))


def test_some_are_kept() -> None:
    assert CHECKOUT / "docs" / "bots" / "guarded-novice.json" in KEPT
