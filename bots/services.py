"""The turns of bots: a bot sees what a player would see there, and moves as a player does."""

import logging
from enum import StrEnum
from typing import Final

from bots.policies.novice import Novice
from bots.policies.policy import Policy
from bots.randomness import move_rng
from bots.registry import policy_for
from games.engine.moves import Move
from games.selectors.games import BotTurn, bot_turn_get
from games.services.moves import move_submit
from players.errors import ErrorCode, Refusal

logger = logging.getLogger(__name__)

_OVERTAKEN: Final = frozenset(
    {ErrorCode.STALE_VERSION, ErrorCode.GAME_OVER, ErrorCode.NOT_YOUR_TURN, ErrorCode.NOT_SEATED}
)
"""Refusals that say that somebody else was quicker."""


class Played(StrEnum):
    """What came of a turn: a move, or nothing because the game had moved on."""

    MOVED = "moved"
    STALE = "stale"


class NotLegal(Exception):
    """A policy chose a move that its view does not list."""


def bot_play(*, game_id: str, version: int) -> Played:
    """Make the move of the bot that is to act at exactly `version`. Safe to call twice, late, or at once.

    The same turn always gets the same move: its chance comes from the game's secret and the turn. A policy that
    raises, or chooses what is not legal, is logged, and a random legal move is made in its stead.
    """
    turn = bot_turn_get(game_id=game_id, version=version)
    if turn is None:
        return Played.STALE
    try:
        policy = policy_for(turn.player.level)
        move = _chosen(policy, turn, game_id, version)
    except Exception as failure:
        # Neither the traceback nor the message: they might show the hand.
        logger.error(
            "bot failed: game %s version %d level %s: %s", game_id, version, turn.player.level, type(failure).__name__
        )
        move = _chosen(Novice(), turn, game_id, version)
    try:
        move_submit(game_id=game_id, actor=turn.player, move=move, version=version)
    except Refusal as refusal:
        if refusal.code in _OVERTAKEN:
            return Played.STALE
        raise
    return Played.MOVED


def _chosen(policy: Policy, turn: BotTurn, game_id: str, version: int) -> Move:
    rng = move_rng(secret=turn.secret, game_id=game_id, version=version, seat=turn.seat)
    move = policy.choose(turn.view, rng)
    own = turn.view.you
    if own is None or own.legal is None or not own.legal.allows(move):
        raise NotLegal
    return move
