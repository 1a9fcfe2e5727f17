"""Durations, times, and the reading of bodies that do not come over REST."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from pydantic import Field

from players.cards import PlayerCard
from players.errors import ErrorCode, Refusal
from players.wire import Body, Duration, Line, duration_json, parse, player_json, time_json


class Sample(Body):
    turn: Duration = timedelta(days=3)
    levels: tuple[str, ...] = ()
    players: int = Field(4, ge=3, le=6)
    name: Line | None = Field(None, max_length=5)


def refusal(data: object) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        parse(Sample, data)
    return caught.value.code.value, caught.value.field


@pytest.mark.parametrize(
    ("text", "duration"),
    [
        ("P3D", timedelta(days=3)),
        ("PT30S", timedelta(seconds=30)),
        ("P2W", timedelta(weeks=2)),
        ("P1DT2H3M4S", timedelta(days=1, hours=2, minutes=3, seconds=4)),
        ("PT0.5S", timedelta(milliseconds=500)),
        ("PT36H", timedelta(hours=36)),
    ],
)
def test_durations_are_read(text: str, duration: timedelta) -> None:
    assert parse(Sample, {"turn": text}).turn == duration


@pytest.mark.parametrize(
    "text",
    [
        "",
        "P",
        "PT",
        "3D",
        "P3",
        "P1Y",
        "P1M",
        "-P3D",
        "+P3D",
        "P3D\n",
        " P3D",
        "p3d",
        "P-3D",
        "P٣D",
        "P1DT",
        "P" + "9" * 37 + "D",
        "P0003-06-04T12:30:05",
        "P20030604T123005",
        "PT1.2.3S",
        "P3D" + " " * 100,
    ],
)
def test_other_durations_are_refused(text: str) -> None:
    assert refusal({"turn": text}) == ("invalid_value", "turn")


@pytest.mark.parametrize("value", [3, None, True, ["P3D"], {}])
def test_a_duration_is_text(value: object) -> None:
    assert refusal({"turn": value}) == ("wrong_type", "turn")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"players": "4"}, ("wrong_type", "players")),
        ({"players": 4.0}, ("wrong_type", "players")),
        ({"players": 4.5}, ("wrong_type", "players")),
        ({"players": True}, ("wrong_type", "players")),
        ({"players": None}, ("wrong_type", "players")),
        ({"players": 7}, ("invalid_value", "players")),
        ({"players": 10**25}, ("malformed", None)),
        ({"levels": ["a", 5]}, ("wrong_type", "levels.1")),
        ({"levels": {}}, ("wrong_type", "levels")),
        ({"name": "a\u2028b"}, ("invalid_value", "name")),
        ({"name": "a\u202eb"}, ("invalid_value", "name")),
        ({"name": "\u200b"}, ("invalid_value", "name")),
        ({"name": " \u00a0"}, ("invalid_value", "name")),
        ({"name": "a\uffff"}, ("invalid_value", "name")),
        ({"name": "\ufdd0b"}, ("invalid_value", "name")),
        ({"name": "a\0b"}, ("malformed", None)),
        ({"name": "\ud800"}, ("malformed", None)),
        ({"name": "toolong"}, ("invalid_value", "name")),
        ({"players": 7, "levels": 5, "nick": 1}, ("unknown_field", "nick")),
        ([], ("malformed", None)),
        (None, ("malformed", None)),
    ],
)
def test_a_body_is_refused(data: object, expected: tuple[str, str | None]) -> None:
    assert refusal(data) == expected


def test_lists_are_read_as_tuples() -> None:
    assert parse(Sample, {"levels": ["novice"], "name": None}) == Sample(levels=("novice",))


def test_a_ring_of_lists_is_too_deep() -> None:
    ring: list[object] = []
    ring.append(ring)
    assert refusal({"levels": ring}) == (ErrorCode.MALFORMED.value, None)


def test_times_are_utc_and_durations_iso() -> None:
    evening = datetime(2026, 12, 3, 11, 0, 0, 999, tzinfo=timezone(timedelta(hours=1)))
    assert time_json(evening) == "2026-12-03T10:00:00Z"
    assert time_json(datetime(2026, 12, 3, tzinfo=UTC)) == "2026-12-03T00:00:00Z"
    assert duration_json(timedelta(days=3)) == "P3D"
    assert duration_json(timedelta(seconds=30)) == "PT30S"
    assert duration_json(timedelta(days=1, hours=2)) == "P1DT2H"
    assert duration_json(timedelta(days=14)) == "P14D"


def test_only_bots_have_a_level() -> None:
    assert player_json(PlayerCard(id=1, name="ann", kind="human", level="")) == {"name": "ann", "kind": "human"}
    bot = PlayerCard(id=2, name="guarded-1", kind="bot", level="guarded")
    assert player_json(bot) == {"name": "guarded-1", "kind": "bot", "level": "guarded"}
