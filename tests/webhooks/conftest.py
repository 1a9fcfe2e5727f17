"""A receiver, a player, and time that passes on demand."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from players.models import Delivery, Player, Webhook
from players.notices.models import Notice, NoticeKind
from players.notices.services import News, notices_tell
from players.services import player_register
from players.webhooks import deliveries
from players.webhooks.deliveries import webhook_work_off
from players.webhooks.services import webhook_create
from tests.webhooks.receiver import Receiver, receiving


@pytest.fixture(autouse=True)
def _fast_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture
def ann() -> Player:
    return player_register(name="ann", password="correct horse battery")[0]


@pytest.fixture
def hook(ann: Player, receiver: Receiver) -> Webhook:
    return hook_of(ann, receiver.url)


@pytest.fixture
def no_kicks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Who was kicked; the tests do the courier's work themselves."""
    kicked: list[str] = []
    for name in ("kick", "kick_soon"):
        monkeypatch.setattr(deliveries, name, kicked.extend)
    return kicked


def hook_of(player: Player, url: str, *events: NoticeKind) -> Webhook:
    return webhook_create(player=player, url=url, events=events or tuple(NoticeKind))[0]


def tell(player: Player, *, kind: NoticeKind = NoticeKind.YOUR_TURN, version: int = 1) -> Notice:
    """One more thing that the player is told."""
    news = News(player.pk, kind, _now(), "k7q2m9xw4t", version, {"game": "k7q2m9xw4t", "name": ""})
    with transaction.atomic():
        (notice,) = notices_tell([news])
    return notice


def _now() -> Any:
    return Player.objects.annotate(now=Now()).values_list("now", flat=True)[0]


def elapse(hours: float = 0, **more: float) -> None:
    """Time passes: whatever is planned is so much nearer."""
    passed = timedelta(hours=hours, **more)
    for model, names in (
        (Webhook, ("rests_until", "leased_until", "kicked_at", "succeeded_at", "old_secret_until")),
        (Delivery, ("next_at", "tried_at", "first_tried_at", "created_at")),
    ):
        model._default_manager.update(**{name: F(name) - passed for name in names})


def work_off(hook: Webhook) -> None:
    webhook_work_off(webhook_id=hook.pk)


def state(hook: Webhook) -> Webhook:
    return Webhook.objects.get(pk=hook.pk)


def only(hook: Webhook) -> Delivery:
    return Delivery.objects.get(webhook=hook)
