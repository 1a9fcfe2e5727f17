"""Every refusal and every success through REST and through GraphQL: the same code, the same effect, the same view."""

from typing import Any, Final

import pytest

from players.errors import ErrorCode
from tests.api.caller import PASSWORD, Caller
from tests.api.sides import SIDES, Graphql, Rest
from tests.api.worlds import (
    Scene,
    World,
    absent_card,
    accepting,
    address_taken_away,
    ann_name,
    another_is_away,
    asked_again,
    away_already,
    coming_back,
    coming_back_twice,
    confirmation_repeated,
    disabled_hook,
    foreign_hook,
    hook,
    hours_taken_away,
    leaving,
    moving,
    out_of_turn,
    own_seat,
    plain,
    redelivering,
    rematch_joined,
    revoking,
    robot_name,
    seat_kept_for_others,
    seat_taken_by_invitation,
    starting,
    suspended,
    taking_away,
    too_many_bots,
    too_many_hooks,
    unseating,
)

pytestmark = pytest.mark.django_db


def choosing(kind: str, channel: str, when: str, **more: Any) -> Scene:
    """One choice, made by Ann."""
    return plain("updateNotices", choices=[{"kind": kind, "channel": channel, "when": when, **more}])


TURN: Final = ["your_turn"]

REFUSALS: Final[dict[str, tuple[str, Scene]]] = {
    # Who may act.
    "a move of nobody": ("not_authenticated", plain("makeMove", "nobody", "table", version=1, kind="accept")),
    "a game of nobody": ("not_authenticated", plain("createGame", "nobody")),
    "a revocation by nobody": ("not_authenticated", plain("revokeToken", "nobody", id="x")),
    "an account of nobody": ("not_authenticated", plain("updateMe", "nobody", language="fr")),
    "a game of a reader": ("missing_scope", plain("createGame", "reader")),
    "a seat of a reader": ("missing_scope", plain("takeSeat", "reader", "open_game")),
    "a change by a reader": ("missing_scope", plain("updateMe", "reader", language="fr")),
    "a move of who is suspended": ("suspended", suspended),
    # Games.
    "a game of a thousand": ("invalid_value", plain("createGame", players=1000)),
    "a game of two": ("invalid_value", plain("createGame", players=2)),
    "a game for text": ("wrong_type", plain("createGame", players="4")),
    "a game for nobody": ("wrong_type", plain("createGame", players=None)),
    "a turn of a second": ("invalid_value", plain("createGame", turn="PT1S")),
    "a turn of a month": ("invalid_value", plain("createGame", turn="P1M")),
    "a visibility unheard of": ("invalid_value", plain("createGame", visibility="secret")),
    "a name too long": ("invalid_value", plain("createGame", name="x" * 61)),
    "a name of two lines": ("invalid_value", plain("createGame", name="a\nb")),
    "too many bots": ("invalid_value", plain("createGame", players=3, bots=["novice"] * 3)),
    "bots unheard of": ("invalid_value", plain("createGame", bots=["hal"])),
    "a member unheard of": ("unknown_field", plain("createGame", seed="x")),
    # Seats.
    "a seat of no game": ("not_found", plain("takeSeat", "eve", "nosuchgame")),
    "a seat of a private game": ("not_found", plain("takeSeat", "eve", "private_game")),
    "a seat by a false invitation": ("not_found", plain("takeSeat", "eve", "private_game", invite="x")),
    "a second seat": ("already_seated", plain("takeSeat", "ann", "open_game")),
    "a seat of a running game": ("game_full", plain("takeSeat", "eve", "table")),
    "a seat of a finished game": ("game_over", plain("takeSeat", "eve", "finished")),
    "entropy too long": ("invalid_value", plain("takeSeat", "eve", "open_game", entropy="x" * 65)),
    "leaving no seat": ("not_seated", plain("leaveSeat", "eve", "open_game")),
    "leaving a running game": ("game_started", plain("leaveSeat", "ann", "table")),
    "leaving no game": ("not_found", plain("leaveSeat", "eve", "nosuchgame")),
    "a bot in another's game": ("not_creator", plain("seatBot", "eve", "open_game", level="novice")),
    "a bot unheard of": ("invalid_value", plain("seatBot", "ann", "open_game", level="hal")),
    "a bot of no level": ("missing_field", plain("seatBot", "ann", "open_game")),
    "a bot in a running game": ("game_started", plain("seatBot", "ann", "table", level="novice")),
    "unseating a human": ("not_found", plain("unseatBot", "ann", "open_game", seat=0)),
    "unseating in another's game": ("not_creator", plain("unseatBot", "eve", "open_game", seat=0)),
    "starting another's game": ("not_creator", plain("startGame", "eve", "open_game")),
    "starting alone": ("not_enough_players", plain("startGame", "ann", "open_game")),
    "starting twice": ("game_started", plain("startGame", "ann", "table")),
    "starting what was cancelled": ("game_over", plain("startGame", "ann", "cancelled_game")),
    # Moves.
    "a move in no game": ("not_found", plain("makeMove", "eve", "nosuchgame", version=1, kind="accept")),
    "a move of a stranger": ("not_seated", plain("makeMove", "eve", "table", version=1, kind="accept")),
    "a move before the start": ("game_not_started", plain("makeMove", "ann", "open_game", version=2, kind="accept")),
    "a move after the end": ("game_over", plain("makeMove", "ann", "finished", version=1, kind="accept")),
    "a move without a version": ("missing_field", moving(version=...)),
    "a move of no kind": ("missing_field", moving(kind=...)),
    "a move of a kind unheard of": ("invalid_value", moving(kind="steal")),
    "a version that is text": ("wrong_type", moving(version="7")),
    "a version below zero": ("invalid_value", moving(version=-1)),
    "a version beyond all": ("invalid_value", moving(version=2**31)),
    "an offer without a card": ("missing_field", moving(card=...)),
    "an offer of text": ("wrong_type", moving(card="3")),
    "an acceptance with a card": ("unknown_field", moving(kind="accept")),
    "a stale move": ("stale_version", moving(version=3)),
    "a move from the future": ("stale_version", moving(version=999)),
    "a move out of turn": ("not_your_turn", out_of_turn),
    "nothing to accept": ("illegal_move", moving(kind="accept", card=..., claim=..., to=...)),
    "nothing to refuse": ("illegal_move", moving(kind="refuse", card=..., claim=..., to=...)),
    "a card of another hand": ("illegal_move", moving(card=absent_card)),
    "a claim out of range": ("illegal_move", moving(claim=11)),
    "a false claim": ("illegal_move", moving(claim=0, card=lambda view: max(view["you"]["hand"]))),
    "a seat that is not there": ("illegal_move", moving(to=9)),
    "an offer to oneself": ("illegal_move", moving(to=own_seat)),
    "an offer to the first player": ("illegal_move", asked_again),
    "resigning before the start": ("game_not_started", plain("resign", "ann", "open_game")),
    "resigning from another's game": ("not_seated", plain("resign", "eve", "table")),
    "resigning from nothing": ("not_found", plain("resign", "eve", "nosuchgame")),
    "resigning after the end": ("game_over", plain("resign", "ann", "finished")),
    # Rematches.
    "a rematch of no game": ("not_found", plain("rematch", "eve", "nosuchgame")),
    "a rematch of a stranger": ("not_seated", plain("rematch", "eve", "finished")),
    "a rematch of a running game": ("game_not_over", plain("rematch", "ann", "table")),
    "a rematch of an open game": ("game_not_over", plain("rematch", "ann", "open_game")),
    "a rematch with too much entropy": ("invalid_value", plain("rematch", "ann", "finished", entropy="x" * 65)),
    "a seat kept for others": ("game_full", seat_kept_for_others),
    # Accounts.
    "no name": ("missing_field", plain("register", "nobody", password=PASSWORD)),
    "no password": ("missing_field", plain("register", "nobody", name="bob")),
    "a name that is a number": ("wrong_type", plain("register", "nobody", name=5, password=PASSWORD)),
    "a bad name": ("invalid_name", plain("register", "nobody", name="b!", password=PASSWORD)),
    "a weak password": ("weak_password", plain("register", "nobody", name="bob", password="short")),
    "a bad address": ("invalid_value", plain("register", "nobody", name="bob", password=PASSWORD, email="x@")),
    "a name taken": ("name_taken", plain("register", "nobody", name=ann_name, password=PASSWORD)),
    "a wish to be staff": ("unknown_field", plain("register", "nobody", name="b", password="x", is_staff=True)),
    "a language unheard of": ("invalid_value", plain("updateMe", language="tlh")),
    "a new password alone": ("missing_field", plain("updateMe", password="another good one")),
    "a wrong password": (
        "bad_credentials",
        plain("updateMe", password="another good one", current_password="wrong one"),
    ),
    "a time zone unheard of": ("invalid_value", plain("updateMe", time_zone="Mars/Olympus")),
    "a time of day unheard of": (
        "invalid_value",
        plain("updateMe", quiet_hours={"from": "24:00", "until": "07:00"}),
    ),
    "a night of thirteen hours": (
        "invalid_value",
        plain("updateMe", quiet_hours={"from": "20:00", "until": "09:00"}),
    ),
    "a night without a length": ("invalid_value", plain("updateMe", quiet_hours={"from": "20:00", "until": "20:00"})),
    "a night without an end": ("missing_field", plain("updateMe", quiet_hours={"from": "20:00"})),
    "away on no day": ("invalid_value", plain("takeAwayDays", **{"from": "tomorrow", "until": "2027-01-01"})),
    "away since yesterday": ("invalid_value", taking_away(-1, 2)),
    "away backwards": ("invalid_value", taking_away(3, 2)),
    "away in two years": ("invalid_value", taking_away(1, 800)),
    "away twice": ("invalid_value", away_already),
    "away for ever": ("no_away_days_left", taking_away(0, 100)),
    "away from nothing": ("missing_field", plain("takeAwayDays", until="2027-01-01")),
    "back from nowhere": ("not_found", plain("cancelAwayDays", id="nosuchperiod")),
    "back twice": ("not_found", coming_back_twice),
    "back for another": ("not_found", another_is_away),
    "a log-in with a wrong password": ("bad_credentials", plain("createToken", "nobody", name=ann_name, password="x")),
    "a log-in as nobody": ("bad_credentials", plain("createToken", "nobody", name="nobody", password="x")),
    "a token of no scope": (
        "invalid_value",
        plain("createToken", "nobody", name=ann_name, password=PASSWORD, scopes=[]),
    ),
    "a token of a scope unheard of": (
        "invalid_value",
        plain("createToken", "nobody", name=ann_name, password=PASSWORD, scopes=["admin"]),
    ),
    "a token for no time": (
        "invalid_value",
        plain("createToken", "nobody", name=ann_name, password=PASSWORD, expires_in="PT0S"),
    ),
    # Guests.
    "a seat of a guest at a rated game": ("account_needed", plain("takeSeat", "guest", "open_game")),
    "a guest with a name alone": ("missing_field", plain("updateMe", "guest", name="zoe")),
    "a guest with a password alone": ("missing_field", plain("updateMe", "guest", password=PASSWORD)),
    "a guest with a bad name": ("invalid_name", plain("updateMe", "guest", name="z!", password=PASSWORD)),
    "a guest with a guest's name": ("invalid_name", plain("updateMe", "guest", name="guest-zzzz", password=PASSWORD)),
    "a guest with a name taken": ("name_taken", plain("updateMe", "guest", name=ann_name, password=PASSWORD)),
    "a guest with a weak password": ("weak_password", plain("updateMe", "guest", name="zoe", password="short")),
    "another name": ("invalid_value", plain("updateMe", name="zoe", password=PASSWORD)),
    # Notices.
    "a kind unheard of": ("invalid_value", choosing("weather", "mail", "never")),
    "a channel unheard of": ("invalid_value", choosing("your_turn", "pigeon", "never")),
    "a time unheard of": ("invalid_value", choosing("your_turn", "mail", "sometimes")),
    "a digest of no hours": ("missing_field", choosing("your_turn", "mail", "digest")),
    "a digest of too many hours": ("invalid_value", choosing("your_turn", "mail", "digest", hours=169)),
    "a digest of zero hours": ("invalid_value", choosing("your_turn", "mail", "digest", hours=0)),
    "a digest of an end": ("invalid_value", choosing("game_ended", "mail", "digest", hours=6)),
    "a digest by webhook": ("invalid_value", choosing("your_turn", "webhook", "digest", hours=6)),
    "hours without a digest": ("invalid_value", choosing("your_turn", "mail", "at_once", hours=6)),
    "a choice of nothing": ("invalid_value", plain("updateNotices", choices=[])),
    "a kind chosen twice": (
        "invalid_value",
        plain("updateNotices", choices=[{"kind": "your_turn", "channel": "mail", "when": "never"}] * 2),
    ),
    "a choice by a reader": (
        "missing_scope",
        plain("updateNotices", "reader", choices=[{"kind": "your_turn", "channel": "mail", "when": "never"}]),
    ),
    "nothing to confirm": ("nothing_to_confirm", plain("repeatConfirmation")),
    "a token of another": ("not_found", plain("revokeToken", "ann", id="nosuchtoken")),
    # Bots.
    "a bot of nobody": ("not_authenticated", plain("createBot", "nobody", name="tin")),
    "a bot of a reader": ("missing_scope", plain("createBot", "reader", name="tin")),
    "a bot of a bot": ("bots_not_allowed", plain("createBot", "robot", name=lambda world: world.name("tan"))),
    "a bot without a name": ("missing_field", plain("createBot")),
    "a bot with a bad name": ("invalid_name", plain("createBot", name="guarded-99")),
    "a bot of another's name": ("name_taken", plain("createBot", name=ann_name)),
    "a bot with a long description": ("invalid_value", plain("createBot", name="tin", description="x" * 201)),
    "an eleventh bot": ("too_many_bots", too_many_bots),
    "retiring no bot": ("not_found", plain("retireBot", name="nobody-here")),
    "retiring oneself": ("not_found", plain("retireBot", name=ann_name)),
    "retiring another's bot": ("not_found", plain("retireBot", "eve", name=robot_name)),
    "a token of another's bot": ("not_found", plain("renewBotToken", "eve", name=robot_name)),
    "ending tokens of another's bot": ("not_found", plain("revokeBotToken", "eve", name=robot_name)),
    "a bot in a game of humans": ("bots_not_allowed", plain("takeSeat", "robot", "open_game")),
    "a game of humans by a bot": ("bots_not_allowed", plain("createGame", "robot")),
    "a temperament unheard of": (
        "invalid_value",
        plain("seatBot", "ann", "open_game", level="guarded", temperament="x"),
    ),
    "a temperament unheard of, written short": (
        "invalid_value",
        plain("seatBot", "ann", "open_game", level="guarded+x"),
    ),
    "two temperaments": (
        "invalid_value",
        plain("seatBot", "ann", "open_game", level="guarded+bold", temperament="honest"),
    ),
    "a temperament of nothing": ("invalid_value", plain("createGame", bots=["guarded+"])),
    # Webhooks.
    "a webhook of nobody": ("not_authenticated", plain("createWebhook", "nobody", url="https://x.org/", events=TURN)),
    "a webhook of a reader": ("missing_scope", plain("createWebhook", "reader", url="https://x.org/", events=TURN)),
    "a webhook without an address": ("missing_field", plain("createWebhook", events=TURN)),
    "a webhook for nothing": ("invalid_value", plain("createWebhook", url="https://x.org/", events=[])),
    "a webhook for what is unheard of": (
        "invalid_value",
        plain("createWebhook", url="https://x.org/", events=["doomsday"]),
    ),
    "a webhook to no address": ("invalid_value", plain("createWebhook", url="example.org", events=TURN)),
    "a webhook to an odd port": ("invalid_value", plain("createWebhook", url="https://x.org:22/", events=TURN)),
    "a webhook with a long label": (
        "invalid_value",
        plain("createWebhook", url="https://x.org/", events=TURN, label="x" * 61),
    ),
    "a webhook with a label of two lines": (
        "invalid_value",
        plain("createWebhook", url="https://x.org/", events=TURN, label="a\nb"),
    ),
    "an eleventh webhook": ("too_many_webhooks", too_many_hooks),
    "a change of no webhook": ("not_found", plain("updateWebhook", id="nosuchhook22", label="x")),
    "a change of another's webhook": ("not_found", plain("updateWebhook", id=foreign_hook, label="x")),
    "a change to a bad address": ("invalid_value", plain("updateWebhook", id=hook, url="ftp://x.org/")),
    "forgetting another's webhook": ("not_found", plain("deleteWebhook", id=foreign_hook)),
    "a secret of another's webhook": ("not_found", plain("rotateWebhookSecret", id=foreign_hook)),
    "a ping of another's webhook": ("not_found", plain("pingWebhook", id=foreign_hook)),
    "a ping of what is switched off": ("webhook_disabled", plain("pingWebhook", id=disabled_hook)),
    "redelivery of nothing": ("not_found", plain("redeliverWebhook", id=hook, delivery="nosuchping22")),
    "redelivery to what is switched off": ("webhook_disabled", redelivering(disabled_hook)),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_is_the_same_and_changes_nothing(name: str) -> None:
    code, scene = REFUSALS[name]
    told = []
    for side in SIDES:
        world = World(side)
        caller, call, game, body = scene(world)
        before = world.fingerprint()
        said = world.act(caller, call, game, **body)
        assert world.fingerprint() == before
        if "game" in said.told:
            # The view that heals is the view that this caller would fetch; whatever they missed comes with it.
            assert said.told["game"] == Rest().look(caller, "game", said.told["game"]["id"]).shown
            missed = Rest().look(caller, "events", said.told["game"]["id"], after=body["version"]).shown["items"]
            assert said.told["events"] == missed
        told.append((said.code, said.field, {k: v for k, v in said.told.items() if k not in {"game", "events"}}))
        assert said.shown is None
    assert told[0] == told[1]
    assert told[0][0] == code


SUCCESSES: Final[dict[str, Scene]] = {
    "a game with all defaults": plain("createGame"),
    "a game with everything said": plain(
        "createGame",
        players=5,
        turn="PT30S",
        visibility="private",
        bots=["novice", "guarded"],
        rated=False,
        name="To the Styx",
        entropy="dice",
    ),
    "a game that is full at once": plain("createGame", players=3, bots=["novice", "novice"]),
    "a seat": plain("takeSeat", "eve", "open_game"),
    "a seat by invitation": seat_taken_by_invitation,
    "leaving": leaving,
    "the creator leaving": plain("leaveSeat", "ann", "open_game"),
    "a bot seated": plain("seatBot", "ann", "open_game", level="guarded"),
    "a bot with a temperament": plain("seatBot", "ann", "open_game", level="guarded", temperament="bold"),
    "a bot with a temperament written short": plain("seatBot", "ann", "open_game", level="shrewd+honest"),
    "a game with tempers": plain("createGame", players=4, bots=["guarded+bold", "novice+collector", "shrewd"]),
    "a bot unseated": unseating,
    "a start": starting,
    "an offer": moving(),
    "an acceptance": accepting,
    "a game with bots": plain("createGame", allow_bots=True),
    "a game opened by a bot": plain("createGame", "robot", allow_bots=True),
    "a seat of a bot": plain("takeSeat", "robot", "game_with_bots"),
    "a bot": plain("createBot", name=lambda world: world.name("tin"), description="made of tin"),
    "a new token of a bot": plain("renewBotToken", name=robot_name),
    "no token of a bot": plain("revokeBotToken", name=robot_name),
    "a bot retired": plain("retireBot", name=robot_name),
    "a resignation": plain("resign", "ann", "table"),
    "a rematch": plain("rematch", "ann", "finished", entropy="dice"),
    "a rematch that is there": rematch_joined,
    "an account": plain("register", "nobody", name=lambda world: world.name("zoe"), password=PASSWORD, email="z@x.org"),
    "a guest": plain("registerGuest", "nobody"),
    "a game of a guest": plain("createGame", "guest", rated=True),
    "a seat of a guest": plain("takeSeat", "guest", "unrated_game"),
    "a guest who stays": plain(
        "updateMe", "guest", name=lambda world: world.name("zoe"), password=PASSWORD, email="z@x.org", language="fr"
    ),
    "a changed account": plain("updateMe", language="fr", email="a@x.org"),
    "where and when one sleeps": plain(
        "updateMe", time_zone="Europe/Paris", quiet_hours={"from": "22:00", "until": "07:30"}
    ),
    "no night any more": hours_taken_away,
    "away days": taking_away(1, 3),
    "back again": coming_back,
    "an address taken away": address_taken_away,
    "a confirmation once more": confirmation_repeated,
    "a digest": choosing("your_turn", "mail", "digest", hours=6),
    "no webhook": choosing("game_ended", "webhook", "never"),
    "a new password": plain("updateMe", password="another good one", current_password=PASSWORD),
    "a token": plain(
        "createToken", "nobody", name=ann_name, password=PASSWORD, label="ci", scopes=["read"], expires_in="P1D"
    ),
    "a token with all defaults": plain("createToken", "nobody", name=ann_name, password=PASSWORD),
    "a token revoked": revoking,
    "a webhook": plain("createWebhook", url="https://x.org/a?b=c", events=["game_ended", *TURN, *TURN], label="mine"),
    "a changed webhook": plain("updateWebhook", id=hook, url="https://y.org/", events=["game_ended"], label="other"),
    "a label taken away": plain("updateWebhook", id=lambda world: world.webhook(label="old"), label=None),
    "a webhook switched off": plain("updateWebhook", id=hook, enabled=False),
    "a webhook switched on": plain("updateWebhook", id=disabled_hook, enabled=True),
    "a webhook forgotten": plain("deleteWebhook", id=hook),
    "a new secret": plain("rotateWebhookSecret", id=hook),
    "a ping": plain("pingWebhook", id=hook),
    "redelivery": redelivering(),
}


@pytest.mark.parametrize("name", SUCCESSES)
def test_a_success_is_the_same_and_does_the_same(name: str) -> None:
    effects, shapes = [], []
    for side in SIDES:
        world = World(side)
        caller, call, game, body = SUCCESSES[name](world)
        before = world.fingerprint()
        said = world.act(caller, call, game, **body)
        assert said.code is None, said
        assert world.fingerprint() != before
        shown = said.shown
        if call in Graphql._ACTS and Graphql._ACTS[call] == "game" and shown is not None:
            assert shown == Rest().look(caller, "game", shown["id"]).shown
        effects.append(world.effect())
        is_account = call in {"register", "registerGuest", "createBot"}
        shapes.append(shape(shown["player"] if is_account and "player" in shown else shown))
    assert effects[0] == effects[1]
    # REST says nothing after a DELETE.
    assert shapes[0] in (None, shapes[1])


def shape(shown: Any) -> Any:
    """The members, without the text of a new token: GraphQL tells it beside them."""
    return sorted(set(shown) - {"token", "secret"}) if isinstance(shown, dict) else None


RAW: Final[dict[str, tuple[bytes, str, str]]] = {
    "too_large": (b" " * 70_000, "application/json", "too_large"),
    "no JSON": (b"{", "application/json", "malformed"),
    "NUL": (b'{"query":"\\u0000"}', "application/json", "malformed"),
    "a form": (b"a=b", "application/x-www-form-urlencoded", "unsupported_media_type"),
}


@pytest.mark.parametrize("name", RAW)
def test_a_bad_body_is_refused_alike(name: str) -> None:
    body, content_type, code = RAW[name]
    assert [side.raw(Caller(), body, content_type).code for side in SIDES] == [code, code]


def test_a_bad_token_is_refused_alike() -> None:
    bad = Caller("nss_" + "x" * 43)
    assert [side.raw(bad, b"{}").code for side in SIDES] == ["not_authenticated"] * 2


ELSEWHERE: Final = {
    # REST speaks of methods and media types; GraphQL's view has tests of its own for its one address.
    "method_not_allowed",
    "not_acceptable",
    "forbidden",
    # Of a cookie, which neither has here: tests of sessions.
    "csrf_failed",
    "too_large",
    "malformed",
    "unsupported_media_type",
    # Of lists: LOOKS.
    "bad_cursor",
    # Of those who wait: tests/streams.
    "too_many_streams",
    # Of the edge: tests/edge.
    "idempotency_in_flight",
    "idempotency_mismatch",
    # Of the moderators' desk: tests of conduct.
    "already_done",
    "case_claimed",
    "case_closed",
    # Of hints: LOOKS.
    "no_hints_in_rated_games",
    # Failures: tests of problems, and of GraphQL's view.
    "internal_error",
    "unavailable",
    # GraphQL alone: the hostile corpus.
    "invalid_query",
    "query_too_deep",
    "query_too_costly",
    "too_many_aliases",
    "too_many_mutations",
    "batch_refused",
    # Whoever counts requests counts both APIs, before either is asked.
    "rate_limited",
}


def test_every_code_has_a_case() -> None:
    assert {code for code, _ in REFUSALS.values()} | ELSEWHERE == {code.value for code in ErrorCode}
