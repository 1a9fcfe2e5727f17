"""Which role may do which act, written out once more; and whom nobody may act on."""

from collections.abc import Callable
from typing import Final

import pytest

from games.models import GameEvent
from games.moderated import BrokenGlass
from games.services import glass, moderation
from players.conduct import acts, cases
from players.conduct.audit import Act
from players.conduct.models import AuditEntry, Case, Ground, Report, Sanction
from players.conduct.roles import Role, acts_of, roles_change
from players.errors import ErrorCode, Refusal
from players.models import Player
from tests.conduct.desk import WEEK, WHY, deeds, scene, staff, undone
from tests.games.playing import people, started_game

pytestmark = pytest.mark.django_db

ALL: Final = frozenset({Role.MODERATOR, Role.SENIOR})
SENIORS: Final = frozenset({Role.SENIOR})
KEEPERS: Final = frozenset({Role.OPERATOR})

TABLE: Final[dict[Act, frozenset[Role]]] = {
    Act.CASE_OPEN: ALL,
    Act.CASE_CLAIM: ALL,
    Act.CASE_RELEASE: ALL,
    Act.CASE_TAKE_OVER: SENIORS,
    Act.CASE_CLOSE: ALL,
    Act.WARN: ALL,
    Act.MUTE: ALL,
    Act.SUSPEND: ALL,
    Act.BAN: SENIORS,
    Act.RENAME: ALL,
    Act.SANCTION_LIFT: ALL,
    Act.APPEAL_ANSWER: ALL,
    Act.MESSAGE_HIDE: ALL,
    Act.MESSAGE_UNHIDE: ALL,
    Act.SEAT_HAND_OVER: ALL,
    Act.GAME_VOID: SENIORS | KEEPERS,
    Act.GAME_CANCEL: ALL | KEEPERS,
    Act.DEADLINE_EXTEND: ALL | KEEPERS,
    Act.GLASS_ASK: SENIORS,
    Act.GLASS_ANSWER: SENIORS,
    Act.ROLES_CHANGE: KEEPERS,
}
LOOKS: Final[dict[Act, frozenset[Role]]] = {
    Act.LOOK_QUEUE: ALL,
    Act.LOOK_CASE: ALL,
    Act.LOOK_GAME: ALL,
    Act.LOOK_SEAT: ALL,
    Act.LOOK_DASHBOARD: ALL | KEEPERS,
    Act.LOOK_GLASS: SENIORS,
    Act.LOOK_AUDIT: SENIORS | KEEPERS,
    Act.AUDIT_EXPORT: SENIORS | KEEPERS,
}
QUIET: Final = {Act.CASE_CLAIM, Act.CASE_RELEASE, Act.GLASS_ANSWER}
# What follows from a suspension, and is no act of its own.
FOLLOWS: Final = {Act.SEAT_LEAVE}


def test_every_act_is_in_the_table() -> None:
    assert TABLE.keys() | LOOKS.keys() | FOLLOWS == set(Act)
    assert TABLE.keys() == deeds(scene()).keys()


@pytest.mark.parametrize("role", [None, *Role], ids=str)
def test_what_a_role_does_not_allow_is_refused_and_changes_nothing(role: Role | None) -> None:
    at = scene()
    actor = staff("mona", *([] if role is None else [role]))
    before = _everything()
    for act, deed in deeds(at).items():
        if role not in TABLE[act]:
            # Claims and hidden messages are made ready by the scene itself.
            with pytest.raises(Refusal) as refused:
                deed(actor)
            assert (refused.value.code, refused.value.extra) == (ErrorCode.FORBIDDEN, {"act": act.value}), act
    assert _everything() == before
    looks = {act for act, roles in LOOKS.items() if role in roles}
    assert acts_of(actor) == looks | {act for act, roles in TABLE.items() if role in roles}


@pytest.mark.parametrize("role", Role, ids=str)
def test_what_it_allows_is_done_and_written_down(role: Role) -> None:
    at = scene()
    actor = staff("mona", role)
    last = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True)[0]
    for act, deed in deeds(at).items():
        if role not in TABLE[act]:
            continue
        with undone():
            deed(actor)

            entries = list(AuditEntry.objects.filter(pk__gt=last).order_by("pk"))
            assert act in {entry.act for entry in entries}
            assert {entry.actor for entry in entries} == {actor}, act
            # Why, in words, wherever something is done to somebody.
            assert all(entry.reason == WHY for entry in entries if entry.act not in QUIET), act


def test_a_superuser_is_an_operator_and_no_moderator() -> None:
    root = Player.objects.create_superuser("root", password="correct horse battery")
    assert acts_of(root) == acts_of(staff("ops", Role.OPERATOR))


@pytest.mark.parametrize(
    "lose",
    [
        lambda actor: {"is_staff": False},
        lambda actor: {"is_active": False},
        lambda actor: {"suspended_until": "2100-01-01T00:00Z"},
    ],
)
def test_a_role_sleeps_while_its_holder_is_away(lose: Callable[[Player], dict[str, object]]) -> None:
    actor = staff("mona", Role.SENIOR)
    Player.objects.filter(pk=actor.pk).update(**lose(actor))
    # The account in hand is an old one: the database is asked.
    assert acts_of(actor) == frozenset()


def test_nobody_acts_on_themselves_or_their_bots_or_those_above() -> None:
    (mal,) = people("mal")
    mod, senior, ops = staff("mona", Role.MODERATOR), staff("sen", Role.SENIOR), staff("ops", Role.OPERATOR)
    both = staff("bea", Role.MODERATOR, Role.OPERATOR)
    bot_of = Player(kind=Player.Kind.BOT)
    for owner, name in ((mod, "mods-program"), (senior, "sens-program")):
        bot_of = Player.objects.create(name=name, name_key=name, kind=Player.Kind.BOT, owner=owner)
    level = Player.objects.create(name="lev", name_key="lev", kind=Player.Kind.BOT, level="guarded")
    mods_bot = Player.objects.get(name="mods-program")

    def warned(actor: Player, player: Player) -> str:
        try:
            acts.player_warn(actor=actor, player=player, ground=Ground.ABUSE, reason=WHY)
        except Refusal as refusal:
            return refusal.code.value
        return "done"

    assert [warned(mod, other) for other in (mod, mods_bot, senior, bot_of, ops, both, level)] == ["forbidden"] * 7
    assert [warned(senior, other) for other in (mod, mods_bot, mal)] == ["done"] * 3
    assert [warned(both, other) for other in (ops, senior)] == ["done"] * 2
    assert warned(mod, staff("mona-two", Role.MODERATOR)) == "done"


def test_nobody_judges_whom_they_play_with() -> None:
    mal, ann = people("mal", "ann")
    mod, other = staff("mona", Role.SENIOR), staff("other", Role.SENIOR)
    game_id = started_game([mal, ann, mod])
    on = {"player": mal, "ground": Ground.ABUSE, "reason": WHY}
    for deed in (
        lambda: acts.player_warn(actor=mod, **on),
        lambda: moderation.player_suspend(actor=mod, duration=WEEK, **on),
        lambda: moderation.seat_hand_over(actor=mod, game_id=game_id, player=ann, reason=WHY),
        lambda: moderation.game_void(actor=mod, game_id=game_id, reason=WHY),
        lambda: glass.glass_ask(actor=mod, game_id=game_id, reason=WHY),
    ):
        with pytest.raises(Refusal) as refused:
            deed()
        assert refused.value.code is ErrorCode.FORBIDDEN
    assert not AuditEntry.objects.exists()
    moderation.seat_hand_over(actor=other, game_id=game_id, player=mod, reason=WHY)
    # Whoever sat there once has a part in it for good.
    with pytest.raises(Refusal):
        moderation.game_void(actor=mod, game_id=game_id, reason=WHY)


def test_nobody_decides_in_a_case_of_their_own() -> None:
    mal, ann, bob = people("mal", "ann", "bob")
    mod, other = staff("mona", Role.SENIOR), staff("other", Role.MODERATOR)
    about_mod = Case.objects.create(subject=mod, origin="report")
    by_mod = Case.objects.create(subject=mal, origin="report")
    Report.objects.create(author=mod, kind="abuse", player=mal, about="player:mal", text="rude", case=by_mod)
    of_their_game = Case.objects.create(subject=ann, origin="report")
    game_id = started_game([mod, ann, bob])
    Report.objects.create(
        author=bob, kind="collusion", player=ann, about="player:ann", text="odd", case=of_their_game, game_ref=game_id
    )
    for case in (about_mod, by_mod, of_their_game):
        for deed in (
            lambda case=case: cases.case_claim(actor=mod, case_id=case.pk),
            lambda case=case: cases.case_take_over(actor=mod, case_id=case.pk, reason=WHY),
            lambda case=case: cases.case_close(actor=mod, case_id=case.pk, outcome="no_action"),
        ):
            with pytest.raises(Refusal) as refused:
                deed()
            assert refused.value.code is ErrorCode.FORBIDDEN
    assert cases.case_claim(actor=other, case_id=by_mod.pk).claimed_by == other


def test_operators_give_roles_and_not_to_themselves() -> None:
    ops = staff("ops", Role.OPERATOR)
    (ann,) = people("ann")
    assert roles_change(actor=ops, player=ann, roles=[Role.SENIOR], reason="She is fair.") == {Role.SENIOR}
    assert Act.BAN in acts_of(ann)
    assert roles_change(actor=ops, player=ann, roles=[], reason="She left.") == frozenset()
    assert Player.objects.get(pk=ann.pk).is_staff is False
    with pytest.raises(Refusal) as refused:
        roles_change(actor=ops, player=ops, roles=[Role.SENIOR], reason="I want it.")
    assert refused.value.code is ErrorCode.FORBIDDEN
    changes = AuditEntry.objects.order_by("pk").values_list("act", "before", "after")
    assert list(changes) == [
        ("roles_change", {"roles": []}, {"roles": ["senior moderator"]}),
        ("roles_change", {"roles": ["senior moderator"]}, {"roles": []}),
    ]


def _everything() -> list[object]:
    return [
        list(Sanction.objects.order_by("pk").values()),
        list(BrokenGlass.objects.order_by("pk").values()),
        list(GameEvent.objects.order_by("pk").values("game", "seq", "kind")),
        list(AuditEntry.objects.order_by("pk").values("pk")),
        list(Player.objects.order_by("pk").values("name", "is_staff", "suspended_until")),
        Case.objects.filter(closed_at=None).count(),
    ]
