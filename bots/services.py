"""Bots at the table: they look where a player at their seat may look, and move as a player does."""

import logging
import time
from traceback import extract_tb
from typing import Final

from bots.policies.novice import Novice
from bots.policies.policy import Rng, own_turn
from bots.randomness import move_rng, rng_of
from bots.registry import advisers, policy_for, slowness_of
from games.engine.moves import Move
from games.engine.views import GameView
from games.levels import Advised, BotKind
from games.selectors.games import BotTurn, bot_turn_get
from games.services.moves import move_submit
from players.errors import ErrorCode, Refusal
from players.measures import BOT_MOVE_SECONDS

logger = logging.getLogger(__name__)

SHORTEST_PAUSE: Final = 0.02
LONGEST_PAUSE: Final = 0.04
"""Seconds from the look at the game to the move, for each 20 ms that the level may think. Longer than any policy
thinks, and drawn without a look at the hand: how long a bot takes tells nothing. `settings.BOT_PAUSE` comes before."""

_TOO_LATE: Final = frozenset(
    {
        ErrorCode.STALE_VERSION,
        ErrorCode.NOT_YOUR_TURN,
        ErrorCode.NOT_SEATED,
        ErrorCode.NOT_FOUND,
        ErrorCode.GAME_OVER,
    }
)


def bot_play(*, game_id: str, version: int) -> bool:
    """Make the move of the bot that is to act at exactly `version`; False when there was nothing to do any more.

    Safe to run twice, late, or beside itself: the same turn is answered with the same move, and only once. A policy
    that fails does not stop the game: a random legal move is made in its place.
    """
    turn = bot_turn_get(game_id=game_id, version=version)
    if turn is None:
        return False
    began = time.monotonic()
    until = began + _pause(turn, game_id, version)
    move = bot_choose(kind=turn.kind, view=turn.view, secret=turn.secret, game_id=game_id, version=version)
    time.sleep(max(0.0, until - time.monotonic()))
    try:
        move_submit(game_id=game_id, actor=turn.player, move=move, version=version)
    except Refusal as refusal:
        if refusal.code not in _TOO_LATE:
            raise
        return False
    BOT_MOVE_SECONDS.labels(turn.player.level).observe(time.monotonic() - began)
    return True


def bot_choose(*, kind: BotKind, view: GameView, secret: bytes, game_id: str, version: int) -> Move:
    """What the policy of `kind` chooses, if it chooses something legal, else a random legal move."""
    own, legal = own_turn(view)
    try:
        policy = policy_for(kind.level, kind.temperament)
        move = policy.choose(view, _rng(secret, own.seat, game_id, version))
        if not legal.allows(move):
            raise IllegalChoice
    except Exception as failure:
        logger.error(
            "bot failed: game %s version %d level %s: %s; a random move is made",
            game_id,
            version,
            kind,
            _told(failure),
        )
        move = Novice().choose(view, _rng(secret, own.seat, game_id, version))
    return move


def bot_advise(*, view: GameView, chance: bytes) -> Advised | None:
    """What the best adviser would do at the seat to act; one that fails is passed over."""
    for level, adviser in advisers():
        try:
            advice = adviser.advise(view, rng_of(chance))
        except Exception as failure:
            logger.error("adviser failed: level %s: %s", level.level, _told(failure))
        else:
            return Advised(level=level.level, version=level.version, advice=advice)
    return None


def _told(failure: Exception) -> str:
    """What may be logged of it: its text could show the hand, and so could a traceback."""
    where = extract_tb(failure.__traceback__)[-1]
    return f"{type(failure).__name__} at {where.filename}:{where.lineno}"


def _pause(turn: BotTurn, game_id: str, version: int) -> float:
    if turn.is_among_bots:
        return 0.0
    chance = _rng(turn.secret + b"pause", turn.seat, game_id, version).random()
    return slowness_of(turn.kind.level) * (SHORTEST_PAUSE + chance * (LONGEST_PAUSE - SHORTEST_PAUSE))


def _rng(secret: bytes, seat: int, game_id: str, version: int) -> Rng:
    return move_rng(secret=secret, game_id=game_id, version=version, seat=seat)


class IllegalChoice(Exception):
    """A policy chose a move that is not among the legal ones."""
