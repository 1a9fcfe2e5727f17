"""How long bots let humans wait, and that they wait for nobody when they are among themselves."""

from datetime import timedelta
from typing import Any

import pytest

from bots.services import bot_play
from games import outbox
from games.engine.types import Visibility
from games.models import Game, OutboxMessage, Topic
from games.selectors.games import bot_turn_get
from games.services.lobby import game_open
from games.services.pauses import bot_pause
from games.services.turns import seat_resign
from games.store import now
from nessos_service.settings import bot_pause_from_environment
from players.models import Player
from players.selectors import players_by_id
from tests.games.playing import opened_game, people, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[outbox.Message]:
    """What is kicked after a commit."""
    kicked: list[outbox.Message] = []
    monkeypatch.setattr(outbox, "_committed", kicked.extend)
    return kicked


def bot_turn() -> OutboxMessage:
    return OutboxMessage.objects.filter(topic=Topic.BOT_TURN).order_by("-version")[0]


def game_of(creator: Player, *bots: str) -> str:
    """A game in which a bot is to act."""
    while True:
        game_id = opened_game(creator, players=len(bots) + 1, bots=bots)
        if state_of(game_id).to_act != 0:
            return game_id


def test_a_bot_lets_humans_wait_without_holding_the_worker(
    settings: Any, sent: list[outbox.Message], django_capture_on_commit_callbacks: Any
) -> None:
    settings.BOT_PAUSE = (40.0, 80.0)
    (ann,) = people("ann")
    with django_capture_on_commit_callbacks(execute=True):
        game_of(ann, "guarded", "guarded")

    wait = (bot_turn().next_at - now()).total_seconds()

    assert 38 < wait <= 80
    assert all(message.topic is not Topic.BOT_TURN for message in sent)
    assert outbox.claim_due(limit=10) == []
    OutboxMessage.objects.filter(pk=bot_turn().pk).update(next_at=now() - timedelta(seconds=1))
    assert [message.topic for message in outbox.claim_due(limit=10)] == [Topic.BOT_TURN]


def test_bots_among_themselves_wait_for_nobody(
    settings: Any, sent: list[outbox.Message], django_capture_on_commit_callbacks: Any
) -> None:
    settings.BOT_PAUSE = (40.0, 80.0)
    (ann,) = people("ann")
    game_id = game_of(ann, "guarded", "guarded")
    with django_capture_on_commit_callbacks(execute=True):
        seat_resign(game_id=game_id, actor=ann)

    assert (bot_turn().next_at - now()).total_seconds() <= settings.OUTBOX_GRACE
    assert Topic.BOT_TURN in {message.topic for message in sent}
    turn = bot_turn_get(game_id=game_id, version=bot_turn().version)
    assert turn is not None
    assert turn.is_among_bots
    assert bot_play(game_id=game_id, version=bot_turn().version)


def test_a_bot_with_an_account_is_waited_for_as_a_human_is(settings: Any) -> None:
    from players.bots import bot_register

    (ann,) = people("ann")
    tin, _ = bot_register(owner=ann, name="tin")
    seen = game_open(
        creator=tin,
        players=3,
        turn=timedelta(days=1),
        visibility=Visibility.PUBLIC,
        rated=True,
        name="",
        bots=("guarded", "guarded"),
        entropy=None,
        allow_bots=True,
    )
    state = state_of(seen.header.id)
    cards = players_by_id([player for player in state.seats if player is not None])
    settings.BOT_PAUSE = (40.0, 80.0)

    assert bot_pause(game_id="x", version=1, state=state, people=cards) >= timedelta(seconds=40)


def test_pauses_are_spread_and_follow_from_nothing_in_hand(settings: Any) -> None:
    """The same in every world with this secret, whatever the cards are; spread over the whole of what is allowed."""
    from dataclasses import replace

    (ann,) = people("ann")
    state = state_of(game_of(ann, "guarded", "guarded"))
    cards = players_by_id([player for player in state.seats if player is not None])
    settings.BOT_PAUSE = (2.0, 8.0)

    def pauses(world: Any) -> list[float]:
        return [
            bot_pause(game_id="x", version=version, state=world, people=cards).total_seconds() for version in range(400)
        ]

    drawn = pauses(state)
    assert pauses(replace(state, hands=tuple(reversed(state.hands)), draw_pile=state.draw_pile[::-1])) == drawn
    assert 2 <= min(drawn) < 2.3
    assert 7.7 < max(drawn) <= 8
    assert sum(seconds < 5 for seconds in drawn) == pytest.approx(200, abs=40)


def test_by_default_here_nobody_waits(settings: Any) -> None:
    assert settings.BOT_PAUSE == (0.0, 0.0)
    (ann,) = people("ann")
    game_id = game_of(ann, "guarded", "guarded")
    assert (bot_turn().next_at - now()).total_seconds() <= settings.OUTBOX_GRACE
    assert Game.objects.get(pk=game_id).status == "active"


@pytest.mark.parametrize(
    ("given", "read"), [("2-8", (2.0, 8.0)), ("0", (0.0, 0.0)), ("0.5-1.5", (0.5, 1.5)), ("3", (3.0, 3.0))]
)
def test_the_pause_is_a_setting(monkeypatch: pytest.MonkeyPatch, given: str, read: tuple[float, float]) -> None:
    monkeypatch.setenv("BOT_PAUSE", given)
    assert bot_pause_from_environment() == read


@pytest.mark.parametrize("given", ["8-2", "-1", "x", "1-x", "1-9999", "nan"])
def test_a_pause_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("BOT_PAUSE", given)
    with pytest.raises(Exception, match="BOT_PAUSE"):
        bot_pause_from_environment()
