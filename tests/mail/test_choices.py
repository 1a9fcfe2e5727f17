"""What players want to be told: by kind and channel, with the default for what they did not say."""

from itertools import product
from typing import Any

import pytest

from players.models import Player
from players.notices.choices import never_wanted
from players.notices.models import NoticeChannel, NoticeKind
from tests.api.caller import registered

pytestmark = pytest.mark.django_db


def is_wanted(player: int, kind: str, channel: str) -> bool:
    return (player, kind) not in never_wanted(players=[player], channel=NoticeChannel(channel))


def choices(answer: Any) -> dict[tuple[str, str], tuple[str, int | None]]:
    return {(it["kind"], it["channel"]): (it["when"], it["hours"]) for it in answer.json()["items"]}


def test_everything_comes_at_once_until_something_else_is_said() -> None:
    ann = registered("ann")
    answer = ann.get("/players/me/notices")

    assert answer.json()["next"] is None
    assert choices(answer) == {
        (kind.value, channel.value): ("at_once", None) for kind, channel in product(NoticeKind, NoticeChannel)
    }


def test_what_is_not_named_stays() -> None:
    ann, bob = registered("ann"), registered("bob")
    digest = {"kind": "your_turn", "channel": "mail", "when": "digest", "hours": 168}
    never = {"kind": "game_ended", "channel": "webhook", "when": "never"}
    ann.patch("/players/me/notices", {"choices": [digest]})
    answer = ann.patch("/players/me/notices", {"choices": [never]})

    differing = {key: value for key, value in choices(answer).items() if value != ("at_once", None)}
    assert differing == {("your_turn", "mail"): ("digest", 168), ("game_ended", "webhook"): ("never", None)}
    assert choices(ann.get("/players/me/notices")) == choices(answer)
    assert set(choices(bob.get("/players/me/notices")).values()) == {("at_once", None)}

    player = Player.objects.get(name="ann").pk
    assert is_wanted(player, "your_turn", "mail")
    assert is_wanted(player, "game_ended", "mail")
    assert not is_wanted(player, "game_ended", "webhook")

    ann.patch("/players/me/notices", {"choices": [{**digest, "when": "at_once", "hours": None}]})
    assert choices(ann.get("/players/me/notices"))["your_turn", "mail"] == ("at_once", None)
