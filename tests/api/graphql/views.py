"""Everything that GraphQL tells of a thing, written as REST writes it."""

import re
from typing import Any, Final

PLAYER: Final = "player { name kind level temperament owner }"
_HEAD: Final = (
    "id name status version rules { version players pointsToWin deck } "
    "settings { turn visibility rated allowBots } creator "
)
GAME: Final = _HEAD + (
    "createdAt startedAt finishedAt round firstSeat toAct deadline lot { from to claim card } drawPile charonsShown "
    f"seats {{ seat {PLAYER} handSize front points charons eliminated awayUntil }} "
    "you { seat hand legal { accept refuse offer { cards { card claims } to } } } "
    "result { reason winners points } fairness { commitment entropy reveal } invite rematch"
)
SUMMARY: Final = _HEAD + (
    "createdAt startedAt finishedAt round firstSeat toAct deadline drawPile charonsShown "
    f"seats {{ seat {PLAYER} points charons eliminated }} you {{ seat }} result {{ reason winners points }}"
)
EVENT: Final = "seq kind at round data"
ROUNDS: Final = "number firstSeat offers { from to claim card } outcome { kind by receiver points charons eliminated }"
PROFILE: Final = (
    "name kind level temperament owner description createdAt statistics { gamesPlayed gamesWon } "
    "rating { ordinal mu sigma games }"
)
BOT: Final = (
    "name kind owner description createdAt statistics { gamesPlayed gamesWon } rating { ordinal mu sigma games }"
)
_MOVE: Final = "{ kind card claim to }"
_WEIGHED: Final = f"move {_MOVE} share win points charons"
_ANSWERS: Final = "{ all believed caught passedOn }"
HINT: Final = (
    "game version seat level policy language lot { charon cards { from to claim charon } } "
    f"move {_MOVE} options {{ {_WEIGHED} words }} words"
)
ANALYSIS: Final = (
    "game state done of level policy askedAt finishedAt "
    f"players {{ seat {PLAYER} decisions loss best bluffs {_ANSWERS} lies {_ANSWERS} }} "
    f"decisions {{ version round seat player expired move {_MOVE} bluff {{ claim to answer }} "
    "lot { charon held cards { from to claim card charon } } "
    f"made {{ {_WEIGHED} }} best {{ {_WEIGHED} }} loss level policy }}"
)
OPENED_BOTS: Final = "bots { secret moves { version seat level temperament policy } }"
DISCLOSED: Final = "disclosures { askedAt openedAt until by fromVersion seenUpTo }"
LEVEL: Final = "level name description policy strength { against players games winShare low high }"
ME: Final = PROFILE + " guest email emailConfirmed language timeZone quietHours { from until } suspendedUntil"
CLOCK: Final = "seat startedAt turn allowedSeconds adjustments { kind seconds from until } deadline"
AWAY: Final = "id from until days createdAt"
CHOICE: Final = "kind channel when hours"
TOKEN: Final = "id label scopes createdAt expiresAt lastUsedAt"
WEBHOOK: Final = "id url label events enabled disabledReason createdAt restsUntil oldSecretUntil"
DELIVERY: Final = "id kind seq status createdAt attempts triedAt nextAt reason responseStatus durationMs"
ERRORS: Final = f"errors {{ code message field reason scope game {{ {GAME} }} events {{ {EVENT} }} stillLegal }}"


def as_rest(value: Any) -> Any:
    """The same in REST's writing: snake_case, and what REST leaves out when there is none."""
    if isinstance(value, list):
        return [as_rest(item) for item in value]
    if not isinstance(value, dict):
        return value
    absent = _absent(value)
    return {snake(name): as_rest(member) for name, member in value.items() if name not in absent}


def _absent(value: dict[str, Any]) -> set[str]:
    """What REST leaves out: of players what they have not, and of moves what they do not take."""
    if "name" in value and "kind" in value:
        return {name for name in ("level", "temperament", "owner", "description") if value.get(name) is None}
    return {"card", "claim", "to"} if value.get("kind") in {"accept", "refuse"} else set()


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)
