"""Moderators, and something for them to do."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from django.contrib.auth.models import Group
from django.db import transaction

from games import store
from games.models import Game
from games.moderated import Message
from games.services import glass, moderation
from games.services.moves import move_submit
from players.conduct import acts, cases
from players.conduct.audit import Act
from players.conduct.models import Appeal, Case, CaseOutcome, Ground, Report, Sanction, SanctionKind
from players.conduct.roles import Role, roles_change
from players.models import Player
from tests.games.playing import opened_game, people, random_move, started_game, state_of

WHY = "Seen in their messages."
WEEK = timedelta(days=7)
HOUR = timedelta(hours=1)


def staff(name: str, *roles: Role) -> Player:
    (player,) = people(name)
    player.is_staff = True
    player.save(update_fields=["is_staff"])
    # Tests that commit empty the tables, the groups that a migration made too.
    player.groups.set([Group.objects.get_or_create(name=role.value)[0] for role in roles])
    return player


@contextmanager
def undone() -> Iterator[None]:
    """What is done inside is taken back: one scene serves for many acts."""
    before = transaction.savepoint_create()
    try:
        yield
    finally:
        transaction.savepoint_rollback(before)
        store.forget_all()


def move_made(game_id: str, rng: random.Random) -> int:
    """Whoever is to act moves; the version after it."""
    state = state_of(game_id)
    assert state.to_act is not None
    player = Player.objects.get(pk=state.seats[state.to_act])
    move, version = random_move(game_id, player, rng)
    return move_submit(game_id=game_id, actor=player, move=move, version=version).header.version


@dataclass(frozen=True)
class Scene:
    """Mal sits in a running game and in one that waits, wrote a message, was warned and appealed; Ann reported it.

    Others play beside them, in a game of their own.
    """

    mal: Player
    ann: Player
    running: str
    waiting: str
    elsewhere: str
    message: Message
    case: Case
    held_case: Case
    sanction: Sanction
    glass: int


def scene() -> Scene:
    mal, ann, bob, cleo, judge = people("mal", "ann", "bob", "cleo", "judge")
    senior = staff("sen-one", Role.SENIOR)
    running = started_game([mal, ann, bob])
    elsewhere = started_game([ann, bob, cleo])
    waiting = opened_game(ann, players=4)
    message = Message.objects.create(game_id=running, seq=1, author=mal, seat=0, text="rude")
    case = Case.objects.create(subject=mal, origin="report", weight=3)
    Report.objects.create(author=ann, kind="abuse", player=mal, about="player:mal", text="rude", case=case)
    held = Case.objects.create(subject=bob, origin="staff", claimed_by=judge, claimed_at="2100-01-01T00:00Z")
    sanction = Sanction.objects.create(
        player=mal, kind=SanctionKind.WARNING, ground=Ground.STALLING, reason=WHY, decided_by=judge
    )
    Appeal.objects.create(sanction=sanction, text="I did not.")
    asked = glass.glass_ask(actor=senior, game_id=elsewhere, reason=WHY)
    return Scene(mal, ann, running, waiting, elsewhere, message, case, held, sanction, asked.pk)


type Deed = Callable[[Player], object]


def deeds(at: Scene) -> dict[Act, Deed]:
    """Each act but looks, ready to be done by somebody."""
    on = {"player": at.mal, "ground": Ground.ABUSE, "reason": WHY}
    in_game = {"game_id": at.running, "reason": WHY}
    deadline = Game.objects.get(pk=at.running).deadline
    assert deadline is not None
    return {
        Act.CASE_OPEN: lambda actor: cases.case_open(actor=actor, subject=at.ann, reason=WHY),
        Act.CASE_CLAIM: lambda actor: cases.case_claim(actor=actor, case_id=at.case.pk),
        Act.CASE_RELEASE: partial(_released, at),
        Act.CASE_TAKE_OVER: lambda actor: cases.case_take_over(actor=actor, case_id=at.held_case.pk, reason=WHY),
        Act.CASE_CLOSE: lambda actor: cases.case_close(
            actor=actor, case_id=at.case.pk, outcome=CaseOutcome.ACTED, note=WHY
        ),
        Act.WARN: lambda actor: acts.player_warn(actor=actor, **on),
        Act.MUTE: lambda actor: acts.player_mute(actor=actor, duration=WEEK, **on),
        Act.SUSPEND: lambda actor: moderation.player_suspend(actor=actor, duration=WEEK, **on),
        Act.BAN: lambda actor: moderation.player_ban(actor=actor, **on),
        Act.RENAME: lambda actor: acts.player_rename(actor=actor, current="mal", **on),
        Act.SANCTION_LIFT: lambda actor: acts.sanction_lift(actor=actor, sanction_id=at.sanction.pk, reason=WHY),
        Act.APPEAL_ANSWER: lambda actor: acts.appeal_answer(
            actor=actor, sanction_id=at.sanction.pk, granted=True, answer=WHY
        ),
        Act.MESSAGE_HIDE: lambda actor: moderation.message_hide(actor=actor, message_id=at.message.pk, reason=WHY),
        Act.MESSAGE_UNHIDE: partial(_shown_again, at),
        Act.SEAT_HAND_OVER: lambda actor: moderation.seat_hand_over(actor=actor, player=at.mal, **in_game),
        Act.GAME_VOID: lambda actor: moderation.game_void(actor=actor, **in_game),
        Act.GAME_CANCEL: lambda actor: moderation.game_cancel(actor=actor, game_id=at.waiting, reason=WHY),
        Act.DEADLINE_EXTEND: lambda actor: moderation.deadline_extend(
            actor=actor, deadline=deadline, by=HOUR, **in_game
        ),
        Act.GLASS_ASK: lambda actor: glass.glass_ask(actor=actor, **in_game),
        Act.GLASS_ANSWER: lambda actor: glass.glass_answer(actor=actor, glass_id=at.glass, granted=True),
        Act.ROLES_CHANGE: lambda actor: roles_change(actor=actor, player=at.ann, roles=[Role.MODERATOR], reason=WHY),
    }


def _released(at: Scene, actor: Player) -> Case:
    Case.objects.filter(pk=at.case.pk).update(claimed_by=actor, claimed_at="2100-01-01T00:00Z")
    return cases.case_release(actor=actor, case_id=at.case.pk)


def _shown_again(at: Scene, actor: Player) -> Message:
    Message.objects.filter(pk=at.message.pk).update(hidden_by=actor, hidden_at="2026-01-01T00:00Z")
    return moderation.message_unhide(actor=actor, message_id=at.message.pk, reason=WHY)
