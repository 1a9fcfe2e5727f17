"""The chance that bots play by: secret until the game is over, and the same whenever the same turn is worked out."""

import hmac
import json
import random

from bots.policies.policy import Rng


def move_rng(*, secret: bytes, game_id: str, version: int, seat: int) -> Rng:
    """The chance for one turn of one bot.

    It depends on nothing but the arguments: a task that is done twice chooses the same move. Without `secret` nobody
    can foretell it.
    """
    turn = json.dumps([game_id, version, seat], separators=(",", ":"))
    return rng_of(hmac.digest(secret, turn.encode(), "sha256"))


def rng_of(seed: bytes) -> Rng:
    """The chance that comes from these bytes, the same whenever it is asked for."""
    # A cipher's chance is not needed here: the seed keeps it secret, and too little of it shows to work backwards.
    return random.Random(seed)  # noqa: S311  # nosec B311
