"""What pages cost, and what is not in them."""

import csv
import io
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import store
from games.admin.words import card_in_words
from games.engine.types import Visibility
from games.management.commands.replay_check import Command
from games.models import GameEvent, LogCheck, new_game_id
from games.services.moderation import game_void
from players.conduct.audit import Act, audit_write
from players.conduct.models import AuditEntry, Case
from players.conduct.roles import Role
from tests.desk.staging import staff, world
from tests.desk.test_matrix import addresses
from tests.games.playing import people
from tests.worlds.looking import _replaced, _store
from tests.worlds.worlds import game_played, twin_of

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = 12
LISTS = ("index", "glass", "audit_csv", "audit_jsonl")
# The words of columns that no page of the desk ever asks for.
SECRETS = ("password", '"email"', "digest", "games_invitation", "server_seed", "players_token", "sealed")


def read(client: Client, address: str) -> Any:
    """Status and whole body."""
    answer = client.get(address)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, body


def asked_by(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        status, _ = read(client, address)
    assert status == 200, address
    return [query["sql"] for query in queries]


def work(statements: list[str]) -> list[str]:
    """Without what begins and ends transactions."""
    return [sql for sql in statements if not sql.startswith(("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT"))]


def test_lists_ask_for_little_however_much_there_is() -> None:
    there = world(tuple(f"text {number}" for number in range(30)))
    player, client = staff("frugal", Role.SENIOR)
    for hero in people(*(f"crowd-{number}" for number in range(12))):
        Case.objects.create(subject=hero, origin="report", weight=3)
        audit_write(actor=player, act=Act.WARN, player=hero)
    for name, (address, _) in addresses(there).items():
        if name not in LISTS and not name.endswith("_changelist"):
            continue
        statements = work(asked_by(client, address))
        assert len(statements) < MOST_STATEMENTS, (name, len(statements), statements)
        counts = [sql for sql in statements if "COUNT(" in sql and "changelist" in name]
        assert all("LIMIT" in sql for sql in counts), counts


def test_no_page_asks_for_a_secret() -> None:
    there = world()
    _, client = staff("discreet", Role.SENIOR)
    for name, (address, _) in addresses(there).items():
        if name == "glass_table":
            continue
        own = ('FROM "django_session"', '"players_player"."id" = ')
        for sql in asked_by(client, address):
            # Who is logged in is looked up whole, by their key.
            if any(mark in sql for mark in own) and "JOIN" not in sql:
                continue
            assert not any(word in sql for word in SECRETS), (name, sql)


def test_a_name_is_found_by_its_beginning_or_in_any_spelling() -> None:
    world()
    _, client = staff("seeker", Role.MODERATOR)
    for term, found in (("hero-", 3), ("HERO-1", 1), ("nobody", 0), ("\x00", 4), ("%", 0)):
        page = client.get("/desk/lists/player/", {"q": term}).content.decode()
        assert page.count('class="field-who"') == found or found == 4, term


def test_filters_and_nonsense_are_no_failure() -> None:
    world()
    _, client = staff("curious", Role.SENIOR)
    for address in (
        *("/desk/lists/case/?state=open", "/desk/lists/case/?state=nonsense", "/desk/lists/report/?kind=abuse"),
        *(
            "/desk/lists/auditentry/?act=look_queue",
            "/desk/lists/auditentry/?q=hero-0",
            "/desk/lists/game/?status=active",
        ),
        *(
            "/desk/lists/player/?p=99999",
            "/desk/lists/player/?o=1",
            "/desk/lists/player/?all=",
            "/desk/lists/game/?q=nnn",
        ),
        "/desk/lists/player/?e=1",
    ):
        assert client.get(address).status_code in (200, 302), address
    for address in (
        *("/desk/cases/%00", "/desk/games/%00", "/desk/acts/warn/%00", "/desk/acts/case_close/%00"),
        *("/desk/cases/nope", "/desk/people/999999999", "/desk/games/nope", "/desk/acts/nope/x", "/desk/acts/warn/x"),
        *("/desk/acts/sanction_lift/nope", "/desk/acts/glass_answer/x", "/desk/acts/seat_hand_over/a.b"),
    ):
        assert client.get(address).status_code == 404, address


@pytest.mark.parametrize("question", ["player/?password__startswith=m", "player/?email=a", "game/?creator__password=a"])
def test_an_address_asks_no_question_of_its_own(question: str) -> None:
    """What Django's admin would allow: to find out by conditions what is not shown."""
    world()
    _, client = staff("prying", Role.SENIOR)

    assert client.get(f"/desk/lists/{question}").status_code == 400


def test_the_audit_log_goes_out_whole_and_harmless() -> None:
    there = world()
    judge, client = staff("archivist", Role.SENIOR)
    audit_write(actor=judge, act=Act.WARN, player=there.heroes[0], reason='=HYPERLINK("x")', before={"n": 1})

    rows = list(csv.DictReader(io.StringIO(read(client, "/desk/audit.csv")[1].decode())))
    assert rows[-2]["reason"] == '\'=HYPERLINK("x")'
    assert (rows[-2]["actor"], rows[-2]["act"], rows[-2]["player"]) == ("archivist", "warn", "hero-0")
    lines = [json.loads(line) for line in read(client, "/desk/audit.jsonl?act=warn")[1].decode().splitlines()]
    assert [(line["act"], line["before"]) for line in lines] == [("warn", {"n": 1})]
    assert AuditEntry.objects.filter(actor=judge, act=Act.AUDIT_EXPORT).count() == 2


def test_the_dashboard_tells_what_the_last_check_found(monkeypatch: pytest.MonkeyPatch) -> None:
    world()
    _, client = staff("keeper", Role.OPERATOR)
    assert b"never checked" in client.get("/desk/dashboard").content
    monkeypatch.setattr("games.management.commands.replay_check.game_check", lambda **_: None)

    Command().handle(games=[], projections=False, quiet=True)

    check = LogCheck.objects.get()
    assert (check.games, check.faults) == (1, 0)
    page = client.get("/desk/dashboard").content.decode()
    assert "1 games replayed" in page
    assert page.count('role="img"') == 2


def everything(client: Client, pages: list[str]) -> Iterator[tuple[str, object]]:
    """What a moderator sees; without what differs each time it is asked."""
    for address in pages:
        sid = transaction.savepoint_create()
        store.forget_all()
        status, body = read(client, address)
        transaction.savepoint_rollback(sid)
        text = re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", body)
        yield address, (status, re.sub(rb"[0-9]+\xc2\xa0(minute|second)s?", b"", text))


@pytest.mark.parametrize("seed", range(4))
def test_a_moderator_cannot_tell_twin_worlds_apart(seed: int) -> None:
    """Two games with the same public history, and all that is hidden permuted: every page is the same."""
    rng = random.Random(seed)
    heroes = people("hero-0", "hero-1", "hero-2", "hero-3")
    game_id = new_game_id()
    one = game_played(rng, game_id, [hero.pk for hero in heroes], 5 + 4 * seed, visibility=Visibility.PUBLIC)
    other = twin_of(one, None, rng)
    assert one != other
    _store(game_id, one)
    case = Case.objects.create(subject=heroes[0], origin="staff")
    _, client = staff("twins", Role.SENIOR)
    pages = [
        *(
            f"/desk/games/{game_id}",
            f"/desk/cases/{case.pk}",
            f"/desk/people/{heroes[0].pk}",
            "/desk/",
            "/desk/dashboard",
        ),
        *("/desk/lists/game/", f"/desk/games/{game_id}/table", f"/desk/glass/{game_id}/table"),
        *(f"/desk/games/{game_id}/table?event={event}" for event in range(1, len(one) + 1, 3)),
        *(f"/desk/games/{game_id}/table?seat={seat}&event={len(one)}" for seat in "ABCD"),
        f"/desk/acts/game_void/{game_id}",
    ]

    first = dict(everything(client, pages))
    with _replaced(game_id, other):
        second = dict(everything(client, pages))

    for address in pages:
        assert first[address] == second[address], address
    assert first[f"/desk/games/{game_id}/table?seat=A&event={len(one)}"][0] == 403  # type: ignore[index]


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: a page that shows seats of running games is told apart."""
    monkeypatch.setattr("games.admin.tables.may_look_at_seats", lambda **_: True)
    monkeypatch.setattr("games.selectors.desk.may_look_at_seats", lambda **_: True)
    monkeypatch.setattr("games.admin.tables.glass_look", lambda **_: None)

    with pytest.raises(AssertionError, match="seat="):
        test_a_moderator_cannot_tell_twin_worlds_apart(1)


def test_after_the_end_a_seat_shows_its_hand_as_it_was() -> None:
    """By replay up to the event: what the player was shown then."""
    there = world()
    senior, client = staff("later", Role.SENIOR)
    dealt = GameEvent.objects.get(game=there.game, kind="cards_dealt")
    game_void(actor=senior, game_id=there.game, reason="A test.")

    page = client.get(f"/desk/games/{there.game}/table?seat=B&event={dealt.seq}").content.decode()

    hand = sorted(dealt.data["hands"][1])
    shown = page.partition('class="desk-hand"')[2].partition("</p>")[0]
    assert [shown.count(f">{card_in_words(card)}<") for card in set(hand)] == [hand.count(card) for card in set(hand)]
