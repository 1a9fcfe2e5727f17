"""Who may do what: every route of REST and its twin in GraphQL, by caller and state of the game.

A word is a code, and stands for its status too (`notation.STATUS`); a number is what is answered when it is done. A row
of one word holds in every state. The values come from the contract, docs/api.md; docs/permissions.md is made from here.
"""

from typing import Final

from tests.api.permissions.notation import Call, call

_PUBLIC: Final = """
anonymous     200
stranger      200
other         200
to_act        200
creator       200
suspended     200
staff         200
seated_staff  200
revoked       not_authenticated
reader        200
"""
_OWN: Final = _PUBLIC.replace("anonymous     200", "anonymous     not_authenticated")
_FOR_ANYBODY: Final = _PUBLIC.replace("200", "201")

#                 open               active             finished           cancelled          private
_WHO_MAY_SEE: Final = """
anonymous         200                200                200                200                not_found
stranger          200                200                200                200                not_found
other             200                200                200                200                200
to_act            200                200                200                200                200
creator           200                200                200                200                200
suspended         200                200                200                200                200
staff             200                200                200                200                not_found
seated_staff      200                200                200                200                200
revoked           not_authenticated
reader            200                200                200                200                200
"""

# Whoever is suspended is not told what goes on; they may look, as before.
_WHO_MAY_FOLLOW: Final = _WHO_MAY_SEE.replace(
    "suspended         200                200                200                200                200",
    "suspended         suspended",
)
_FOLLOW_OWN: Final = _OWN.replace("suspended     200", "suspended     suspended")
_MINE: Final = """
anonymous     not_authenticated
stranger      200
other         200
to_act        200
creator       200
suspended     suspended
staff         200
seated_staff  200
revoked       not_authenticated
reader        missing_scope
"""
_FOREIGN: Final = _MINE.replace("200", "not_found")
_SEEN: Final = _OWN
_UNSEEN: Final = _OWN.replace("200", "not_found")
# Even who is suspended may have us forget something.
_FORGOTTEN: Final = _MINE.replace("suspended     suspended", "suspended     204").replace("200", "204")
_HERS, _THEIRS = "one's own webhook", "somebody else's webhook"
_HIS, _ANOTHERS = "one's own bot", "somebody else's bot"


def _no_bot(block: str) -> str:
    """As this, but a bot has no bot."""
    return f"{block.rstrip()}\nrobot not_found\n"


_BOTS: Final[tuple[Call, ...]] = (
    call("GET /players/me/bots", "me.ownBots", _OWN),
    call(
        "POST /players/me/bots",
        "createBot",
        _MINE.replace("200", "201") + "robot bots_not_allowed",
        sends="the name of a new bot",
    ),
    call("DELETE /players/me/bots/{bot}", "retireBot", _no_bot(_FORGOTTEN), sends=_HIS),
    call("DELETE /players/me/bots/{bot}", "retireBot", _FORGOTTEN.replace("204", "not_found"), sends=_ANOTHERS),
    call("POST /players/me/bots/{bot}/token", "renewBotToken", _no_bot(_MINE.replace("200", "201")), sends=_HIS),
    call("POST /players/me/bots/{bot}/token", "renewBotToken", _FOREIGN, sends=_ANOTHERS),
    call("DELETE /players/me/bots/{bot}/token", "revokeBotToken", _no_bot(_FORGOTTEN), sends=_HIS),
    call(
        "DELETE /players/me/bots/{bot}/token", "revokeBotToken", _FORGOTTEN.replace("204", "not_found"), sends=_ANOTHERS
    ),
)
_WEBHOOKS: Final[tuple[Call, ...]] = (
    call("POST /webhooks", "createWebhook", _MINE.replace("200", "201"), sends="an address"),
    call("GET /webhooks/{webhook}", "webhook", _SEEN, sends=_HERS),
    call("GET /webhooks/{webhook}", "webhook", _UNSEEN, sends=_THEIRS),
    call("PATCH /webhooks/{webhook}", "updateWebhook", _MINE, sends=_HERS),
    call("PATCH /webhooks/{webhook}", "updateWebhook", _FOREIGN, sends=_THEIRS),
    call("DELETE /webhooks/{webhook}", "deleteWebhook", _FORGOTTEN, sends=_HERS),
    call("DELETE /webhooks/{webhook}", "deleteWebhook", _FORGOTTEN.replace("204", "not_found"), sends=_THEIRS),
    call("POST /webhooks/{webhook}/secret", "rotateWebhookSecret", _MINE, sends=_HERS),
    call("POST /webhooks/{webhook}/secret", "rotateWebhookSecret", _FOREIGN, sends=_THEIRS),
    call("POST /webhooks/{webhook}/ping", "pingWebhook", _MINE.replace("200", "202"), sends=_HERS),
    call("POST /webhooks/{webhook}/ping", "pingWebhook", _FOREIGN, sends=_THEIRS),
    call("GET /webhooks/{webhook}/deliveries", "webhook.deliveries", _SEEN, sends=_HERS),
    call("GET /webhooks/{webhook}/deliveries", "webhook.deliveries", _UNSEEN, sends=_THEIRS),
    call(
        "POST /webhooks/{webhook}/deliveries/{delivery}/redeliver",
        "redeliverWebhook",
        _MINE.replace("200", "202"),
        sends=_HERS,
    ),
    call("POST /webhooks/{webhook}/deliveries/{delivery}/redeliver", "redeliverWebhook", _FOREIGN, sends=_THEIRS),
)

_EVEN_SUSPENDED: Final = _MINE.replace("suspended     suspended", "suspended     200")
_HER_WARNING, _THEIR_WARNING = "one's own warning", "somebody else's warning"

CONDUCT: Final[tuple[Call, ...]] = (
    *(
        one
        for what, listed in (("mute", "mutes"), ("block", "blocks"))
        for one in (
            call(f"GET /players/me/{listed}", f"me.{listed}", _OWN),
            call(f"PUT /players/me/{listed}/{{whom}}", f"{what}Player", _EVEN_SUSPENDED, sends="somebody else"),
            call(f"DELETE /players/me/{listed}/{{whom}}", f"un{what}Player", _FORGOTTEN, sends="somebody else"),
        )
    ),
    call("POST /reports", "fileReport", _MINE.replace("200", "201"), sends="a report of a player"),
    call(
        "POST /reports",
        "fileReport",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      201             201             201             201             not_found
        other         201
        to_act        201
        creator       201
        suspended     suspended
        staff         201             201             201             201             not_found
        seated_staff  201
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="a report of a game",
    ),
    call(
        "POST /reports",
        "fileReport",
        """
        anonymous     not_authenticated
        stranger      not_found
        other         201
        to_act        201
        creator       invalid_value
        suspended     suspended
        staff         not_found
        seated_staff  201
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="a report of a message",
    ),
    call("GET /reports", "reports", _OWN),
    call("GET /reports/{report}", "report", _SEEN, sends="one's own report"),
    call("GET /reports/{report}", "report", _UNSEEN, sends="somebody else's report"),
    call("GET /players/me/sanctions", "me.sanctions", _OWN),
    call(
        "POST /players/me/sanctions/{sanction}/appeal",
        "appealSanction",
        _EVEN_SUSPENDED.replace("200", "201"),
        sends=f"{_HER_WARNING}, and a text",
    ),
    call(
        "POST /players/me/sanctions/{sanction}/appeal",
        "appealSanction",
        _EVEN_SUSPENDED.replace("200", "not_found"),
        sends=f"{_THEIR_WARNING}, and a text",
    ),
    call(
        "POST /players/me/sanctions/{sanction}/acknowledge", "acknowledgeWarning", _EVEN_SUSPENDED, sends=_HER_WARNING
    ),
    call(
        "POST /players/me/sanctions/{sanction}/acknowledge",
        "acknowledgeWarning",
        _EVEN_SUSPENDED.replace("200", "not_found"),
        sends=_THEIR_WARNING,
    ),
)

ACCOUNTS: Final[tuple[Call, ...]] = (
    call("GET /", None, _PUBLIC),
    call("GET /problems", None, _PUBLIC),
    call("GET /bots", "bots", _PUBLIC),
    call("GET /bots", "temperaments", _PUBLIC),
    call("GET /rules", "rules", _PUBLIC),
    call("POST /players", "register", _FOR_ANYBODY, sends="a new name and a password"),
    call("POST /players/guest", "registerGuest", _FOR_ANYBODY),
    call("GET /session", None, _PUBLIC),
    call("POST /session", None, _FOR_ANYBODY, sends="the name and password of the seat to act"),
    call("DELETE /session", None, _PUBLIC.replace("200", "204")),
    call("POST /tokens", "createToken", _FOR_ANYBODY, sends="the name and password of the seat to act"),
    call("GET /players/{name}", "player", _PUBLIC),
    call("GET /players/me", "me", _OWN),
    call("GET /players/me/turns", "me.turns", _OWN),
    call("GET /players/me/away", "me.away", _OWN),
    call("GET /players/me/stream", "myTurns", _FOLLOW_OWN),
    call("GET /tokens", "me.tokens", _OWN),
    call("GET /webhooks", "webhooks", _OWN),
    *_WEBHOOKS,
    *_BOTS,
    call(
        "PATCH /players/me",
        "updateMe",
        """
        anonymous     not_authenticated
        stranger      200
        other         200
        to_act        200
        creator       200
        suspended     200
        staff         200
        seated_staff  200
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="another language",
    ),
    call("GET /players/me/notices", "me.notices", _OWN),
    call(
        "PATCH /players/me/notices",
        "updateNotices",
        """
        anonymous     not_authenticated
        stranger      200
        other         200
        to_act        200
        creator       200
        suspended     200
        staff         200
        seated_staff  200
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="a choice",
    ),
    call(
        "POST /players/me/confirmation",
        "repeatConfirmation",
        """
        anonymous     not_authenticated
        stranger      202
        other         202
        to_act        202
        creator       202
        suspended     202
        staff         202
        seated_staff  202
        revoked       not_authenticated
        reader        missing_scope
        """,
    ),
    call(
        "POST /players/me/away",
        "takeAwayDays",
        """
        anonymous     not_authenticated
        stranger      201
        other         201
        to_act        201
        creator       201
        suspended     201
        staff         201
        seated_staff  201
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="two days of next week",
    ),
    call(
        "DELETE /players/me/away/{away}",
        "cancelAwayDays",
        """
        anonymous     not_authenticated
        stranger      204
        other         204
        to_act        204
        creator       204
        suspended     204
        staff         204
        seated_staff  204
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="one's own away days",
    ),
    call(
        "DELETE /players/me/away/{away}",
        "cancelAwayDays",
        """
        anonymous     not_authenticated
        stranger      not_found
        other         not_found
        to_act        not_found
        creator       not_found
        suspended     not_found
        staff         not_found
        seated_staff  not_found
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="somebody else's away days",
    ),
    call(
        "DELETE /tokens/{token}",
        "revokeToken",
        """
        anonymous     not_authenticated
        stranger      204
        other         204
        to_act        204
        creator       204
        suspended     204
        staff         204
        seated_staff  204
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="another token of one's own",
    ),
    call(
        "DELETE /tokens/{token}",
        "revokeToken",
        """
        anonymous     not_authenticated
        stranger      204
        other         204
        to_act        204
        creator       204
        suspended     204
        staff         204
        seated_staff  204
        revoked       not_authenticated
        reader        204
        """,
        sends="the very token that is sent",
    ),
    call(
        "DELETE /tokens/{token}",
        "revokeToken",
        """
        anonymous     not_authenticated
        stranger      not_found
        other         not_found
        to_act        not_found
        creator       not_found
        suspended     not_found
        staff         not_found
        seated_staff  not_found
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="somebody else's token",
    ),
)

LOBBY: Final[tuple[Call, ...]] = (
    call("GET /games", "games", _PUBLIC),
    call(
        "POST /games",
        "createGame",
        """
        anonymous     not_authenticated
        stranger      201
        other         201
        to_act        201
        creator       201
        suspended     suspended
        staff         201
        seated_staff  201
        revoked       not_authenticated
        reader        missing_scope
        robot         bots_not_allowed
        """,
    ),
    call(
        "POST /games/{game}/seats",
        "takeSeat",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      201             game_full       game_over       game_over       not_found
        robot         bots_not_allowed  bots_not_allowed  bots_not_allowed  bots_not_allowed  not_found
        other         already_seated
        to_act        already_seated
        creator       already_seated
        suspended     suspended
        staff         201             game_full       game_over       game_over       not_found
        seated_staff  already_seated
        revoked       not_authenticated
        reader        missing_scope
        """,
    ),
    call(
        "DELETE /games/{game}/seats/me",
        "leaveSeat",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated      not_seated      not_seated      not_seated      not_found
        other         204             game_started    game_over       game_over       game_started
        to_act        204             game_started    game_over       game_over       game_started
        creator       204             game_started    game_over       game_over       game_started
        suspended     suspended
        staff         not_seated      not_seated      not_seated      not_seated      not_found
        seated_staff  204             game_started    game_over       game_over       game_started
        revoked       not_authenticated
        reader        missing_scope
        """,
    ),
    *(
        call(
            route,
            twin,
            # open              active              finished            cancelled           private
            f"""
            anonymous     not_authenticated
            stranger      not_creator     not_creator     not_creator     not_creator     not_found
            other         not_creator
            to_act        not_creator
            creator       {done}          game_started    game_over       game_over       game_started
            suspended     suspended
            staff         not_creator     not_creator     not_creator     not_creator     not_found
            seated_staff  not_creator
            revoked       not_authenticated
            reader        missing_scope
            """,
            sends=sends,
        )
        for route, twin, done, sends in (
            ("POST /games/{game}/bots", "seatBot", 201, "a level"),
            ("DELETE /games/{game}/bots/{seat}", "unseatBot", 204, "the seat of a bot"),
            ("POST /games/{game}/start", "startGame", 201, ""),
        )
    ),
)

PLAY: Final[tuple[Call, ...]] = (
    call(
        "POST /games/{game}/moves",
        "makeMove",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated        not_seated      not_seated      not_seated      not_found
        other         game_not_started  not_your_turn   game_over       game_over       not_your_turn
        to_act        game_not_started  201             game_over       game_over       201
        creator       game_not_started  not_your_turn   game_over       game_over       not_your_turn
        suspended     suspended
        staff         not_seated        not_seated      not_seated      not_seated      not_found
        seated_staff  game_not_started  not_your_turn   game_over       game_over       not_your_turn
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="a legal move of the seat to act",
    ),
    call(
        "POST /games/{game}/moves",
        "makeMove",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated        not_seated      not_seated      not_seated      not_found
        other         game_not_started  not_your_turn   game_over       game_over       not_your_turn
        to_act        game_not_started  illegal_move    game_over       game_over       illegal_move
        creator       game_not_started  not_your_turn   game_over       game_over       not_your_turn
        suspended     suspended
        staff         not_seated        not_seated      not_seated      not_seated      not_found
        seated_staff  game_not_started  not_your_turn   game_over       game_over       not_your_turn
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="a move that breaks a rule",
    ),
    call(
        "POST /games/{game}/moves",
        "makeMove",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated        not_seated      not_seated      not_seated      not_found
        other         game_not_started  stale_version   game_over       game_over       stale_version
        to_act        game_not_started  stale_version   game_over       game_over       stale_version
        creator       game_not_started  stale_version   game_over       game_over       stale_version
        suspended     suspended
        staff         not_seated        not_seated      not_seated      not_seated      not_found
        seated_staff  game_not_started  stale_version   game_over       game_over       stale_version
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="a move at an older version",
    ),
    call(
        "POST /games/{game}/resign",
        "resign",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated        not_seated      not_seated      not_seated      not_found
        other         game_not_started  201             game_over       game_over       201
        to_act        game_not_started  201             game_over       game_over       201
        creator       game_not_started  201             game_over       game_over       201
        suspended     suspended
        staff         not_seated        not_seated      not_seated      not_seated      not_found
        seated_staff  game_not_started  201             game_over       game_over       201
        revoked       not_authenticated
        reader        missing_scope
        """,
    ),
)

REMATCH: Final[tuple[Call, ...]] = (
    call(
        "POST /games/{game}/rematch",
        "rematch",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated        not_seated      not_seated      not_seated      not_found
        other         game_not_over     game_not_over   201             201             game_not_over
        to_act        game_not_over     game_not_over   201             201             game_not_over
        creator       game_not_over     game_not_over   201             201             game_not_over
        suspended     suspended
        staff         not_seated        not_seated      not_seated      not_seated      not_found
        seated_staff  game_not_over     game_not_over   201             201             game_not_over
        revoked       not_authenticated
        reader        missing_scope
        """,
    ),
)

READING: Final[tuple[Call, ...]] = (
    call("GET /games/{game}", "game", _WHO_MAY_SEE),
    call("GET /games/{game}/events", "game.events", _WHO_MAY_SEE),
    call("GET /games/{game}/stream", "gameEvents", _WHO_MAY_FOLLOW),
    call("GET /games/{game}/rounds", "game.rounds", _WHO_MAY_SEE),
    call("GET /games/{game}/clock", "game.clock", _WHO_MAY_SEE),
    call(
        "GET /games/{game}/hint",
        "hint",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated        not_seated      not_seated      not_seated      not_found
        other         game_not_started  not_your_turn   game_over       game_over       not_your_turn
        to_act        game_not_started  200             game_over       game_over       200
        creator       game_not_started  not_your_turn   game_over       game_over       not_your_turn
        suspended     game_not_started  200             game_over       game_over       200
        staff         not_seated        not_seated      not_seated      not_seated      not_found
        seated_staff  game_not_started  not_your_turn   game_over       game_over       not_your_turn
        revoked       not_authenticated
        reader        game_not_started  200             game_over       game_over       200
        """,
    ),
    call(
        "GET /games/{game}/analysis",
        "analysis",
        # open              active              finished            cancelled           private
        """
        anonymous     game_not_over   game_not_over   202             200             not_found
        stranger      game_not_over   game_not_over   202             200             not_found
        other         game_not_over   game_not_over   202             200             game_not_over
        to_act        game_not_over   game_not_over   202             200             game_not_over
        creator       game_not_over   game_not_over   202             200             game_not_over
        suspended     game_not_over   game_not_over   202             200             game_not_over
        staff         game_not_over   game_not_over   202             200             not_found
        seated_staff  game_not_over   game_not_over   202             200             game_not_over
        revoked       not_authenticated
        reader        game_not_over   game_not_over   202             200             game_not_over
        """,
    ),
    call(
        "GET /games/{game}/record",
        "record",
        # open              active              finished            cancelled           private
        """
        anonymous     game_not_over   game_not_over   200             200             not_found
        stranger      game_not_over   game_not_over   200             200             not_found
        other         game_not_over   game_not_over   200             200             game_not_over
        to_act        game_not_over   game_not_over   200             200             game_not_over
        creator       game_not_over   game_not_over   200             200             game_not_over
        suspended     game_not_over   game_not_over   200             200             game_not_over
        staff         game_not_over   game_not_over   200             200             not_found
        seated_staff  game_not_over   game_not_over   200             200             game_not_over
        revoked       not_authenticated
        reader        game_not_over   game_not_over   200             200             game_not_over
        """,
    ),
)

TALK: Final[tuple[Call, ...]] = (
    call(
        "GET /games/{game}/messages",
        "messages",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated      not_seated      not_seated      not_seated      not_found
        other         200
        to_act        200
        creator       200
        suspended     200
        staff         not_seated      not_seated      not_seated      not_seated      not_found
        seated_staff  200
        revoked       not_authenticated
        reader        200
        """,
    ),
    call(
        "POST /games/{game}/messages",
        "writeMessage",
        # open              active              finished            cancelled           private
        """
        anonymous     not_authenticated
        stranger      not_seated      not_seated      not_seated      not_seated      not_found
        other         201             201             201             game_over       201
        to_act        201             201             201             game_over       201
        creator       201             201             201             game_over       201
        suspended     suspended
        staff         not_seated      not_seated      not_seated      not_seated      not_found
        seated_staff  201             201             201             game_over       201
        revoked       not_authenticated
        reader        missing_scope
        """,
        sends="a message",
    ),
)

TABLE: Final[tuple[Call, ...]] = (*ACCOUNTS, *CONDUCT, *LOBBY, *PLAY, *REMATCH, *READING, *TALK)
