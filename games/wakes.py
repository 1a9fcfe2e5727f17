"""Hints to those who wait that there is something to read. Tables are the truth; a hint may be lost or come twice."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Final

from django.db import transaction

from players.edge.valkey import valkey
from players.notices.models import Notice

CHANNEL: Final = "nessos:wakes"
GAME: Final = "game"
PLAYER: Final = "player"
TALK: Final = "talk"


def game_on_commit(game_id: str, version: int, *, to_act: int | None) -> None:
    """Say, once the running transaction is committed, that a game has events up to `version`, and whose turn it is."""
    _on_commit(f"{GAME} {game_id} {version}" + ("" if to_act is None else f" {to_act}"))


def talk_on_commit(game_id: str, seq: int) -> None:
    """Say, once the running transaction is committed, that there are messages up to `seq` at a table."""
    _on_commit(f"{TALK} {game_id} {seq}")


def notices_on_commit(notices: Sequence[Notice]) -> None:
    """Say, once the running transaction is committed, who has new notices."""
    for player in sorted({notice.player_id for notice in notices}):
        _on_commit(f"{PLAYER} {player}")


def _on_commit(message: str) -> None:
    # From a thread of its own: a request never waits for Valkey to hear it.
    transaction.on_commit(lambda: _publisher(os.getpid()).submit(valkey.publish, CHANNEL, message), robust=True)


@cache
def _publisher(process: int) -> ThreadPoolExecutor:
    """The thread of this process: a fork inherits none."""
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="wake")
