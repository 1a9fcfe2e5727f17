"""Pages by keyset: whole, stable, and deaf to cursors made up."""

import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db.models import F

from players.errors import ErrorCode, Refusal
from players.models import Player
from players.pages import Page, keyset_page

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 3, 12, 0, 0, 123456, tzinfo=UTC)


@pytest.fixture
def players() -> list[Player]:
    """Seven players, of whom three came at the same moment."""
    moments = [NOON + timedelta(microseconds=shift) for shift in (0, 1, 1, 1, 2, 3, 4)]
    return [
        Player.objects.create(name=f"p{number}", name_key=f"p{number}", created_at=moment, games_played=number % 3)
        for number, moment in enumerate(moments)
    ]


def names(page: Page[Player]) -> list[str]:
    return [player.name for player in page.items]


def all_names(limit: int, **order: Any) -> list[str]:
    shown: list[str] = []
    page = keyset_page(Player.objects.all(), limit=limit, **order)
    shown += names(page)
    while page.next is not None:
        page = keyset_page(Player.objects.all(), limit=limit, cursor=page.next, **order)
        shown += names(page)
    return shown


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 8])
def test_all_rows_are_shown_once(players: list[Player], limit: int) -> None:
    assert all_names(limit) == ["p6", "p5", "p4", "p3", "p2", "p1", "p0"]
    assert all_names(limit, keys=("created_at", "id")) == ["p0", "p1", "p2", "p3", "p4", "p5", "p6"]
    assert all_names(limit, keys=("games_played", "-name")) == ["p6", "p3", "p0", "p4", "p1", "p5", "p2"]


def test_the_last_page_has_no_next(players: list[Player]) -> None:
    assert keyset_page(Player.objects.all(), limit=7).next is None
    page = keyset_page(Player.objects.none(), limit=7)
    assert (page.items, page.next) == ((), None)


def test_rows_that_come_and_go_move_no_other(players: list[Player]) -> None:
    first = keyset_page(Player.objects.all(), limit=2)
    Player.objects.filter(name__in=["p6", "p5", "p3"]).delete()
    Player.objects.create(name="new", name_key="new", created_at=NOON + timedelta(days=1))
    rest = keyset_page(Player.objects.all(), limit=10, cursor=first.next)
    assert names(first) == ["p6", "p5"]
    assert names(rest) == ["p4", "p2", "p1", "p0"]


def test_dicts_annotations_and_relations_are_paged_too(players: list[Player]) -> None:
    rows = Player.objects.annotate(twice=F("games_played") * 2).values("name", "twice")
    first = keyset_page(rows, keys=("twice", "name"), limit=3)
    second = keyset_page(rows, keys=("twice", "name"), limit=9, cursor=first.next)
    assert [row["name"] for row in (*first.items, *second.items)] == ["p0", "p3", "p6", "p1", "p4", "p2", "p5"]


def written(content: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).rstrip(b"=").decode()


def forged(*values: object, keys: tuple[str, ...] = ("-created_at", "-id")) -> str:
    """A cursor with the right fingerprint and other values."""
    Player.objects.get_or_create(name="x1", name_key="x1")
    Player.objects.get_or_create(name="x2", name_key="x2")
    real = keyset_page(Player.objects.all(), keys=keys, limit=1).next
    assert real is not None
    fingerprint = json.loads(base64.urlsafe_b64decode(real + "=" * (-len(real) % 4)))[0]
    return written([fingerprint, *values])


@pytest.mark.parametrize(
    "values",
    [
        (),
        (1,),
        (1, 2, 3),
        ("1", 2),
        (1, "2"),
        (1.5, 2),
        (True, 2),
        (1, False),
        (None, None),
        ([], {}),
        (10**30, 2),
        (-(10**30), 2),
        (2**62, 2),
        (1, 2**63),
        (1, 10**400),
        (1, "\0"),
    ],
)
def test_a_forged_cursor_is_refused(values: tuple[object, ...]) -> None:
    with pytest.raises(Refusal) as refusal:
        keyset_page(Player.objects.all(), cursor=forged(*values))
    assert (refusal.value.code, refusal.value.field) == (ErrorCode.BAD_CURSOR, "cursor")


@pytest.mark.parametrize("value", ["\0", "\ud800", 5, None])
def test_a_forged_text_is_refused(value: object) -> None:
    keys = ("name",)
    with pytest.raises(Refusal):
        keyset_page(Player.objects.all(), keys=keys, cursor=forged(value, keys=keys))


@pytest.mark.parametrize(
    "cursor",
    ["", " ", "a", "abc=", "é", "\0", "A" * 5000,
     written({}), written([]), written("x"), written(5), written(["no", 1, 2]),
     base64.urlsafe_b64encode(b"\xff\xfe").decode().rstrip("="),
     base64.urlsafe_b64encode(b"[" * 800).decode().rstrip("=")],
)  # fmt: skip
def test_nonsense_is_refused(cursor: str) -> None:
    with pytest.raises(Refusal) as refusal:
        keyset_page(Player.objects.all(), cursor=cursor)
    assert refusal.value.code == ErrorCode.BAD_CURSOR


def test_the_cursor_of_another_order_is_refused(players: list[Player]) -> None:
    cursor = keyset_page(Player.objects.all(), limit=1).next
    with pytest.raises(Refusal):
        keyset_page(Player.objects.all(), keys=("created_at", "id"), cursor=cursor)
