"""Several at once, on the real database: messages without a gap or a double, one case a player, one row a list."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from games.models import Game
from games.moderated import Message
from games.services import messages
from games.services.messages import message_write
from games.services.table import Table
from games.store import load
from players.conduct import reports
from players.conduct.circles import block_add
from players.conduct.models import ReportKind
from players.conduct.reports import report_file
from players.conduct.sanctions import appeal_file
from players.errors import ErrorCode, Refusal
from players.models import Appeal, Block, Case, Player, Report, Sanction
from tests.games.playing import people, started_game
from tests.games.test_races import Act, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def saying(game_id: str, player: Player, text: str) -> Act:
    return partial(message_write, game_id=game_id, actor=player, text=text)


def test_messages_at_once_are_numbered_without_a_gap_or_a_double() -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    for number in range(4):
        outcomes = at_once(*(saying(game_id, player, f"{number}") for player in seated))
        assert outcomes == ["done"] * 3

    found = Message.objects.filter(game=game_id).order_by("seq")
    assert list(found.values_list("seq", flat=True)) == list(range(1, 13))
    assert len({message.text + str(message.author_id) for message in found}) == 12
    assert list(found.values_list("at", flat=True)) == sorted(found.values_list("at", flat=True))


def test_without_the_lock_of_the_game_numbers_are_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: a game that nobody locks."""
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)

    @contextmanager
    def unlocked(*, game_id: str, actor: Player) -> Iterator[Table]:
        game = Game.objects.get(pk=game_id)
        loaded = load(game.pk, game.version)
        with transaction.atomic():
            yield Table(game, loaded.state, loaded.now)

    def said(player: Player, text: str) -> None:
        try:
            message_write(game_id=game_id, actor=player, text=text)
        except IntegrityError:
            raise Refusal(ErrorCode.UNAVAILABLE) from None

    monkeypatch.setattr(messages, "game_locked", unlocked)
    for number in range(20):
        if "unavailable" in at_once(*(partial(said, player, f"{number}") for player in seated)):
            return
    raise AssertionError("nothing was given twice")


def reporting(author: Player, subject: Player, kind: ReportKind = ReportKind.ABUSE) -> Act:
    return partial(
        report_file, author=author, kind=kind, player=subject, game_ref="", message_ref="", text="They shout."
    )


def test_reporters_at_once_make_one_case() -> None:
    authors = people("ann", "bob", "cleo")
    for subject in people("dan", "eve", "fay"):
        outcomes = at_once(*(reporting(author, subject) for author in authors))

        assert outcomes == ["done"] * 3
        case = Case.objects.get(subject=subject)
        assert case.weight == 3 * reports.WEIGHTS[ReportKind.ABUSE]
        assert case.reports.count() == 3


def test_an_author_at_once_makes_one_report() -> None:
    subject, ann = people("eve", "ann")

    outcomes = at_once(*[reporting(ann, subject)] * 3)

    assert outcomes == ["already_reported"] * 2 + ["done"]
    assert Report.objects.count() == 1
    assert Case.objects.get().weight == reports.WEIGHTS[ReportKind.ABUSE]


def test_lists_and_appeals_hold_a_thing_once() -> None:
    ann, bob, warden = people("ann", "bob", "warden-1")
    sanction = Sanction.objects.create(player=ann, kind="warning", ground="abuse", reason="x", decided_by=warden)

    blocked = at_once(*[partial(block_add, player=ann, name="bob")] * 3)
    appealed = at_once(*[partial(appeal_file, player=ann, sanction_id=sanction.pk, text="No.")] * 3)

    assert blocked == ["done"] * 3
    assert Block.objects.count() == 1
    assert appealed == ["already_appealed"] * 2 + ["done"]
    assert Appeal.objects.count() == 1
    assert Block.objects.get().blocked == bob
