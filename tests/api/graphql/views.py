"""Everything that GraphQL tells of a thing, written as REST writes it."""

import re
from typing import Any, Final

PLAYER: Final = "player { name kind level }"
GAME: Final = (
    "id name status version rules { version players pointsToWin deck } settings { turn visibility rated } creator "
    "createdAt startedAt finishedAt round firstSeat toAct deadline lot { from to claim card } drawPile charonsShown "
    f"seats {{ seat {PLAYER} handSize front points charons eliminated awayUntil }} "
    "you { seat hand legal { accept refuse offer { cards { card claims } to } } } "
    "result { reason winners points } fairness { commitment entropy reveal } invite rematch"
)
SUMMARY: Final = (
    "id name status version rules { version players pointsToWin deck } settings { turn visibility rated } creator "
    "createdAt startedAt finishedAt round firstSeat toAct deadline drawPile charonsShown "
    f"seats {{ seat {PLAYER} points charons eliminated }} you {{ seat }} result {{ reason winners points }}"
)
EVENT: Final = "seq kind at round data"
ROUNDS: Final = "number firstSeat offers { from to claim card } outcome { kind by receiver points charons eliminated }"
PROFILE: Final = "name kind level createdAt statistics { gamesPlayed gamesWon } rating { ordinal mu sigma games }"
ME: Final = PROFILE + " guest email emailConfirmed language timeZone quietHours { from until } suspendedUntil"
CLOCK: Final = "seat startedAt turn allowedSeconds adjustments { kind seconds from until } deadline"
AWAY: Final = "id from until days createdAt"
CHOICE: Final = "kind channel when hours"
TOKEN: Final = "id label scopes createdAt expiresAt lastUsedAt"
WEBHOOK: Final = "id url label events enabled disabledReason createdAt restsUntil oldSecretUntil"
DELIVERY: Final = "id kind seq status createdAt attempts triedAt nextAt reason responseStatus durationMs"
ERRORS: Final = f"errors {{ code message field reason scope game {{ {GAME} }} events {{ {EVENT} }} stillLegal }}"


def as_rest(value: Any) -> Any:
    """The same in REST's writing: snake_case, and no level where there is none."""
    if isinstance(value, list):
        return [as_rest(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {snake(name): as_rest(member) for name, member in value.items() if (name, member) != ("level", None)}


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)
