"""Hints to those who wait that there is something to read. The log is the truth; a hint may be lost or come twice."""

from typing import Final

from django.db import transaction

from players.edge.valkey import valkey

CHANNEL: Final = "nessos:wakes"
GAME: Final = "game"
PLAYER: Final = "player"


def game_on_commit(game_id: str, version: int, *, to_act: int | None) -> None:
    """Say, once the running transaction is committed, that a game has events up to `version`, and whose turn it is."""
    message = f"{GAME} {game_id} {version}" + ("" if to_act is None else f" {to_act}")
    transaction.on_commit(lambda: valkey.publish(CHANNEL, message), robust=True)
