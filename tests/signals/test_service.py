"""Signals as they are kept: each game counts once, and a conspicuous pair makes one case."""

from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from django.db.models import Sum
from django.utils.translation import override

from bots.signals import services
from bots.signals.clues import ClueKind
from bots.world.making import World, world_make
from games.management.commands import sweep
from games.models import Game
from games.moderated import GameClues, PairClues, Signal, SignalRun
from games.selectors.signals import signals_due, signals_of_case
from games.services.results import game_settle
from players.conduct.models import AuditEntry, Case, CaseOrigin, CaseOutcome
from players.conduct.roles import Role
from players.models import Player
from tests.desk.staging import staff

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Player]:
    """The ten who played twenty games."""
    world_make(World(players=10, games=20, reports=0, seed=5), lambda games, events: None)
    return list(Player.objects.order_by("pk"))


@pytest.fixture
def _conspicuous(people: list[Player]) -> None:
    """What all did, as if they had played thirty games: two of them did much more for each other."""
    for player in people:
        for about in people:
            if player != about:
                noise = ((7 * player.pk + 3 * about.pk) % 11 - 5) / 5
                one = {
                    "count": 60,
                    "variance": 36.0,
                    "value": 6 * noise + 60 * ({player, about} == {people[3], people[4]}),
                }
                columns = {f"{kind}_{name}": value for kind in ClueKind for name, value in one.items()}
                PairClues.objects.create(player=player, about=about, games=30, **columns)
    GameClues.objects.update(counted_at="2026-01-01T00:00:00Z")


def rows() -> list[tuple[Any, ...]]:
    return list(PairClues.objects.order_by("player", "about").values_list())


def test_each_finished_game_counts_once(people: Sequence[Player]) -> None:
    finished = list(Game.objects.filter(status="finished").values_list("pk", flat=True))
    for game_id in finished:
        assert services.clues_count(game_id=game_id)
    once = rows()

    for game_id in finished:
        assert not services.clues_count(game_id=game_id)
        game_settle(game_id=game_id)

    assert rows() == once
    assert not GameClues.objects.filter(counted_at=None).exists()
    players = Game.objects.filter(pk__in=finished).values_list("players", flat=True)
    assert PairClues.objects.aggregate(games=Sum("games"))["games"] == sum(count * (count - 1) for count in players)


def test_a_game_that_goes_on_does_not_count(people: Sequence[Player]) -> None:
    for game_id in Game.objects.exclude(status="finished").values_list("pk", flat=True):
        assert not services.clues_count(game_id=game_id)
    assert rows() == []


def test_a_settled_game_waits_to_be_counted(people: Sequence[Player]) -> None:
    GameClues.objects.all().delete()
    game = Game.objects.filter(status="finished").first()
    assert game is not None
    assert not signals_due()

    game_settle(game_id=game.pk)

    assert list(GameClues.objects.values_list("game", "counted_at")) == [(game.pk, None)]
    assert signals_due()


@pytest.mark.usefixtures("people")
def test_the_work_is_done_in_slices(settings: Any) -> None:
    settings.SIGNALS_SLICE = 0.0
    waiting = GameClues.objects.filter(counted_at=None).count()

    assert not services.signals_find()

    assert GameClues.objects.filter(counted_at=None).count() == waiting - 1
    settings.SIGNALS_SLICE = 600.0
    assert services.signals_find()
    assert SignalRun.objects.get().weighed_at is not None
    assert not signals_due()


@pytest.mark.usefixtures("_conspicuous")
def test_a_conspicuous_pair_opens_one_case(people: list[Player]) -> None:
    assert services.signals_weigh() == 1
    assert services.signals_weigh() == 0

    signal = Signal.objects.get()
    assert (signal.one, signal.other, signal.games) == (people[3], people[4], 30)
    assert signal.confidence > 0.99
    assert signal.case is not None
    assert (signal.case.origin, signal.case.subject_id in {people[3].pk, people[4].pk}) == (CaseOrigin.SIGNAL, True)
    assert signal.case.weight > 0
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.case) == (None, "case_open", signal.case)


@pytest.mark.usefixtures("_conspicuous")
def test_a_case_that_came_to_nothing_is_not_opened_again_by_the_same_games(people: list[Player]) -> None:
    services.signals_weigh()
    case = Case.objects.get()
    closer = people[0]
    Case.objects.update(closed_by=closer, closed_at="2026-01-02T00:00:00Z", outcome=CaseOutcome.NO_ACTION)

    assert services.signals_weigh() == 0
    PairClues.objects.update(games=49)
    assert services.signals_weigh() == 0
    PairClues.objects.update(games=50)
    assert services.signals_weigh() == 1

    signal = Signal.objects.get()
    assert signal.case != case
    assert signal.case_games == 50


@pytest.mark.usefixtures("_conspicuous")
def test_bots_of_the_service_are_no_colluders(people: list[Player]) -> None:
    Player.objects.filter(pk=people[3].pk).update(kind=Player.Kind.BOT, level="guarded")

    assert services.signals_weigh() == 0
    assert not Signal.objects.exists()


@pytest.mark.usefixtures("_conspicuous")
def test_what_is_none_any_more_goes(people: list[Player]) -> None:
    services.signals_weigh()
    Signal.objects.update(case=None)
    PairClues.objects.update(**{f"{kind}_value": 0.0 for kind in ClueKind})

    services.signals_weigh()

    assert not Signal.objects.exists()
    assert Case.objects.count() == 1


@pytest.mark.usefixtures("_conspicuous")
def test_the_case_says_why_it_was_opened(people: list[Player]) -> None:
    services.signals_weigh()
    case = Case.objects.get()
    _, client = staff("themis", Role.MODERATOR)

    page = client.get(f"/desk/cases/{case.pk}")

    (seen,) = signals_of_case(case=case)
    text = unescape(page.content.decode())
    assert page.status_code == 200
    assert seen.told in text
    assert all(sentence in text for sentence in seen.evidence)


@pytest.mark.usefixtures("_conspicuous")
@pytest.mark.parametrize(("language", "hint"), [("en", "This is a hint"), ("fr", "C’est un indice")])
def test_it_is_said_in_plain_words(people: list[Player], language: str, hint: str) -> None:
    services.signals_weigh()
    case = Case.objects.get()

    with override(language):
        (seen,) = signals_of_case(case=case)

    assert set(seen.pair) == {people[3].name, people[4].name}
    assert hint in seen.told
    assert "30" in seen.told
    common = Game.objects.filter(status="finished", seats__player=people[3]).filter(seats__player=people[4])
    assert common.exists()
    assert 1 <= len(seen.evidence) <= 5
    for sentence in seen.evidence:
        assert any(game.pk in sentence for game in common)
        assert people[3].name in sentence
        assert people[4].name in sentence


@pytest.mark.usefixtures("people")
def test_the_sweeper_asks_for_it_while_there_is_something(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(sweep, "send", lambda task, *args: asked.append(task) or True)

    sweep._signals_ask()
    services.signals_find()
    GameClues.objects.update(counted_at="2026-01-01T00:00:00Z")
    SignalRun.objects.update_or_create(name="signals", defaults={"weighed_at": "2026-01-02T00:00:00Z"})
    sweep._signals_ask()

    assert asked == ["bots.find_signals"]
