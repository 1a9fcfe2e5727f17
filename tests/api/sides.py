"""REST and GraphQL behind one face: the same call, the same words for what came of it."""

import dataclasses
from dataclasses import dataclass
from typing import Any, Protocol

from tests.api.caller import Caller
from tests.api.graphql.asking import ask, post
from tests.api.graphql.views import (
    ANALYSIS,
    AWAY,
    BOT,
    CHOICE,
    CLOCK,
    DELIVERY,
    DISCLOSED,
    ERRORS,
    EVENT,
    GAME,
    HINT,
    LEVEL,
    ME,
    MESSAGE,
    OPENED_BOTS,
    OTHER,
    PROFILE,
    REPORT,
    ROUNDS,
    SANCTION,
    SUMMARY,
    TOKEN,
    WEBHOOK,
    as_rest,
    snake,
)


@dataclass(frozen=True)
class Said:
    """What came of a call: a refusal with its parameters, or what was shown."""

    code: str | None = None
    field: str | None = None
    told: dict[str, Any] = dataclasses.field(default_factory=dict)
    shown: Any = None


class Side(Protocol):
    """One of the two APIs. `act` and `look` take REST's names of calls and members."""

    name: str

    def act(self, caller: Caller, call: str, game: str | None = None, /, **body: Any) -> Said: ...

    def look(self, caller: Caller, what: str, subject: str = "", **asked: Any) -> Said: ...

    def raw(self, caller: Caller, body: bytes, content_type: str = "application/json") -> Said: ...


class Rest:
    name = "rest"

    _ACTS = {  # noqa: RUF012
        "createGame": ("post", "/games"),
        "takeSeat": ("post", "/games/{game}/seats"),
        "leaveSeat": ("delete", "/games/{game}/seats/me"),
        "seatBot": ("post", "/games/{game}/bots"),
        "unseatBot": ("delete", "/games/{game}/bots/{seat}"),
        "startGame": ("post", "/games/{game}/start"),
        "makeMove": ("post", "/games/{game}/moves"),
        "resign": ("post", "/games/{game}/resign"),
        "rematch": ("post", "/games/{game}/rematch"),
        "register": ("post", "/players"),
        "registerGuest": ("post", "/players/guest"),
        "updateMe": ("patch", "/players/me"),
        "takeAwayDays": ("post", "/players/me/away"),
        "cancelAwayDays": ("delete", "/players/me/away/{id}"),
        "repeatConfirmation": ("post", "/players/me/confirmation"),
        "createBot": ("post", "/players/me/bots"),
        "retireBot": ("delete", "/players/me/bots/{name}"),
        "renewBotToken": ("post", "/players/me/bots/{name}/token"),
        "revokeBotToken": ("delete", "/players/me/bots/{name}/token"),
        "updateNotices": ("patch", "/players/me/notices"),
        "createToken": ("post", "/tokens"),
        "revokeToken": ("delete", "/tokens/{id}"),
        "createWebhook": ("post", "/webhooks"),
        "updateWebhook": ("patch", "/webhooks/{id}"),
        "deleteWebhook": ("delete", "/webhooks/{id}"),
        "rotateWebhookSecret": ("post", "/webhooks/{id}/secret"),
        "pingWebhook": ("post", "/webhooks/{id}/ping"),
        "redeliverWebhook": ("post", "/webhooks/{id}/deliveries/{delivery}/redeliver"),
        "writeMessage": ("post", "/games/{game}/messages"),
        "mutePlayer": ("put", "/players/me/mutes/{player}"),
        "unmutePlayer": ("delete", "/players/me/mutes/{player}"),
        "blockPlayer": ("put", "/players/me/blocks/{player}"),
        "unblockPlayer": ("delete", "/players/me/blocks/{player}"),
        "fileReport": ("post", "/reports"),
        "appealSanction": ("post", "/players/me/sanctions/{id}/appeal"),
        "acknowledgeWarning": ("post", "/players/me/sanctions/{id}/acknowledge"),
    }
    _LOOKS = {  # noqa: RUF012
        "game": "/games/{subject}",
        "games": "/games",
        "rounds": "/games/{subject}/rounds",
        "events": "/games/{subject}/events",
        "clock": "/games/{subject}/clock",
        "record": "/games/{subject}/record",
        "me": "/players/me",
        "turns": "/players/me/turns",
        "away": "/players/me/away",
        "tokens": "/tokens",
        "notices": "/players/me/notices",
        "player": "/players/{subject}",
        "bots": "/bots",
        "temperaments": "/bots",
        "hint": "/games/{subject}/hint",
        "analysis": "/games/{subject}/analysis",
        "ownBots": "/players/me/bots",
        "rules": "/rules",
        "webhooks": "/webhooks",
        "webhook": "/webhooks/{subject}",
        "deliveries": "/webhooks/{subject}/deliveries",
        "messages": "/games/{subject}/messages",
        "mutes": "/players/me/mutes",
        "blocks": "/players/me/blocks",
        "sanctions": "/players/me/sanctions",
        "reports": "/reports",
        "report": "/reports/{subject}",
    }

    def act(self, caller: Caller, call: str, game: str | None = None, /, **body: Any) -> Said:
        method, path = self._ACTS[call]
        sent = {name: value for name, value in body.items() if f"{{{name}}}" not in path}
        path = path.format(**body | ({} if game is None else {"game": game}))
        send = getattr(caller, method)
        return self._said(send(path) if method == "delete" else send(path, sent))

    def look(self, caller: Caller, what: str, subject: str = "", **asked: Any) -> Said:
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        said = self._said(caller.get(self._LOOKS[what].format(subject=subject) + (f"?{query}" if query else "")))
        if said.code is None and what in {"bots", "temperaments"}:
            # Two lists of one address, which GraphQL tells apart.
            items = said.shown["temperaments" if what == "temperaments" else "items"]
            return Said(shown={"items": items, "next": None})
        return said

    def raw(self, caller: Caller, body: bytes, content_type: str = "application/json") -> Said:
        return self._said(caller.send("POST", "/players", body, content_type))

    def _said(self, answer: Any) -> Said:
        if answer.status_code < 400:
            return Said(shown=answer.json() if answer.content else None)
        problem = answer.json()
        assert answer["Content-Type"] == "application/problem+json"
        told = {name: problem[name] for name in ("reason", "scope", "game", "events", "still_legal") if name in problem}
        return Said(problem["code"], problem.get("field"), told)


class Graphql:
    name = "graphql"

    _ACTS = {  # noqa: RUF012
        **dict.fromkeys(
            ("takeSeat", "leaveSeat", "startGame", "makeMove", "resign", "rematch", "seatBot", "unseatBot"), "game"
        ),
        "createGame": "game",
        "register": "player",
        "registerGuest": "player",
        "updateMe": "player",
        "createBot": "player",
        "renewBotToken": "entry",
        **dict.fromkeys(("retireBot", "revokeBotToken"), None),
        "takeAwayDays": "away",
        "cancelAwayDays": None,
        "repeatConfirmation": "player",
        "updateNotices": "notices",
        "createToken": "entry",
        "revokeToken": None,
        **dict.fromkeys(("createWebhook", "updateWebhook", "rotateWebhookSecret"), "webhook"),
        "deleteWebhook": None,
        **dict.fromkeys(("pingWebhook", "redeliverWebhook"), "delivery"),
        "writeMessage": "message",
        **dict.fromkeys(("mutePlayer", "blockPlayer"), "other"),
        **dict.fromkeys(("unmutePlayer", "unblockPlayer"), None),
        "fileReport": "report",
        **dict.fromkeys(("appealSanction", "acknowledgeWarning"), "sanction"),
    }
    _INPUTS = {  # noqa: RUF012
        **dict.fromkeys(("leaveSeat", "startGame", "resign"), "GameInput"),
        **dict.fromkeys(("deleteWebhook", "rotateWebhookSecret", "pingWebhook"), "WebhookInput"),
        **dict.fromkeys(("retireBot", "renewBotToken", "revokeBotToken"), "BotInput"),
        **dict.fromkeys(("mutePlayer", "unmutePlayer", "blockPlayer", "unblockPlayer"), "OtherPlayerInput"),
        "acknowledgeWarning": "SanctionInput",
    }
    _SHOWS_OF = {"createBot": BOT}  # noqa: RUF012
    _NAMES = ("retireBot", "revokeBotToken", "unmutePlayer", "unblockPlayer")
    _TAKES_NOTHING = ("registerGuest", "repeatConfirmation")
    _SHOWS = {  # noqa: RUF012
        "game": GAME,
        "player": ME,
        "entry": TOKEN,
        "away": AWAY,
        "notices": CHOICE,
        "webhook": WEBHOOK,
        "delivery": DELIVERY,
        "message": MESSAGE,
        "other": OTHER,
        "report": REPORT,
        "sanction": SANCTION,
    }
    _LOOKS = {  # noqa: RUF012
        "game": ("game(id: $subject)", GAME),
        "games": ("games", f"nodes {{ {SUMMARY} }} pageInfo {{ hasNextPage endCursor }}"),
        "rounds": ("game(id: $subject)", f"rounds {{ {ROUNDS} }}"),
        "events": ("game(id: $subject)", f"events%s {{ nodes {{ {EVENT} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "clock": ("game(id: $subject)", f"clock {{ {CLOCK} }}"),
        "record": (
            "record(id: $subject)",
            f"game {{ {GAME} }} rulesVersion players firstSeat deck hands events {{ {EVENT} }} "
            f"fairness {{ commitment entropy reveal }} {OPENED_BOTS} {DISCLOSED}",
        ),
        "me": ("me", ME),
        "turns": ("me", f"turns%s {{ nodes {{ {SUMMARY} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "away": ("me", f"away%s {{ nodes {{ {AWAY} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "tokens": ("me", f"tokens%s {{ nodes {{ {TOKEN} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "notices": ("me", f"notices {{ {CHOICE} }}"),
        "player": ("player(name: $subject)", PROFILE),
        "bots": ("bots", LEVEL),
        "temperaments": ("temperaments", "temperament name description"),
        "hint": ("hint(id: $subject)", HINT),
        "analysis": ("analysis(id: $subject)", ANALYSIS),
        "ownBots": ("me", f"ownBots%s {{ nodes {{ {BOT} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "rules": (
            "rules",
            "version handSize mostCardsInLot charonsToEliminate charonsToEnd set { cards points } "
            "setups { version players pointsToWin deck } cards { card names { en fr } } examples { front points }",
        ),
        "webhooks": ("webhooks", f"nodes {{ {WEBHOOK} }} pageInfo {{ hasNextPage endCursor }}"),
        "webhook": ("webhook(id: $subject)", WEBHOOK),
        "deliveries": (
            "webhook(id: $subject)",
            f"deliveries%s {{ nodes {{ {DELIVERY} }} pageInfo {{ hasNextPage endCursor }} }}",
        ),
        "messages": ("messages(id: $subject%s)", f"nodes {{ {MESSAGE} }} pageInfo {{ hasNextPage endCursor }}"),
        "mutes": ("me", f"mutes%s {{ nodes {{ {OTHER} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "blocks": ("me", f"blocks%s {{ nodes {{ {OTHER} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "sanctions": ("me", f"sanctions%s {{ nodes {{ {SANCTION} }} pageInfo {{ hasNextPage endCursor }} }}"),
        "reports": ("reports", f"nodes {{ {REPORT} }} pageInfo {{ hasNextPage endCursor }}"),
        "report": ("report(id: $subject)", REPORT),
    }
    _WITHIN = (
        *("rounds", "events", "clock", "turns", "tokens", "away", "notices", "deliveries", "ownBots"),
        *("mutes", "blocks", "sanctions"),
    )
    _WORDS = {"limit": "first", "cursor": "after"}  # noqa: RUF012
    _ENUMS = ("status", "order")

    def act(self, caller: Caller, call: str, game: str | None = None, /, **body: Any) -> Said:
        shows = self._ACTS[call]
        kind = self._INPUTS.get(call, call[0].upper() + call[1:] + "Input")
        named = "name" if call in self._NAMES else "id"
        shown = named if shows is None else f"{shows} {{ {self._SHOWS_OF.get(call, self._SHOWS[shows])} }}"
        members = {camel(name): value for name, value in body.items()} | ({} if game is None else {"gameId": game})
        if call in self._TAKES_NOTHING:
            answer = ask(caller, f"mutation {{ {call} {{ {shown} {ERRORS} }} }}")
        else:
            answer = ask(
                caller, f"mutation($i: {kind}!) {{ {call}(input: $i) {{ {shown} {ERRORS} }} }}", {"i": members}
            )
        body_ = answer.json()
        if "errors" in body_:
            return self._refused(body_["errors"][0]["extensions"])
        payload = body_["data"][call]
        if payload["errors"]:
            assert answer.status_code == 200
            assert payload.get(shows or named) is None
            return self._refused(payload["errors"][0])
        return Said(shown=self._as_page(payload[shows or named]))

    def look(self, caller: Caller, what: str, subject: str = "", **asked: Any) -> Said:
        root, shown = self._LOOKS[what]
        arguments = ", ".join(
            f"{self._WORDS.get(name, name)}: {self._literal(name, value)}" for name, value in asked.items()
        )
        if "%s" in root:
            root, arguments = root % (f", {arguments}" if arguments else ""), ""
        arguments = f"({arguments})" if arguments else ""
        if "%s" in shown:
            shown = shown % arguments
        elif arguments:
            root += arguments
        variables = {"subject": subject} if "$subject" in root else {}
        kind = ("ID!" if "id:" in root else "String!") if variables else ""
        head = f"query($subject: {kind})" if variables else ""
        answer = ask(caller, f"{head} {{ {root} {{ {shown} }} }}", variables)
        body = answer.json()
        if "errors" in body:
            assert answer.status_code in {200, 400, 401}
            return self._refused(body["errors"][0]["extensions"])
        found = body["data"][root.split("(")[0]]
        if what in self._WITHIN:
            found = found[what]
        return Said(shown=self._as_page(found))

    def raw(self, caller: Caller, body: bytes, content_type: str = "application/json") -> Said:
        return self._refused(post(caller, body, content_type).json()["errors"][0]["extensions"])

    def _literal(self, name: str, value: Any) -> str:
        if name in self._ENUMS or isinstance(value, int):
            return str(value)
        return str(value).lower() if value in {"true", "false"} else f'"{value}"'

    def _as_page(self, found: Any) -> Any:
        """Lists as REST has them. A connection has a cursor at its end even if nothing comes after."""
        if isinstance(found, list):
            return {"items": as_rest(found), "next": None}
        if isinstance(found, dict) and "pageInfo" in found:
            info = found["pageInfo"]
            return {"items": as_rest(found["nodes"]), "next": info["endCursor"] if info["hasNextPage"] else None}
        return as_rest(found)

    def _refused(self, error: dict[str, Any]) -> Said:
        names = ("reason", "scope", "game", "events", "stillLegal")
        told = {snake(name): as_rest(error[name]) for name in names if error.get(name) is not None}
        named = error.get("field")
        words = {said: word for word, said in self._WORDS.items()}
        return Said(error["code"], named if named is None else words.get(named, snake(named)), told)


def camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


SIDES: tuple[Side, ...] = (Rest(), Graphql())
