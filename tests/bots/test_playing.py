"""Bots at the table: their turns, done once, late, twice, by a policy that fails."""

import logging
import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import QuerySet

from bots.registry import LEVELS, Level
from bots.services import bot_play
from bots.tasks import play_turn
from games import outbox
from games.engine.views import GameView
from games.models import Game, GameEvent, OutboxMessage, Topic
from games.services.turns import seat_resign
from games.services.upkeep import game_check
from games.store import now
from games.tasks import settle, tell
from players.models import Player
from tests.games.playing import opened_game, people, random_move, started_game, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def creator() -> Player:
    (ann,) = people("ann")
    return ann


def waiting(topic: str) -> QuerySet[OutboxMessage]:
    return OutboxMessage.objects.filter(topic=topic)


def test_a_game_of_bots_runs_to_its_end_by_its_messages(creator: Player) -> None:
    game_id = opened_game(creator, players=4, bots=("novice", "guarded", "guarded"))
    assert Game.objects.get(pk=game_id).status == "active"

    seat_resign(game_id=game_id, actor=creator)
    turns = 0
    while (message := OutboxMessage.objects.filter(topic=Topic.BOT_TURN).order_by("-version").first()) is not None:
        play_turn(game_id, message.version)
        turns += 1

    game = Game.objects.get(pk=game_id)
    assert game.status == "finished"
    assert turns > 3
    tell(game_id, game.version)
    assert list(waiting("game_ended").values_list("version", flat=True)) == [game.version]
    assert game_check(game_id=game_id, with_projections=True) is None
    settle(game_id, game.version)
    settle(game_id, game.version)
    assert waiting("game_ended").count() == 0
    creator.refresh_from_db()
    assert creator.games_played == 1
    assert creator.games_won == 0


def bot_game(creator: Player) -> tuple[str, int]:
    """A game in which a bot is to act, and its version."""
    game_id = opened_game(creator, players=3, bots=("guarded", "guarded"))
    seat, version = state_of(game_id).to_act, Game.objects.get(pk=game_id).version
    if seat == 0:
        seat_resign(game_id=game_id, actor=creator)
        version += 1
    return game_id, version


def test_a_turn_done_twice_or_late_is_done_once(creator: Player) -> None:
    game_id, version = bot_game(creator)

    assert bot_play(game_id=game_id, version=version) is True
    facts = GameEvent.objects.count()
    assert bot_play(game_id=game_id, version=version) is False
    assert bot_play(game_id=game_id, version=1) is False
    assert bot_play(game_id=game_id, version=10**6) is False
    assert bot_play(game_id="nosuchgame", version=7) is False
    assert GameEvent.objects.count() == facts


def test_a_bot_does_not_move_for_a_human(creator: Player) -> None:
    seated = people("bob", "cleo")
    game_id = started_game([creator, *seated])
    version = Game.objects.get(pk=game_id).version

    assert bot_play(game_id=game_id, version=version) is False
    assert Game.objects.get(pk=game_id).version == version
    assert waiting("bot_turn").count() == 0


def test_a_seat_that_is_handed_over_on_its_turn_is_played_on(creator: Player) -> None:
    seated = [creator, *people("bob", "cleo")]
    game_id = started_game(seated)
    seat = state_of(game_id).to_act
    assert seat is not None

    seat_resign(game_id=game_id, actor=seated[seat])

    message = waiting("bot_turn").get()
    assert message.version == Game.objects.get(pk=game_id).version
    assert bot_play(game_id=game_id, version=message.version) is True


class Failing:
    level = "guarded"

    def choose(self, view: GameView, rng: Any) -> Any:
        assert view.you is not None
        raise RuntimeError(f"my hand is {view.you.hand}")


class Cheating:
    level = "guarded"

    def choose(self, view: GameView, rng: Any) -> Any:
        from games.engine.moves import Offer

        return Offer(card=99, claim=0, to=0)


@pytest.mark.parametrize(("policy", "named"), [(Failing(), "RuntimeError"), (Cheating(), "IllegalChoice")])
def test_a_policy_that_fails_is_logged_and_a_legal_move_made(
    creator: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, policy: Any, named: str
) -> None:
    game_id, version = bot_game(creator)
    broken = Level(level="guarded", name="", description="", policy=policy)
    monkeypatch.setattr("bots.registry.LEVELS", {**LEVELS, "guarded": broken})

    with caplog.at_level(logging.ERROR, logger="bots"):
        assert bot_play(game_id=game_id, version=version) is True

    (record,) = caplog.records
    assert record.getMessage().startswith(f"bot failed: game {game_id} version {version} level guarded: {named} at ")
    assert "hand" not in record.getMessage()
    assert all(record.exc_info is None for record in caplog.records)
    assert Game.objects.get(pk=game_id).version > version


def test_a_message_is_kept_until_its_work_is_done(creator: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, version = bot_game(creator)

    def killed(**arguments: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("bots.tasks.bot_play", killed)
        with pytest.raises(SystemExit):
            play_turn(game_id, version)

    assert waiting("bot_turn").filter(game=game_id, version=version).count() == 1
    play_turn(game_id, version)
    assert waiting("bot_turn").filter(game=game_id, version=version).count() == 0


def test_the_sweeper_claims_what_is_overdue_and_nothing_else(creator: Player, settings: Any) -> None:
    game_id, version = bot_game(creator)
    assert outbox.claim_due(limit=10) == []
    waiting("bot_turn").filter(version=version).update(next_at="2020-01-01T00:00:00Z")

    claimed = outbox.claim_due(limit=10)

    assert claimed == [outbox.Message(Topic.BOT_TURN, game_id, version)]
    assert outbox.claim_due(limit=10) == []
    assert waiting("bot_turn").get(version=version).attempts == 1


def test_what_is_lost_on_its_way_is_sent_again_soon_and_what_keeps_failing_is_put_off(creator: Player) -> None:
    _, version = bot_game(creator)
    kept = waiting("bot_turn").filter(version=version)
    pauses = []
    for _ in range(9):
        kept.update(next_at=now() - timedelta(days=1))
        before = now()
        outbox.claim_due(limit=10)
        pauses.append(round((kept.get().next_at - before).total_seconds()))

    assert pauses == [3, 3, 3, 6, 12, 24, 48, 60, 60]


def test_what_nobody_can_do_is_tried_for_ever(creator: Player) -> None:
    """And its count stays a number that the table can hold: else nothing at all would be sent again."""
    _, version = bot_game(creator)
    kept = waiting("bot_turn").filter(version=version)
    for _ in range(3):
        kept.update(attempts=999, next_at=now() - timedelta(days=1))
        outbox.claim_due(limit=10)
        kept.update(next_at=now() - timedelta(days=1))
        assert len(outbox.claim_due(limit=10)) == 1

    assert kept.get().attempts == 1_000


def test_humans_and_bots_alternate(creator: Player) -> None:
    game_id = opened_game(creator, players=3, bots=("novice", "guarded"))
    rng = random.Random(5)
    from games.services.moves import move_submit

    while (game := Game.objects.get(pk=game_id)).status == "active":
        if game.to_act == 0:
            move, version = random_move(game_id, creator, rng)
            move_submit(game_id=game_id, actor=creator, move=move, version=version)
        else:
            assert bot_play(game_id=game_id, version=game.version) is True

    assert game_check(game_id=game_id, with_projections=True) is None
