"""The calls of the table, made over REST and over GraphQL."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from games import store
from players.errors import ERROR_KINDS, ErrorCode
from tests.api.caller import PASSWORD, Caller
from tests.api.graphql.asking import followed
from tests.api.permissions.notation import Call, Cell
from tests.api.permissions.scenes import BOT_SEAT, LEVEL, Scene, name_of
from tests.api.sides import Graphql

type Sent = Callable[[Scene], dict[str, Any]]

BODIES: Final[dict[str, Sent]] = {
    "": lambda scene: {},
    "a new name and a password": lambda scene: {"name": "newcomer", "password": PASSWORD},
    "the name and password of the seat to act": lambda scene: {"name": name_of("to_act"), "password": PASSWORD},
    "another language": lambda scene: {"language": "fr"},
    "two days of next week": lambda scene: {"from": day_after(7), "until": day_after(9)},
    "a choice": lambda scene: {"choices": [{"kind": "your_turn", "channel": "mail", "when": "never"}]},
    "an address": lambda scene: {"url": "https://hooks.example.org/", "events": ["your_turn"]},
    "the name of a new bot": lambda scene: {"name": "new-robot"},
    "a level": lambda scene: {"level": LEVEL},
    "a message": lambda scene: {"text": "Who lies?"},
    "a report of a player": lambda scene: {"kind": "abuse", "player": "nobody-here", "text": "They lie."},
    "a report of a game": lambda scene: {"kind": "other", "game": scene.game_id, "text": "Odd."},
    "a report of a message": lambda scene: {
        "kind": "abuse",
        "game": scene.game_id,
        "message": scene.message,
        "text": "It is rude.",
    },
    "a legal move of the seat to act": lambda scene: scene.move,
    "a move that breaks a rule": lambda scene: {
        "version": scene.version,
        "kind": "offer",
        "card": 0,
        "claim": 99,
        "to": 0,
    },
    "one's own warning, and a text": lambda scene: {"text": "I said nothing."},
    "somebody else's warning, and a text": lambda scene: {"text": "They said nothing."},
    "a move at an older version": lambda scene: {**scene.move, "version": scene.version - 1},
}
SUBSCRIPTIONS: Final = {
    "gameEvents": "subscription($game: ID!) { gameEvents(gameId: $game) { seq } }",
    "myTurns": "subscription { myTurns { id } }",
}
_IN_THE_PATH: Final = (
    *("the seat of a bot", "another token of one's own", "the very token that is sent", "somebody else's token"),
    *("one's own away days", "somebody else's away days"),
    *("one's own webhook", "somebody else's webhook"),
    *("one's own bot", "somebody else's bot"),
    *("somebody else", "one's own report", "somebody else's report"),
    *("one's own warning", "somebody else's warning"),
)


def day_after(days: int) -> str:
    """A date so many days from now."""
    return (store.now() + timedelta(days=days)).date().isoformat()


def in_path(call: Call, scene: Scene, who: str) -> dict[str, Any]:
    """What stands in the path of a call."""
    sent, spare = scene.tokens[who]
    tokens = {"another token of one's own": spare, "the very token that is sent": sent}
    webhook, delivery = scene.webhooks["nobody" if call.sends == "somebody else's webhook" else who]
    return {
        "bot": scene.bots["nobody" if call.sends == "somebody else's bot" else who],
        "webhook": webhook,
        "delivery": delivery,
        "game": scene.game_id,
        "seat": BOT_SEAT,
        "name": name_of("creator"),
        "away": scene.away[who if call.sends == "one's own away days" else "nobody-here"],
        "token": tokens.get(call.sends, scene.foreign_token),
        "whom": "nobody-here",
        "report": scene.reports["nobody" if call.sends == "somebody else's report" else who],
        "sanction": scene.warnings["nobody" if call.sends.startswith("somebody else") else who],
    }


def body_of(call: Call, scene: Scene) -> dict[str, Any]:
    return {} if call.sends in _IN_THE_PATH else BODIES[call.sends](scene)


def by_rest(call: Call, scene: Scene, who: str, caller: Caller) -> Cell:
    """What REST answers. A refusal is a whole problem."""
    path = call.path.format(**in_path(call, scene, who))
    send = getattr(caller, call.method.lower())
    answer = send(path) if call.method in {"GET", "DELETE", "PUT"} else send(path, body_of(call, scene))
    if answer.status_code < 300:
        return Cell(answer.status_code)
    assert answer["Content-Type"] == "application/problem+json", answer.content
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert ERROR_KINDS[ErrorCode(problem["code"])].status == answer.status_code
    return Cell(answer.status_code, problem["code"])


def by_graphql(call: Call, scene: Scene, who: str, caller: Caller) -> str | None:
    """The code with which GraphQL refuses the same; None when it is done."""
    assert call.twin is not None
    given = in_path(call, scene, who)
    if call.twin in SUBSCRIPTIONS:
        told = followed(caller, SUBSCRIPTIONS[call.twin], {"game": given["game"]} if "{game}" in call.path else None)
        return next((entry["errors"][0]["extensions"]["code"] for entry in told if "errors" in entry), None)
    if call.method == "GET":
        subjects = {"player": given["name"], "webhook": given["webhook"], "report": given["report"]}
        subject = subjects.get(call.twin.split(".")[0], given["game"])
        return Graphql().look(caller, call.twin.split(".")[-1], subject).code
    body = body_of(call, scene)
    body |= {"seat": given["seat"]} if "{seat}" in call.path else {}
    body |= {"id": given["token"]} if "{token}" in call.path else {}
    body |= {"id": given["away"]} if "{away}" in call.path else {}
    body |= {"name": given["bot"]} if "{bot}" in call.path else {}
    body |= {"id": given["webhook"]} if "{webhook}" in call.path else {}
    body |= {"player": given["whom"]} if "{whom}" in call.path else {}
    body |= {"id": given["sanction"]} if "{sanction}" in call.path else {}
    body |= {"delivery": given["delivery"]} if "{delivery}" in call.path else {}
    return Graphql().act(caller, call.twin, given["game"] if "{game}" in call.path else None, **body).code
