"""Everything that a viewer can get out of the service about a game, as bytes to compare.

A surface is a function that makes calls and gives what came back. A new way to look at games is marked with `@surface`,
and is compared in twin worlds from then on.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.http import HttpResponse

from games.moderated import Message
from games.services.news import game_tell
from players.mail.letters import letter_of
from players.mail.models import Mail, Purpose
from players.mail.posting import mails_gather
from players.models import Delivery, Player
from players.notices.models import NoticeKind
from players.webhooks.deliveries import attempt_claim, attempt_record
from players.webhooks.sending import Outcome
from players.webhooks.services import webhook_create
from tests.api.caller import Caller
from tests.api.graphql.asking import ask, post
from tests.api.graphql.views import CLOCK, ERRORS, EVENT, GAME, HINT, ROUNDS, SUMMARY
from tests.api.streaming import completed

Surface = Callable[["Look"], Iterator[Any]]

SURFACES: dict[str, Surface] = {}


def surface(compared: Surface) -> Surface:
    """Have it compared in twin worlds."""
    SURFACES[compared.__name__] = compared
    return compared


# What differs between any two calls, in one world too.
_OF_THE_CALL = {"Date", "X-Request-ID", "RateLimit", "Server-Timing"}


@dataclass(frozen=True)
class Look:
    """Who looks at which game. `seat` is None for those who do not sit there."""

    caller: Caller
    game_id: str
    seat: int | None
    version: int
    view: Any

    @property
    def path(self) -> str:
        return f"/games/{self.game_id}"


def told(answer: Any) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    """All that a client gets to see of an answer."""
    headers = tuple(sorted((name, value) for name, value in answer.items() if name not in _OF_THE_CALL))
    return answer.status_code, headers, answer.content


@surface
def views(look: Look) -> Iterator[Any]:
    """The game, fetched, and fetched again by its ETag."""
    answer = look.caller.get(look.path)
    yield answer
    yield look.caller.get(look.path, **{"If-None-Match": answer.get("ETag", "")})
    yield look.caller.send("HEAD", look.path)
    yield look.caller.send("OPTIONS", look.path)


@surface
def events(look: Look) -> Iterator[Any]:
    """The log, in one piece and in pages."""
    yield look.caller.get(f"{look.path}/events")
    for after in range(0, look.version, 7):
        yield look.caller.get(f"{look.path}/events?after={after}&limit=7")


@surface
def streams(look: Look) -> Iterator[Any]:
    """The log as it is sent to those who follow it, from the beginning and from within; and pages that wait."""
    for after in (0, look.version // 2, look.version):
        told = completed(look.caller.get(f"{look.path}/stream", **{"Last-Event-ID": str(after)}))
        # A stream that says nothing would be the same in every world.
        assert (told.status_code == 200 and after < look.version) == (b"event: " in told.content)
        yield told
        yield completed(look.caller.get(f"{look.path}/events?after={after}&wait=25"))
        query = f"subscription($id: ID!, $after: String) {{ gameEvents(gameId: $id, after: $after) {{ {EVENT} }} }}"
        body = {"query": query, "variables": {"id": look.game_id, "after": str(after)}}
        yield completed(post(look.caller, body, Accept="text/event-stream"))
    turns = f"subscription {{ myTurns {{ {GAME} rounds {{ {ROUNDS} }} }} }}"
    yield completed(post(look.caller, {"query": turns}, Accept="text/event-stream"))
    yield completed(look.caller.get("/players/me/stream?after=0"))


@surface
def lists(look: Look) -> Iterator[Any]:
    yield look.caller.get("/games")
    yield look.caller.get("/games?status=active&order=oldest")
    yield look.caller.get("/players/me/turns")
    yield look.caller.get("/players/hero-0")


@surface
def clocks(look: Look) -> Iterator[Any]:
    """Why the turn runs out when it does, over both APIs."""
    yield look.caller.get(f"{look.path}/clock")
    yield ask(look.caller, f"query($id: ID!) {{ game(id: $id) {{ clock {{ {CLOCK} }} }} }}", {"id": look.game_id})


@surface
def hints(look: Look) -> Iterator[Any]:
    """What the best bot would do there, in two languages, over both APIs; the same however often it is asked."""
    yield look.caller.get(f"{look.path}/hint")
    yield look.caller.get(f"{look.path}/hint", **{"Accept-Language": "fr"})
    yield ask(look.caller, f"query($id: ID!) {{ hint(id: $id) {{ {HINT} }} }}", {"id": look.game_id})


@surface
def closed_doors(look: Look) -> Iterator[Any]:
    """What is refused while a game runs, whoever asks."""
    yield look.caller.get(f"{look.path}/record")
    yield look.caller.get(f"{look.path}/analysis")
    yield ask(look.caller, "query($id: ID!) { analysis(id: $id) { state } }", {"id": look.game_id})
    yield look.caller.get(f"{look.path}/rounds")
    yield look.caller.post(f"{look.path}/start")
    yield look.caller.post(f"{look.path}/seats")
    yield look.caller.delete(f"{look.path}/seats/me")
    yield look.caller.post(f"{look.path}/bots", {"level": "novice"})
    yield look.caller.delete(f"{look.path}/bots/1")
    yield look.caller.post(f"{look.path}/rematch")


@surface
def talk(look: Look) -> Iterator[Any]:
    """What is said at the table, and what is refused about it, over both APIs."""
    before = transaction.savepoint_create()
    author = Player.objects.get(name="hero-1")
    for seq, hidden in ((1, False), (2, True)):
        Message.objects.create(
            id=f"twinmessage{seq}",
            game_id=look.game_id,
            seq=seq,
            author=author,
            seat=1,
            text="Who lies?",
            at=datetime(2026, 12, 1, tzinfo=UTC),
            **({"hidden_at": datetime(2026, 12, 2, tzinfo=UTC), "hidden_by": author} if hidden else {}),
        )
    yield look.caller.get(f"{look.path}/messages")
    yield look.caller.get(f"{look.path}/messages?after=1&limit=1")
    yield look.caller.post(f"{look.path}/messages", {"text": ""})
    query = "query($id: ID!) { messages(id: $id) { nodes { seq seat player { name } text } } }"
    yield ask(look.caller, query, {"id": look.game_id})
    yield look.caller.post("/reports", {"kind": "abuse", "game": look.game_id, "message": "nosuchmsg222", "text": "x"})
    transaction.savepoint_rollback(before)


@surface
def illegal_moves(look: Look) -> Iterator[Any]:
    """Every card there is, by every wrong way; none of these is legal in either world."""
    moves = f"{look.path}/moves"
    hand = [] if look.seat is None else look.view["you"]["hand"]
    for card in range(-1, 12):
        if card not in hand:
            yield look.caller.post(
                moves, {"version": look.version, "kind": "offer", "card": card, "claim": card, "to": 0}
            )
    for card in hand:
        for claim, to in ((11, 0), (card, look.seat), (card, 99)):
            move = {"version": look.version, "kind": "offer", "card": card, "claim": claim, "to": to}
            yield look.caller.post(moves, move)
    yield look.caller.post(moves, {"version": look.version, "kind": "offer"})
    if look.view["to_act"] != look.seat or not look.view["lot"]:
        for kind in ("accept", "refuse"):
            yield look.caller.post(moves, {"version": look.version, "kind": kind})


@surface
def stale_moves(look: Look) -> Iterator[Any]:
    """Moves at versions that are gone or yet to come: the refusal carries the game and what was missed."""
    for version in (0, 1, look.version // 2, look.version - 1, look.version + 1):
        yield look.caller.post(f"{look.path}/moves", {"version": version, "kind": "accept"})
        hand = [5] if look.seat is None else look.view["you"]["hand"]
        move = {"version": version, "kind": "offer", "card": hand[0] if hand else 5, "claim": hand[0] if hand else 5}
        yield look.caller.post(f"{look.path}/moves", move | {"to": 0})


@surface
def graphql_reads(look: Look) -> Iterator[Any]:
    """The same by GraphQL: all that can be asked of a game, alone and in lists, and what is refused."""
    game_id = {"id": look.game_id}
    for asked in (
        f"query($id: ID!) {{ game(id: $id) {{ {GAME} rounds {{ {ROUNDS} }} }} }}",
        f"query($id: ID!) {{ game(id: $id) {{ events(first: 100) {{ nodes {{ {EVENT} }} }} }} }}",
        "query($id: ID!) { record(id: $id) { firstSeat } }",
    ):
        yield ask(look.caller, asked, game_id)
    yield ask(look.caller, f"{{ games(first: 10) {{ nodes {{ {SUMMARY} rounds {{ {ROUNDS} }} }} }} }}")
    yield ask(look.caller, f"{{ me {{ turns(first: 10) {{ nodes {{ {SUMMARY} }} }} }} }}")


@surface
def graphql_moves(look: Look) -> Iterator[Any]:
    """Moves that are refused in both worlds, by GraphQL."""
    move = f"mutation($input: MakeMoveInput!) {{ makeMove(input: $input) {{ game {{ {SUMMARY} }} {ERRORS} }} }}"
    hand = [] if look.seat is None else look.view["you"]["hand"]
    missing = next(card for card in range(1, 11) if card not in hand)
    for version in (1, look.version):
        for card in {missing, *hand}:
            asked = {"gameId": look.game_id, "version": version, "kind": "offer", "card": card, "claim": 11, "to": 0}
            yield ask(look.caller, move, {"input": asked})


@surface
def mails(look: Look) -> Iterator[Any]:
    """What the mail would say that tells the viewer of the game as it stands."""
    if look.seat is None:
        return
    before = transaction.savepoint_create()
    viewer = Player.objects.filter(name=look.caller.get("/players/me").json()["name"])
    viewer.update(email="hero@mail.example", email_confirmed=True)
    game_tell(game_id=look.game_id, version=0)
    mails_gather(limit=100)
    for mail in Mail.objects.filter(player__in=viewer, purpose=Purpose.NOTICES):
        letter = letter_of(mail)
        if letter is not None:
            yield HttpResponse(f"{letter.subject}\n{letter.text}\n{letter.html}\n{letter.headers}")
    transaction.savepoint_rollback(before)


@surface
def webhook_bodies(look: Look) -> Iterator[Any]:
    """What a webhook of the viewer would get of this game. Ids and signatures are the delivery's, not the game's."""
    if look.seat is None:
        return
    viewer = Player.objects.get(name=f"hero-{look.seat}")
    before = transaction.savepoint_create()
    webhook, _ = webhook_create(player=viewer, url="https://hooks.example.org/", events=tuple(NoticeKind))
    game_tell(game_id=look.game_id, version=0)
    sent = []
    while (attempt := attempt_claim(webhook_id=webhook.pk)) is not None:
        attempt_record(attempt=attempt, outcome=Outcome(Delivery.Reason.NONE, 204, 0))
        sent.append(Sent(attempt.headers, attempt.body))
    if not sent:
        raise RuntimeError("whoever sits at a running game is told of it")
    transaction.savepoint_rollback(before)
    yield from sent


@dataclass(frozen=True)
class Sent:
    """What goes out by itself, as if it were an answer."""

    headers: dict[str, str]
    content: bytes
    status_code: int = 200

    def items(self) -> Iterator[tuple[str, str]]:
        return ((name, value) for name, value in self.headers.items() if not name.startswith("webhook-"))


def as_text(value: Any) -> str:
    """For a message: what was told, readable. Counts and log lines are shown as they are."""
    if not isinstance(value, tuple) or not value or not isinstance(value[0], int):
        return str(value)
    status, headers, content = value
    return f"{status} {json.dumps(dict(headers))}\n{content.decode(errors='replace')}"
