"""Every refusal and every success through REST and through GraphQL: the same code, the same effect, the same view."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, Final

import pytest
from django.db.models.functions import Now

from games.models import GameEvent
from players.errors import ErrorCode
from players.models import Player, Token
from tests.api.caller import PASSWORD, Caller, logged_in
from tests.api.caller import registered as registered_by_rest
from tests.api.sides import Graphql, Rest, Said, Side
from tests.api.tables import Table, random_move

pytestmark = pytest.mark.django_db

SIDES: Final[tuple[Side, ...]] = (Rest(), Graphql())


@dataclass
class World:
    """One of two worlds in which the same is done, once by each API. Names end in a letter that tells them apart."""

    side: Side

    @property
    def letter(self) -> str:
        return self.side.name[0]

    def name(self, name: str) -> str:
        return f"{name}-{self.letter}"

    def registered(self, name: str) -> Caller:
        return registered_by_rest(self.name(name))

    @cached_property
    def ann(self) -> Caller:
        return self.registered("ann")

    @cached_property
    def eve(self) -> Caller:
        return self.registered("eve")

    @cached_property
    def open_game(self) -> str:
        return str(self.ann.post("/games", {"players": 3}).json()["id"])

    @cached_property
    def private_game(self) -> Any:
        return self.ann.post("/games", {"players": 3, "visibility": "private"}).json()

    @cached_property
    def table(self) -> Table:
        seated = (self.ann, self.registered("bob"), self.registered("cleo"))
        game = seated[0].post("/games", {"players": 3}).json()
        for caller in seated[1:]:
            caller.post(f"/games/{game['id']}/seats")
        return Table(game["id"], seated)

    @cached_property
    def finished(self) -> Table:
        self.table.play_to_the_end(random.Random(5))
        return self.table

    @cached_property
    def cancelled_game(self) -> str:
        self.ann.delete(f"/games/{self.open_game}/seats/me")
        return self.open_game

    def to_act(self) -> tuple[Caller, Any]:
        seat, view = self.table.to_act()
        return self.table.seated[seat], view

    def act(self, caller: Caller, call: str, game: str | None = None, **body: Any) -> Said:
        return self.side.act(caller, call, game, **body)

    def look(self, caller: Caller, what: str, subject: str = "", **asked: Any) -> Said:
        return self.side.look(caller, what, subject, **asked)

    def effect(self) -> Any:
        """All that there is of this world, without what differs from world to world: ids, times, cards."""
        ours = Player.objects.filter(name__endswith=f"-{self.letter}")
        events = GameEvent.objects.filter(game__creator__in=ours).order_by("game__created_at", "seq")
        games = ours.filter(pk__isnull=False)
        return {
            "kinds": list(events.values_list("kind", flat=True))[:7],
            "players": sorted(
                (name.removesuffix(f"-{self.letter}"), email, language)
                for name, email, language in games.values_list("name", "email", "language")
            ),
            "tokens": sorted(
                (label, tuple(scopes), expires is None, revoked is None)
                for label, scopes, expires, revoked in Token.objects.filter(player__in=ours).values_list(
                    "label", "scopes", "expires_at", "revoked_at"
                )
            ),
        }

    def fingerprint(self) -> Any:
        """Everything in the database that a refusal must not change."""
        return (
            list(GameEvent.objects.order_by("id").values_list("id", flat=True)),
            list(Player.objects.order_by("id").values_list("id", "name", "email", "language", "password")),
            list(Token.objects.order_by("id").values_list("id", "revoked_at")),
        )


type Scene = Callable[[World], tuple[Caller, str, str | None, dict[str, Any]]]


def an_offer(view: Any, **changes: Any) -> dict[str, Any]:
    choice = view["you"]["legal"]["offer"]["cards"][-1]
    offer = {"card": choice["card"], "claim": choice["claims"][-1], "to": view["you"]["legal"]["offer"]["to"][0]}
    return {"version": view["version"], "kind": "offer", **offer, **changes}


def moving(**changes: Any) -> Scene:
    """An offer of the seat to act, changed."""

    def scene(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
        caller, view = world.to_act()
        given = {name: value(view) if callable(value) else value for name, value in changes.items()}
        move = {name: value for name, value in an_offer(view, **given).items() if value is not ...}
        return caller, "makeMove", world.table.id, move

    return scene


def absent_card(view: Any) -> int:
    return next(card for card in range(1, 11) if card not in view["you"]["hand"])


def own_seat(view: Any) -> int:
    return int(view["you"]["seat"])


def asked_again(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    """The second seat passes on to the first player."""
    caller, view = world.to_act()
    caller.post(f"{world.table.path}/moves", an_offer(view))
    first, (caller, view) = view["you"]["seat"], world.to_act()
    return caller, "makeMove", world.table.id, an_offer(view, to=first)


def out_of_turn(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    caller, view = world.to_act()
    return (
        next(other for other in world.table.seated if other is not caller),
        "makeMove",
        world.table.id,
        an_offer(view),
    )


def address_taken_away(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.ann.patch("/players/me", {"email": "a@x.org"})
    return world.ann, "updateMe", None, {"email": None}


def suspended(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    caller, view = world.to_act()
    Player.objects.filter(name__endswith=f"-{world.letter}").update(suspended_until=Now() + timedelta(hours=1))
    return caller, "makeMove", world.table.id, an_offer(view)


def plain(call: str, who: str = "ann", game: str | None = None, **body: Any) -> Scene:
    """A call by ann, eve, nobody or a stale reader."""

    def scene(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
        game_id = None if game is None else getattr(world, game) if hasattr(World, game) else game
        game_id = game_id.id if isinstance(game_id, Table) else game_id["id"] if isinstance(game_id, dict) else game_id
        given = {name: value(world) if callable(value) else value for name, value in body.items()}
        callers = {"nobody": Caller, "reader": lambda: (world.ann, logged_in(world.name("ann"), scopes=["read"]))[1]}
        caller = callers[who]() if who in callers else getattr(world, who)
        return caller, call, game_id, given

    return scene


def ann_name(world: World) -> str:
    _ = world.ann
    return world.name("ann")


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
    "a seat of a running game": ("game_started", plain("takeSeat", "eve", "table")),
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
    "a token of another": ("not_found", plain("revokeToken", "ann", id="nosuchtoken")),
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


def seat_taken_by_invitation(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    game = world.private_game
    return world.eve, "takeSeat", game["id"], {"invite": game["invite"], "entropy": "dice"}


def leaving(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.eve.post(f"/games/{world.open_game}/seats")
    return world.eve, "leaveSeat", world.open_game, {}


def unseating(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.ann.post(f"/games/{world.open_game}/bots", {"level": "novice"})
    return world.ann, "unseatBot", world.open_game, {"seat": 1}


def accepting(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    caller, view = world.to_act()
    caller.post(f"{world.table.path}/moves", an_offer(view))
    caller, view = world.to_act()
    return caller, "makeMove", world.table.id, {"version": view["version"], "kind": "accept"}


def starting(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    game_id = world.ann.post("/games", {"players": 4, "bots": ["novice", "guarded"]}).json()["id"]
    return world.ann, "startGame", game_id, {}


def revoking(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    logged_in(world.name("ann") if world.ann else "", label="old")
    return world.ann, "revokeToken", None, {"id": Token.objects.get(label="old", revoked_at=None).pk}


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
    "a bot unseated": unseating,
    "a start": starting,
    "an offer": moving(),
    "an acceptance": accepting,
    "a resignation": plain("resign", "ann", "table"),
    "an account": plain("register", "nobody", name=lambda world: world.name("zoe"), password=PASSWORD, email="z@x.org"),
    "a changed account": plain("updateMe", language="fr", email="a@x.org"),
    "an address taken away": address_taken_away,
    "a new password": plain("updateMe", password="another good one", current_password=PASSWORD),
    "a token": plain(
        "createToken", "nobody", name=ann_name, password=PASSWORD, label="ci", scopes=["read"], expires_in="P1D"
    ),
    "a token with all defaults": plain("createToken", "nobody", name=ann_name, password=PASSWORD),
    "a token revoked": revoking,
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
        shapes.append(shape(shown["player"] if call == "register" and "player" in shown else shown))
    assert effects[0] == effects[1]
    # REST says nothing after a DELETE.
    assert shapes[0] in (None, shapes[1])


def shape(shown: Any) -> Any:
    """The members, without the text of a new token: GraphQL tells it beside them."""
    return sorted(set(shown) - {"token"}) if isinstance(shown, dict) else None


LOOKS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "game": ("game", {}),
    "all games": ("games", {}),
    "games by status": ("games", {"status": "active"}),
    "games by player": ("games", {"player": "bob-g"}),
    "games to join": ("games", {"joinable": "true"}),
    "games not to join": ("games", {"joinable": "false"}),
    "games from the oldest": ("games", {"order": "oldest", "limit": 2}),
    "rounds": ("rounds", {}),
    "events": ("events", {}),
    "some events": ("events", {"after": 3, "limit": 4}),
    "me": ("me", {}),
    "turns": ("turns", {}),
    "tokens": ("tokens", {"limit": 1}),
    "player": ("player", {}),
    "bots": ("bots", {}),
    "record": ("record", {}),
    "no game": ("game", {}),
    "too many games": ("games", {"limit": 101}),
    "games after nonsense": ("games", {"cursor": "nonsense"}),
    "events after nonsense": ("events", {"cursor": "x"}),
    "tokens after nonsense": ("tokens", {"cursor": "x"}),
    "no player": ("player", {}),
}


@pytest.mark.parametrize("name", LOOKS)
@pytest.mark.parametrize("moment", ["running", "finished"])
def test_what_is_seen_is_the_same(name: str, moment: str) -> None:
    """By a seated player at their turn and not, a stranger, nobody, and a token that may only play."""
    what, asked = LOOKS[name]
    world = World(SIDES[1])
    world.eve.post(f"/games/{world.open_game}/seats")
    _ = world.private_game
    rng = random.Random(7)
    table = world.table
    for _ in range(5):
        table.play(rng)
    if moment == "finished":
        table.play_to_the_end(rng)
    subject = {"player": world.name("bob"), "no player": "nobody-here", "no game": "nosuchgame"}.get(
        name, world.name("bob") if what == "player" else table.id
    )
    player_only = logged_in(world.name("bob"), scopes=["play"])
    for caller in (*table.seated, world.eve, Caller(), player_only):
        by_rest, by_graphql = (side.look(caller, what, subject, **graphql_words(side, asked)) for side in SIDES)
        assert by_rest == by_graphql
    games = [world.private_game["id"], world.open_game]
    if what in {"game", "rounds", "events", "record"}:
        for game_id in games:
            for caller in (world.ann, world.eve, Caller()):
                by_rest, by_graphql = (side.look(caller, what, game_id) for side in SIDES)
                assert by_rest == by_graphql


def graphql_words(side: Side, asked: dict[str, Any]) -> dict[str, Any]:
    """GraphQL's `after` is text."""
    return {name: str(value) if side.name == "graphql" and name == "after" else value for name, value in asked.items()}


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


def test_an_invitation_shows_a_private_game_alike() -> None:
    world = World(SIDES[1])
    game = world.private_game
    from tests.api.graphql.asking import data
    from tests.api.graphql.views import GAME, as_rest

    query = f'query($i: String) {{ game(id: "{game["id"]}", invite: $i) {{ {GAME} }} }}'
    by_graphql = data(world.eve, query, {"i": game["invite"]})["game"]
    assert as_rest(by_graphql) == world.eve.get(f"/games/{game['id']}?invite={game['invite']}").json()


ELSEWHERE: Final = {
    # REST speaks of methods and media types; GraphQL's view has tests of its own for its one address.
    "method_not_allowed",
    "not_acceptable",
    "forbidden",
    "too_large",
    "malformed",
    "unsupported_media_type",
    # Of lists and records: LOOKS.
    "bad_cursor",
    "game_not_over",
    # A last seat taken starts the game at once: only a race of two can meet a full one that waits.
    "game_full",
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


def test_a_whole_game_played_over_graphql_is_seen_alike_at_every_step() -> None:
    world = World(SIDES[1])
    rng = random.Random(11)
    while (view := world.table.view())["status"] == "active":
        caller = world.table.seated[view["to_act"]]
        seen = world.look(caller, "game", world.table.id).shown
        assert seen == Rest().look(caller, "game", world.table.id).shown
        said = world.act(caller, "makeMove", world.table.id, **random_move(seen, rng))
        assert said.shown == Rest().look(caller, "game", world.table.id).shown
