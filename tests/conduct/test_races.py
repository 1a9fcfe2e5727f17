"""Moderators and players at once, on the real database: one consistent outcome, and a log that replays."""

import random
from datetime import timedelta
from functools import partial

import pytest

from games.models import Game, GameEvent
from games.services import glass, moderation
from games.services.results import game_settle
from games.services.upkeep import game_check
from players.conduct import acts, cases
from players.conduct.models import AuditEntry, Case, Ground, Sanction
from players.conduct.roles import Role
from players.models import PlayedGame, Player
from tests.conduct.desk import HOUR, WEEK, WHY, staff
from tests.games.playing import people, play, random_move, started_game, state_of
from tests.games.test_races import at_once, submission

pytestmark = pytest.mark.django_db(transaction=True)


def test_moderators_who_decide_at_once_decide_once() -> None:
    mal, ann, bob = people("mal", "ann", "bob")
    mods = [staff(name, Role.SENIOR) for name in ("mona", "lisa", "nora")]
    games = [started_game([mal, ann, bob]) for _ in range(2)]
    on = {"player": mal, "ground": Ground.ABUSE, "reason": WHY}

    outcomes = at_once(*(partial(moderation.player_suspend, actor=mod, duration=WEEK, **on) for mod in mods))

    assert outcomes == ["already_done", "already_done", "done"]
    assert Sanction.objects.count() == AuditEntry.objects.filter(act="suspend").count() == 1
    for game_id in games:
        assert GameEvent.objects.filter(game=game_id, kind="seat_handed_over").count() == 1
        assert game_check(game_id=game_id, with_projections=True) is None

    sanction = Sanction.objects.get()
    lifts = at_once(*(partial(acts.sanction_lift, actor=mod, sanction_id=sanction.pk, reason=WHY) for mod in mods))
    assert lifts == ["already_done", "already_done", "done"]
    renames = at_once(*(partial(acts.player_rename, actor=mod, current="mal", **on) for mod in mods))
    assert renames == ["already_done", "already_done", "done"]

    case = Case.objects.create(subject=ann, origin="staff")
    claims = at_once(*(partial(cases.case_claim, actor=mod, case_id=case.pk) for mod in mods))
    assert claims == ["case_claimed", "case_claimed", "done"]
    assert AuditEntry.objects.filter(act="case_claim").count() == 1
    opened = at_once(*(partial(cases.case_open, actor=mod, subject=bob, reason=WHY) for mod in mods))
    assert opened == ["case_claimed", "case_claimed", "done"]
    assert Case.objects.filter(subject=bob).count() == 1

    deadline = Game.objects.get(pk=games[0]).deadline
    assert deadline is not None
    extend = partial(moderation.deadline_extend, game_id=games[0], deadline=deadline, by=HOUR, reason=WHY)
    assert at_once(*(partial(extend, actor=mod) for mod in mods)) == ["already_done", "already_done", "done"]
    assert Game.objects.get(pk=games[0]).deadline == deadline + timedelta(hours=1)
    asked = glass.glass_ask(actor=mods[0], game_id=games[0], reason=WHY)
    answers = at_once(*(partial(glass.glass_answer, actor=mod, glass_id=asked.pk, granted=True) for mod in mods[1:]))
    assert answers == ["already_done", "done"]


@pytest.mark.parametrize("seed", range(3))
def test_a_move_beside_what_moderators_do_to_its_game(seed: int) -> None:
    seated = people("ann", "bob", "cleo")
    sen = staff("sen", Role.SENIOR)
    rng = random.Random(seed)

    moved, to_act = _to_act(seated)
    outcomes = at_once(
        submission(moved, to_act, *random_move(moved, to_act, rng)),
        partial(moderation.game_void, actor=sen, game_id=moved, reason=WHY),
    )
    assert outcomes in (["done", "done"], ["done", "game_over"])
    assert Game.objects.get(pk=moved).status == "voided"
    assert GameEvent.objects.filter(game=moved).latest("seq").kind == "game_voided"
    assert game_check(game_id=moved, with_projections=True) is None

    given, to_act = _to_act(seated)
    outcomes = at_once(
        submission(given, to_act, *random_move(given, to_act, rng)),
        partial(moderation.seat_hand_over, actor=sen, game_id=given, player=to_act, reason=WHY),
    )
    assert outcomes in (["done", "done"], ["done", "not_seated"])
    assert GameEvent.objects.filter(game=given, kind="seat_handed_over").count() == 1
    assert Game.objects.get(pk=given).status == "active"
    assert game_check(game_id=given, with_projections=True) is None

    left, to_act = _to_act(seated)
    on = {"player": to_act, "ground": Ground.ABUSE, "reason": WHY, "duration": WEEK}
    outcomes = at_once(
        submission(left, to_act, *random_move(left, to_act, rng)), partial(moderation.player_suspend, actor=sen, **on)
    )
    assert outcomes in (["done", "done"], ["done", "not_seated"])
    assert state_of(left).seat_of(to_act.pk) is None
    assert game_check(game_id=left, with_projections=True) is None


def test_a_game_that_is_counted_and_declared_void_at_once_counts_for_nobody() -> None:
    seated = people("ann", "bob", "cleo")
    sen = staff("sen", Role.SENIOR)
    for seed in range(2):
        game_id = started_game(seated)
        for _ in play(game_id, seated, random.Random(seed)):
            pass

        outcomes = at_once(
            partial(game_settle, game_id=game_id),
            partial(moderation.game_void, actor=sen, game_id=game_id, reason=WHY),
            partial(game_settle, game_id=game_id),
        )

        assert outcomes == ["done"] * 3
        assert not PlayedGame.objects.exists()
        ratings = Player.objects.filter(pk__in=[player.pk for player in seated])
        assert set(ratings.values_list("games_played", "rating_mu", "games_won")) == {(0, 25.0, 0)}
        assert game_check(game_id=game_id, with_projections=True) is None


def _to_act(seated: list[Player]) -> tuple[str, Player]:
    """A game that has just begun, and whose turn it is."""
    game_id = started_game(seated)
    seat = state_of(game_id).to_act
    assert seat is not None
    return game_id, seated[seat]
