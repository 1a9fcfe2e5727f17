"""How long a bot lets others wait for its move: drawn for each turn, without a look at what it holds."""

import hmac
from datetime import timedelta

from django.conf import settings

from games.engine.setup import bot_secret
from games.engine.state import GameState
from games.wire.games import Cards

_CHANCES = 1 << 64


def bot_pause(*, game_id: str, version: int, state: GameState, people: Cards) -> timedelta:
    """The pause before the turn of the bot to act, between the two of `settings.BOT_PAUSE`.

    None at all when nobody waits: all who are still in the game are bots of levels. It depends on the game's secret,
    its id and its version, and on nothing hidden that the bot or anyone else holds.
    """
    shortest, longest = settings.BOT_PAUSE
    if not longest or is_among_bots(state, people):
        return timedelta()
    drawn = hmac.digest(bot_secret(state.opening.server_seed), f"pause {game_id} {version}".encode(), "sha256")
    chance = int.from_bytes(drawn[:8], "big") / _CHANCES
    return timedelta(seconds=shortest + chance * (longest - shortest))


def is_among_bots(state: GameState, people: Cards) -> bool:
    """Whether nobody but bots of levels is still in the game."""
    return all(people[player].is_played_by_level for player in state.still_in)
