"""Refusals of the rules. They hold only what the one who asked knows."""

from enum import StrEnum


class Reason(StrEnum):
    """Which rule a move breaks. Of several broken rules the first in this order is named."""

    LOT_IS_FULL = "lot_is_full"
    NO_LOT_YET = "no_lot_yet"
    UNKNOWN_CARD = "unknown_card"
    CLAIM_OUT_OF_RANGE = "claim_out_of_range"
    FALSE_CLAIM = "false_claim"
    NO_SUCH_SEAT = "no_such_seat"
    RECIPIENT_SELF = "recipient_self"
    RECIPIENT_FIRST_PLAYER = "recipient_first_player"
    RECIPIENT_ELIMINATED = "recipient_eliminated"
    RECIPIENT_ALREADY_ASKED = "recipient_already_asked"


class RuleViolation(Exception):
    """The move breaks a rule."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Obstacle(StrEnum):
    """Why an act at the table is not possible now, whatever its content."""

    NOT_YOUR_TURN = "not_your_turn"
    GAME_NOT_STARTED = "game_not_started"
    GAME_STARTED = "game_started"
    GAME_OVER = "game_over"
    GAME_FULL = "game_full"
    ALREADY_SEATED = "already_seated"
    NOT_SEATED = "not_seated"
    NOT_ENOUGH_PLAYERS = "not_enough_players"


class ActRefused(Exception):
    """The act does not fit the game's status, or whose turn it is."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle.value)
        self.obstacle = obstacle
