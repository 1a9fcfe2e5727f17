"""A small world for the desk: people, games, cases, reports, sanctions, appeals; and staff who are logged in."""

import random
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django_otp.oath import TOTP

from games.admin.access import SINCE
from games.engine.types import Visibility
from games.models import Game, new_game_id
from games.moderated import BrokenGlass, Message
from players.conduct.models import Appeal, Case, Report, Sanction
from players.conduct.roles import Role, standing_of
from players.models import Player
from players.staff.factor import second_factor_begin
from players.staff.making import staff_make
from players.staff.models import Authenticator
from tests.games.playing import people
from tests.worlds.looking import _store
from tests.worlds.worlds import game_played

PASSWORD = "correct horse battery"
MOMENT = 1_800_000_000
"""When codes are made and checked: see the fixture."""


@dataclass(frozen=True)
class World:
    """What there is: one of each, by what it is called in addresses."""

    heroes: tuple[Player, ...]
    game: str
    case: str
    message: str
    sanction: str
    glass: int


def code_of(player: Player) -> str:
    """What their application would show now."""
    device = Authenticator.objects.get(user=player)
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    totp.time = MOMENT
    return f"{totp.token():06}"


def staff(name: str, *roles: Role) -> tuple[Player, Client]:
    """Somebody with these roles, logged in with both factors as a session has it."""
    (player,) = people(name)
    staff_make(player=player, roles=roles)
    player.refresh_from_db()
    return player, logged_in(player)


def logged_in(player: Player) -> Client:
    """A browser of theirs, past both factors."""
    client = Client()
    client.force_login(player)
    device = second_factor_begin(player=player)
    type(device).objects.filter(pk=device.pk).update(confirmed=True)
    session: Any = client.session
    session["otp_device_id"] = device.persistent_id
    session[SINCE] = standing_of(player).since
    session.save()
    return client


def world(texts: tuple[str, ...] = ("He tells the others his cards.",), *, seed: int = 7, mark: str = "") -> World:
    """A running game that was talked at, a case about who talked, and what was decided about them before.

    `mark` ends the names, where there are other people already.
    """
    tail = f"-{mark}" if mark else ""
    heroes = people(*(f"hero-{number}{tail}" for number in range(3)))
    judge, second = people(f"judge-0{tail}", f"judge-1{tail}")
    game_id = new_game_id()
    ids = [hero.pk for hero in heroes]
    _store(game_id, game_played(random.Random(seed), game_id, ids, 9, visibility=Visibility.PRIVATE))
    Game.objects.filter(pk=game_id).update(name=texts[0][:60])
    said = [
        Message.objects.create(game_id=game_id, seq=seq, author=heroes[0], seat=0, text=text[:500])
        for seq, text in enumerate(texts, start=1)
    ]
    Case.objects.create(
        subject=heroes[0], origin="report", weight=3, closed_by=judge, closed_at=said[0].at, outcome="no_action"
    )
    case = Case.objects.create(subject=heroes[0], origin="report", weight=10)
    for place, text in enumerate(texts):
        Report.objects.create(
            author=heroes[1 + place % 2],
            kind="abuse",
            player=heroes[0],
            game_ref=game_id,
            message_ref=said[0].pk,
            about=f"message:{place}",
            text=text,
            case=case,
        )
    sanction = Sanction.objects.create(
        player=heroes[0], kind="warning", ground="abuse", reason=texts[-1], decided_by=judge
    )
    Appeal.objects.create(sanction=sanction, text=texts[-1])
    glass = BrokenGlass.objects.create(game_id=game_id, asked_by=second, reason=texts[0])
    return World(tuple(heroes), game_id, case.pk, said[0].pk, sanction.pk, glass.pk)
