"""Worlds in which the same is done by REST and by GraphQL, and scenes to do there."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db.models import Max, Q
from django.db.models.functions import Now

from games import store
from games.models import GameEvent
from games.moderated import Message
from players.conduct.circles import MOST
from players.models import (
    Appeal,
    AwayPeriod,
    Block,
    Case,
    Delivery,
    Mail,
    Mute,
    NoticeChoice,
    Player,
    Report,
    Sanction,
    Token,
    Webhook,
)
from tests.api.caller import Caller, logged_in
from tests.api.caller import registered as registered_by_rest
from tests.api.sides import Said, Side
from tests.api.tables import Table


@dataclass
class World:
    """One of two worlds in which the same is done, once by each API. Names end in a letter that tells them apart."""

    side: Side
    began: int = field(default_factory=lambda: Player.objects.aggregate(last=Max("pk"))["last"] or 0)

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
    def guest(self) -> Caller:
        return Caller(Caller().post("/players/guest").json()["token"])

    @cached_property
    def unrated_game(self) -> str:
        return str(self.ann.post("/games", {"players": 3, "rated": False}).json()["id"])

    @cached_property
    def open_game(self) -> str:
        return str(self.ann.post("/games", {"players": 3}).json()["id"])

    @cached_property
    def robot(self) -> Caller:
        """A bot that Ann answers for."""
        return Caller(self.ann.post("/players/me/bots", {"name": self.name("robot")}).json()["token"])

    @cached_property
    def game_with_bots(self) -> str:
        return str(self.ann.post("/games", {"players": 3, "allow_bots": True}).json()["id"])

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

    @cached_property
    def cancelled_talk(self) -> str:
        """A game at which Ann still sits, though its creator left."""
        game = str(self.eve.post("/games", {"players": 3}).json()["id"])
        self.ann.post(f"/games/{game}/seats")
        self.eve.delete(f"/games/{game}/seats/me")
        return game

    def webhook(self, *, of: str = "ann", **more: Any) -> str:
        """A new webhook."""
        given = {"url": "https://hooks.example.org/", "events": ["your_turn"], **more}
        return str(getattr(self, of).post("/webhooks", given).json()["id"])

    def to_act(self) -> tuple[Caller, Any]:
        seat, view = self.table.to_act()
        return self.table.seated[seat], view

    def act(self, caller: Caller, call: str, game: str | None = None, /, **body: Any) -> Said:
        return self.side.act(caller, call, game, **body)

    def look(self, caller: Caller, what: str, subject: str = "", **asked: Any) -> Said:
        return self.side.look(caller, what, subject, **asked)

    def effect(self) -> Any:
        """All that there is of this world, without what differs from world to world: ids, times, cards."""
        ours = Player.objects.filter(Q(name__endswith=f"-{self.letter}") | Q(is_guest=True, pk__gt=self.began))
        events = GameEvent.objects.filter(game__creator__in=ours).order_by("game__created_at", "seq")
        games = ours.filter(pk__isnull=False)
        return {
            "kinds": list(events.values_list("kind", flat=True))[:7],
            "players": sorted(
                ("a guest" if is_guest else name.removesuffix(f"-{self.letter}"), guest_name != "", *more)
                for name, is_guest, guest_name, *more in games.values_list(
                    "name", "is_guest", "guest_name", "email", "language", "kind", "description", "is_active"
                )
            ),
            "time": sorted(ours.values_list("time_zone", "quiet_from", "quiet_until"), key=str),
            "away": [
                (since, until, zone, cancelled_at is None)
                for since, until, zone, cancelled_at in AwayPeriod.objects.filter(player__in=ours)
                .order_by("since")
                .values_list("since", "until", "time_zone", "cancelled_at")
            ],
            "choices": list(
                NoticeChoice.objects.filter(player__in=ours).values_list("kind", "channel", "when", "hours")
            ),
            "mails": list(
                Mail.objects.filter(player__in=ours).order_by("made_at").values_list("purpose", "address", "outcome")
            ),
            "webhooks": sorted(
                (url, label, tuple(events), disabled, old is None, tuple(hook))
                for url, label, events, disabled, old, *hook in Webhook.objects.filter(player__in=ours).values_list(
                    "url", "label", "events", "disabled", "old_secret", "deliveries__status", "deliveries__attempts"
                )
            ),
            "messages": list(
                Message.objects.filter(author__in=ours).order_by("seq").values_list("seq", "seat", "text")
            ),
            "circles": [kind.objects.filter(player__in=ours).count() for kind in (Mute, Block)],
            "reports": list(
                Report.objects.filter(author__in=ours)
                .order_by("created_at")
                .values_list("kind", "text", "player__kind", "case__weight", "case__origin")
            ),
            "sanctions": [
                (kind, acknowledged_at is None, text)
                for kind, acknowledged_at, text in Sanction.objects.filter(player__in=ours).values_list(
                    "kind", "acknowledged_at", "appeal__text"
                )
            ],
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
            list(AwayPeriod.objects.order_by("id").values_list("id", "cancelled_at")),
            list(Player.objects.order_by("id").values_list("id", "time_zone", "quiet_from", "quiet_until")),
            list(GameEvent.objects.order_by("id").values_list("id", flat=True)),
            list(Player.objects.order_by("id").values_list("id", "name", "email", "language", "password", "is_active")),
            list(NoticeChoice.objects.order_by("id").values_list("id", "when", "hours")),
            list(Mail.objects.order_by("made_at").values_list("id", "outcome")),
            list(Token.objects.order_by("id").values_list("id", "revoked_at")),
            list(Webhook.objects.order_by("id").values()),
            list(Delivery.objects.order_by("id").values()),
            list(Message.objects.order_by("id").values()),
            *(list(kind.objects.order_by("id").values()) for kind in (Mute, Block, Report, Case, Sanction)),
            list(Appeal.objects.order_by("sanction").values()),
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


def confirmation_repeated(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.ann.patch("/players/me", {"email": "a@x.org"})
    return world.ann, "repeatConfirmation", None, {}


def suspended(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    caller, view = world.to_act()
    Player.objects.filter(name__endswith=f"-{world.letter}").update(suspended_until=Now() + timedelta(hours=1))
    return caller, "makeMove", world.table.id, an_offer(view)


def plain(call: str, who: str = "ann", game: str | None = None, /, **body: Any) -> Scene:
    """A call by ann, eve, a guest, nobody or a stale reader."""

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


def rematch_joined(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.finished.seated[1].post(f"{world.finished.path}/rematch")
    return world.ann, "rematch", world.finished.id, {}


def seat_kept_for_others(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    again = world.ann.post(f"{world.finished.path}/rematch").json()["id"]
    return world.eve, "takeSeat", again, {}


def starting(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    game_id = world.ann.post("/games", {"players": 4, "bots": ["novice", "guarded"]}).json()["id"]
    return world.ann, "startGame", game_id, {}


def day(days: int) -> str:
    """A date so many days from now."""
    return (store.now() + timedelta(days=days)).date().isoformat()


def taking_away(since: int, until: int) -> Scene:
    return plain("takeAwayDays", **{"from": lambda world: day(since), "until": lambda world: day(until)})


def away_already(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.ann.post("/players/me/away", {"from": day(3), "until": day(5)})
    return world.ann, "takeAwayDays", None, {"from": day(4), "until": day(8)}


def coming_back(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    away = world.ann.post("/players/me/away", {"from": day(0), "until": day(5)}).json()
    return world.ann, "cancelAwayDays", None, {"id": away["id"]}


def coming_back_twice(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    caller, call, game, body = coming_back(world)
    caller.delete(f"/players/me/away/{body['id']}")
    return caller, call, game, body


def another_is_away(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    _, call, game, body = coming_back(world)
    return world.eve, call, game, body


def hours_taken_away(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.ann.patch("/players/me", {"quiet_hours": {"from": "22:00", "until": "07:30"}})
    return world.ann, "updateMe", None, {"quiet_hours": None}


def revoking(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    logged_in(world.name("ann") if world.ann else "", label="old")
    return world.ann, "revokeToken", None, {"id": Token.objects.get(label="old", revoked_at=None).pk}


def hook(world: World) -> str:
    return world.webhook()


def foreign_hook(world: World) -> str:
    return world.webhook(of="eve")


def disabled_hook(world: World) -> str:
    webhook = world.webhook()
    world.ann.patch(f"/webhooks/{webhook}", {"enabled": False})
    return webhook


def too_many_hooks(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    for _ in range(10):
        world.webhook()
    return world.ann, "createWebhook", None, {"url": "https://hooks.example.org/", "events": ["your_turn"]}


def robot_name(world: World) -> str:
    _ = world.robot
    return world.name("robot")


def too_many_bots(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    for number in range(10):
        made = world.ann.post("/players/me/bots", {"name": world.name(f"tin{number}")})
        assert made.status_code == 201, made.content
    return world.ann, "createBot", None, {"name": world.name("tin-x")}


def redelivering(of: Callable[[World], str] = hook) -> Scene:
    """A ping that is sent once more."""

    def scene(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
        webhook = world.webhook()
        ping = world.ann.post(f"/webhooks/{webhook}/ping").json()["id"]
        Delivery.objects.filter(pk=ping).update(status="delivered", next_at=None, attempts=1)
        if of is disabled_hook:
            world.ann.patch(f"/webhooks/{webhook}", {"enabled": False})
        return world.ann, "redeliverWebhook", None, {"id": webhook, "delivery": ping}

    return scene


def eve_name(world: World) -> str:
    _ = world.eve
    return world.name("eve")


def sanction(world: World, kind: str = "warning", **more: Any) -> str:
    """Something that Eve imposed on Ann."""
    ann, eve = (Player.objects.get(name=name(world)) for name in (ann_name, eve_name))
    made = Sanction.objects.create(player=ann, kind=kind, ground="abuse", reason="Insults.", decided_by=eve, **more)
    return made.pk


def muted(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    sanction(world, "mute", until=store.now() + timedelta(hours=1))
    return world.ann, "writeMessage", world.table.id, {"text": "Hello."}


def blocked(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    world.ann.put(f"/players/me/blocks/{eve_name(world)}")
    return world.eve, "takeSeat", world.open_game, {}


def warned(call: str) -> Scene:
    """Something that Ann may not do while a warning waits for her."""

    def scene(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
        game = world.eve.post("/games", {"players": 3}).json()["id"] if call == "takeSeat" else None
        sanction(world)
        return world.ann, call, game, {}

    return scene


def list_full(call: str) -> Scene:
    """Ann mutes or blocks as many others as she may."""

    def scene(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
        ann = Player.objects.get(name=ann_name(world))
        names = [world.name(f"other{number}") for number in range(MOST)]
        others = Player.objects.bulk_create([Player(name=name, name_key=name) for name in names])
        if call == "mutePlayer":
            Mute.objects.bulk_create([Mute(player=ann, muted=other) for other in others])
        else:
            Block.objects.bulk_create([Block(player=ann, blocked=other) for other in others])
        return world.ann, call, None, {"player": eve_name(world)}

    return scene


def unlisting(call: str, listed: str) -> Scene:
    """Ann takes Eve off a list."""

    def scene(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
        world.ann.put(f"/players/me/{listed}/{eve_name(world)}")
        return world.ann, call, None, {"player": eve_name(world)}

    return scene


def message(world: World) -> str:
    """What the second at the table said."""
    return str(world.table.seated[1].post(f"{world.table.path}/messages", {"text": "Rude."}).json()["id"])


def table_id(world: World) -> str:
    return world.table.id


def reported_already(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    report = {"kind": "abuse", "player": eve_name(world), "text": "She shouts."}
    world.ann.post("/reports", report)
    return world.ann, "fileReport", None, report


def appealed_already(world: World) -> tuple[Caller, str, str | None, dict[str, Any]]:
    given = sanction(world)
    world.ann.post(f"/players/me/sanctions/{given}/appeal", {"text": "No."})
    return world.ann, "appealSanction", None, {"id": given, "text": "No!"}


def a_mute(world: World) -> str:
    return sanction(world, "mute", until=store.now() + timedelta(hours=1))
