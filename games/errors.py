"""The engine's refusals in the words that clients know."""

from games.engine.errors import ActRefused, Obstacle, RuleViolation
from players.errors import ErrorCode, Refusal

_CODES = {
    Obstacle.NOT_YOUR_TURN: ErrorCode.NOT_YOUR_TURN,
    Obstacle.GAME_NOT_STARTED: ErrorCode.GAME_NOT_STARTED,
    Obstacle.GAME_STARTED: ErrorCode.GAME_STARTED,
    Obstacle.GAME_OVER: ErrorCode.GAME_OVER,
    Obstacle.GAME_FULL: ErrorCode.GAME_FULL,
    Obstacle.ALREADY_SEATED: ErrorCode.ALREADY_SEATED,
    Obstacle.NOT_SEATED: ErrorCode.NOT_SEATED,
    Obstacle.NOT_ENOUGH_PLAYERS: ErrorCode.NOT_ENOUGH_PLAYERS,
}


def refusal_of(refused: RuleViolation | ActRefused) -> Refusal:
    """The refusal that stands for one of the engine's."""
    if isinstance(refused, RuleViolation):
        return Refusal(ErrorCode.ILLEGAL_MOVE, extra={"reason": refused.reason.value})
    return Refusal(_CODES[refused.obstacle])


def not_found() -> Refusal:
    """No such game, or one that the caller may not see: the two look the same."""
    return Refusal(ErrorCode.NOT_FOUND)
