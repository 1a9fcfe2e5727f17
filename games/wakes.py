"""Hints to those who wait that there is something to read. Tables are the truth; a hint may be lost or come twice."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from players.edge.valkey import valkey
from players.notices.models import Notice

CHANNEL: Final = "nessos:wakes"
GAME: Final = "game"
PLAYER: Final = "player"


def game_on_commit(game_id: str, version: int, *, to_act: int | None) -> None:
    """Say, once the running transaction is committed, that a game has events up to `version`, and whose turn it is."""
    message = f"{GAME} {game_id} {version}" + ("" if to_act is None else f" {to_act}")
    transaction.on_commit(lambda: valkey.publish(CHANNEL, message), robust=True)


def notices_on_commit(notices: Sequence[Notice]) -> None:
    """Say, once the running transaction is committed, who has new notices."""
    players = sorted({notice.player_id for notice in notices})

    def publish() -> None:
        for player in players:
            valkey.publish(CHANNEL, f"{PLAYER} {player}")

    transaction.on_commit(publish, robust=True)
