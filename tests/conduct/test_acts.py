"""What each act does, what it leaves alone, and what takes it back."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from games.models import ClockAdjustment, Game, GameEvent, OutboxMessage, Seat
from games.services import moderation
from games.services.lobby import seat_take
from games.services.news import game_tell
from games.services.results import game_settle
from games.services.upkeep import game_check
from players.bots import bot_register
from players.conduct import acts, cases
from players.conduct.audit import Act, audit_write
from players.conduct.models import Appeal, AuditEntry, Case, CaseOutcome, Ground, Report, Sanction
from players.conduct.roles import Role
from players.errors import ErrorCode, Refusal
from players.guests import guest_register
from players.models import PlayedGame, Player, Token
from players.notices.models import Notice
from players.services import player_register, player_update, token_create
from tests.conduct.desk import HOUR, WEEK, WHY, deeds, move_made, scene, staff, undone
from tests.games.playing import opened_game, people, play, started_game, state_of

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> ErrorCode:
    return refused.value.code


DONE = sorted(act for act in Act if not act.value.startswith(("look", "audit", "seat_leave")))


def test_others_games_go_on() -> None:
    at = scene()
    actor = staff("mona", Role.SENIOR, Role.OPERATOR)
    beside = _kept(at.elsewhere)
    to_do = deeds(at)
    assert sorted(to_do) == DONE
    for act, deed in to_do.items():
        with undone():
            deed(actor)

            # The game beside it is what it was, and is played on.
            assert _kept(at.elsewhere) == beside, act
            move_made(at.elsewhere, random.Random(1))
            # So is the game itself, unless it was what the act ended.
            if act is not Act.GAME_VOID:
                move_made(at.running, random.Random(1))
            for game_id in (at.running, at.elsewhere, at.waiting):
                assert game_check(game_id=game_id, with_projections=game_id == at.running) is None, act
            status = "cancelled" if act is Act.GAME_CANCEL else "open"
            assert Game.objects.get(pk=at.waiting).status == status, act


def test_a_suspension_ends_tokens_and_passes_seats_on_and_leaves_reading() -> None:
    mal, ann, bob = people("mal", "ann", "bob")
    actor = staff("mona", Role.MODERATOR)
    program = Player.objects.create(name="mals-prog", name_key="mals-prog", kind="bot", owner=mal)
    games = [started_game([mal, ann, bob]), started_game([ann, mal, bob])]
    theirs, others = opened_game(mal, players=4), opened_game(ann, players=4)
    _seated(others, mal)
    Token.objects.create(player=program, digest=b"x" * 32, scopes=["play"])
    kept = Token.objects.filter(player__in=(ann, bob)).count()
    preview = moderation.preview_suspend(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=WEEK)
    assert not AuditEntry.objects.exists()
    assert (preview.account.tokens, preview.account.bots) == (2, ("mals-prog",))

    done = moderation.player_suspend(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=WEEK)

    assert (done.handed_over, done.left, done.waiting) == (preview.handed_over, preview.left, ())
    assert {held.game_id for held in done.handed_over} == set(games)
    assert {held.game_id for held in done.left} == {theirs, others}
    mal.refresh_from_db()
    assert mal.suspended_until == done.sanction.until is not None
    assert Player.objects.annotate(now=Now()).get(pk=mal.pk).now + WEEK >= mal.suspended_until
    assert not Token.objects.filter(player__in=(mal, program), revoked_at=None).exists()
    assert Token.objects.filter(player__in=(ann, bob), revoked_at=None).count() == kept
    for game_id in games:
        last = GameEvent.objects.filter(game=game_id).latest("seq")
        assert (last.kind, last.data["reason"]) == ("seat_handed_over", "moderated")
        assert Game.objects.get(pk=game_id).status == "active"
    assert Game.objects.get(pk=others).status == "open"
    assert Game.objects.get(pk=theirs).status == "cancelled"
    assert not Seat.objects.filter(player=mal, game__status__in=("open", "active")).exists()
    # Each seat is an entry of its own, with the same reason.
    entries = list(AuditEntry.objects.order_by("pk").values_list("act", "player__name", "reason"))
    assert entries[0] == ("suspend", "mal", WHY)
    assert sorted(act for act, _, _ in entries) == ["seat_hand_over"] * 2 + ["seat_leave"] * 2 + ["suspend"]
    assert {entry[1:] for entry in entries} == {("mal", WHY)}
    # Whoever is suspended may log in, and see why.
    token_create(name="mal", password=PASSWORD)
    told = Notice.objects.get(player=mal, kind="sanctioned")
    assert (told.data["kind"], told.data["ground"], told.data["reason"]) == ("suspension", "abuse", WHY)
    game_tell(game_id=games[0], version=0)
    assert Notice.objects.filter(player=mal, kind="seat_handed_over", data__reason="moderated").count() == 1
    # Done again, it is refused, and nothing changes.
    with pytest.raises(Refusal) as refused:
        moderation.player_suspend(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=WEEK)
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    assert Sanction.objects.count() == 1


def test_the_sweeper_finds_who_sat_down_in_the_moment_of_their_suspension() -> None:
    mal, ann, bob = people("mal", "ann", "bob")
    actor = staff("mona", Role.MODERATOR)
    acts.suspension_impose(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=WEEK)
    running, beside = started_game([mal, ann, bob]), started_game([ann, bob, actor])
    waiting = opened_game(mal, players=3)

    assert moderation.suspended_seats_pass(limit=10) == 2
    assert moderation.suspended_seats_pass(limit=10) == 0

    assert state_of(running).seat_of(mal.pk) is None
    assert Game.objects.get(pk=running).status == "active"
    assert Game.objects.get(pk=waiting).status == "cancelled"
    assert Game.objects.get(pk=beside).version == len(_logged(beside))
    assert set(AuditEntry.objects.filter(actor=None).values_list("act", flat=True)) == {"seat_hand_over", "seat_leave"}


def test_a_game_that_cannot_be_read_is_in_the_way_of_nothing(caplog: pytest.LogCaptureFixture) -> None:
    mal, ann, bob = people("mal", "ann", "bob")
    actor = staff("mona", Role.MODERATOR)
    broken, whole = started_game([mal, ann, bob]), started_game([mal, ann, bob])
    Game.objects.filter(pk=broken).update(version=10_000)

    done = moderation.player_suspend(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=WEEK)

    assert [held.game_id for held in done.waiting] == [broken]
    assert [held.game_id for held in done.handed_over] == [whole]
    assert f"game {broken}: BrokenLog" in caplog.text
    assert Player.objects.get(pk=mal.pk).suspended_until is not None


def test_bans_and_suspensions_end_as_what_stands_says() -> None:
    (mal,) = people("mal")
    actor = staff("sen", Role.SENIOR)
    short = acts.suspension_impose(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=HOUR)
    ban = acts.ban_impose(actor=actor, player=mal, ground=Ground.COLLUSION, reason=WHY)
    assert Player.objects.get(pk=mal.pk).suspended_until == acts.FOR_EVER
    with pytest.raises(Refusal) as refused:
        acts.suspension_impose(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=WEEK)
    assert code_of(refused) is ErrorCode.ALREADY_DONE

    acts.sanction_lift(actor=actor, sanction_id=ban.pk, reason="It was another account.")
    assert Player.objects.get(pk=mal.pk).suspended_until == short.until
    acts.sanction_lift(actor=actor, sanction_id=short.pk, reason="Enough.")
    assert Player.objects.get(pk=mal.pk).suspended_until is None
    with pytest.raises(Refusal) as refused:
        acts.sanction_lift(actor=actor, sanction_id=short.pk, reason="Enough.")
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    # A moderator who may not ban does not lift a ban either.
    again = acts.ban_impose(actor=actor, player=mal, ground=Ground.COLLUSION, reason=WHY)
    with pytest.raises(Refusal) as refused:
        acts.sanction_lift(actor=staff("mona", Role.MODERATOR), sanction_id=again.pk, reason="Please.")
    assert code_of(refused) is ErrorCode.FORBIDDEN
    assert [notice.data["lifted"] for notice in Notice.objects.filter(player=mal).order_by("seq")] == [
        *(False, False, True, True, False)
    ]


def test_a_mute_is_over_by_itself() -> None:
    (mal,) = people("mal")
    actor = staff("mona", Role.MODERATOR)
    mute = acts.player_mute(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=HOUR)
    with pytest.raises(Refusal) as refused:
        acts.player_mute(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=HOUR)
    assert (code_of(refused), refused.value.extra) == (ErrorCode.ALREADY_DONE, {"sanction": mute.pk})

    Sanction.objects.filter(pk=mute.pk).update(until=Now() - timedelta(seconds=1))

    with pytest.raises(Refusal) as refused:
        acts.sanction_lift(actor=actor, sanction_id=mute.pk, reason="Over.")
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    acts.player_mute(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, duration=HOUR)


@pytest.mark.parametrize("wrong", [{"duration": timedelta(0)}, {"duration": timedelta(days=366)}, {"reason": " "}])
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    (mal,) = people("mal")
    actor = staff("mona", Role.MODERATOR)
    asked = {"duration": HOUR, "reason": WHY, **wrong}
    for act in (acts.player_mute, acts.preview_mute):
        with pytest.raises(Refusal) as refused:
            act(actor=actor, player=mal, ground=Ground.ABUSE, **asked)
        assert (code_of(refused), refused.value.field) == (ErrorCode.INVALID_VALUE, next(iter(wrong)))
    assert not Sanction.objects.exists()


def test_a_name_is_given_and_comes_back() -> None:
    mal, ann = people("mal", "ann")
    actor = staff("mona", Role.MODERATOR)
    on: dict[str, Any] = {"actor": actor, "player": mal, "ground": Ground.NAME, "reason": WHY}
    preview = acts.preview_rename(name="quiet", **on)
    assert (preview.new_name, "quiet" in preview.told) == ("quiet", True)
    with pytest.raises(Refusal) as refused:
        acts.player_rename(current="mal", name=ann.name, **on)
    assert code_of(refused) is ErrorCode.NAME_TAKEN

    neutral = acts.player_rename(current="mal", **on)

    assert Player.objects.get(pk=mal.pk).name.startswith("player-")
    assert neutral.before["name"] == "mal"
    assert Player.objects.named("mal") is None
    with pytest.raises(Refusal) as refused:
        acts.player_rename(current="mal", **on)
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    acts.sanction_lift(actor=actor, sanction_id=neutral.pk, reason="It was fine.")
    assert Player.objects.get(pk=mal.pk).name == "mal"


def test_a_name_that_was_taken_away_is_nobodys() -> None:
    """Neither another account's, nor a bot's, nor given by a moderator, until it is given back."""
    mal, ann = people("mal", "ann")
    actor = staff("mona", Role.MODERATOR)
    on: dict[str, Any] = {"actor": actor, "ground": Ground.NAME, "reason": WHY}
    taken = acts.player_rename(player=mal, current="mal", name="quiet", **on)
    for take in (
        lambda: player_register(name="MAL", password="correct horse battery"),
        lambda: bot_register(owner=ann, name="mal"),
        lambda: acts.player_rename(player=ann, current="ann", name="Mal", **on),
        lambda: acts.preview_rename(player=ann, name="mal", **on),
    ):
        with pytest.raises(Refusal) as refused:
            take()
        assert code_of(refused) is ErrorCode.NAME_TAKEN

    acts.sanction_lift(actor=actor, sanction_id=taken.pk, reason="It was fine.")

    assert Player.objects.get(pk=mal.pk).name == "mal"
    assert player_register(name="quiet", password="correct horse battery")[0].name == "quiet"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["first first", "last first"])
def test_when_all_renames_are_lifted_the_first_name_is_back(order: tuple[int, int]) -> None:
    (mal,) = people("mal")
    actor = staff("mona", Role.MODERATOR)
    on: dict[str, Any] = {"actor": actor, "player": mal, "ground": Ground.NAME, "reason": WHY}
    both = [acts.player_rename(current=old, name=new, **on) for old, new in (("mal", "maltwo"), ("maltwo", "malthree"))]
    names = []
    for place in order:
        acts.sanction_lift(actor=actor, sanction_id=both[place].pk, reason="It was fine.")
        names.append(Player.objects.get(pk=mal.pk).name)

    assert names == ["malthree" if order == (0, 1) else "maltwo", "mal"]


def test_a_name_chosen_since_stays() -> None:
    """Given a guest who was renamed, and made an account of it; nor is lifting or granting refused then."""
    guest, _ = guest_register()
    actor, second = staff("mona", Role.SENIOR), staff("lisa", Role.SENIOR)
    on: dict[str, Any] = {"actor": actor, "player": guest, "ground": Ground.NAME, "reason": WHY}
    renamed = acts.player_rename(current=guest.name, **on)
    guest.refresh_from_db()
    player_update(player=guest, name="proud", password="correct horse battery")
    Appeal.objects.create(sanction=renamed, text="It was drawn.")

    acts.appeal_answer(actor=second, sanction_id=renamed.pk, granted=True, answer="It was.")

    assert Player.objects.get(pk=guest.pk).name == "proud"
    assert Sanction.objects.get(pk=renamed.pk).lifted_at is not None
    lifted = AuditEntry.objects.filter(act=Act.SANCTION_LIFT).latest("pk")
    assert (lifted.before["name"], lifted.after["name"]) == ("proud", "proud")


@pytest.mark.parametrize("words", ["be\x1b[2Jhave", "gnp.\u202eexe", "a\x00b", "\u2067x"])
def test_words_of_moderators_are_as_readable_as_those_of_players(words: str) -> None:
    (mal,) = people("mal")
    with pytest.raises(Refusal) as refused:
        acts.player_warn(actor=staff("mona", Role.MODERATOR), player=mal, ground=Ground.ABUSE, reason=words)
    assert code_of(refused) is ErrorCode.INVALID_VALUE
    assert (
        acts.player_warn(
            actor=Player.objects.get(name="mona"), player=mal, ground=Ground.ABUSE, reason="One.\r\n\tTwo."
        ).reason
        == "One.\n Two."
    )


def test_appeals_are_answered_by_another_and_once() -> None:
    (mal,) = people("mal")
    first, second = staff("mona", Role.SENIOR), staff("lisa", Role.SENIOR)
    ban = acts.ban_impose(actor=first, player=mal, ground=Ground.ACCOUNTS, reason=WHY)
    answer: dict[str, Any] = {"sanction_id": ban.pk, "granted": True, "answer": "You share a flat."}
    with pytest.raises(Refusal) as refused:
        acts.appeal_answer(actor=second, **answer)
    assert code_of(refused) is ErrorCode.NOT_FOUND
    Appeal.objects.create(sanction=ban, text="My sister plays too.")
    for unfit in (first, staff("moderate-mo", Role.MODERATOR)):
        with pytest.raises(Refusal) as refused:
            acts.appeal_answer(actor=unfit, **answer)
        assert code_of(refused) is ErrorCode.FORBIDDEN

    appeal = acts.appeal_answer(actor=second, **answer)

    assert (appeal.granted, appeal.answered_by) == (True, second)
    assert Player.objects.get(pk=mal.pk).suspended_until is None
    told = Notice.objects.get(player=mal, kind="appeal_answered")
    assert told.data == {"sanction": ban.pk, "granted": True, "answer": "You share a flat."}
    with pytest.raises(Refusal) as refused:
        acts.appeal_answer(actor=second, **answer)
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    assert [entry.act for entry in AuditEntry.objects.order_by("pk")] == ["ban", "appeal_answer", "sanction_lift"]


def test_a_warning_may_be_taken_back_though_it_was_acknowledged() -> None:
    (mal,) = people("mal")
    actor = staff("mona", Role.MODERATOR)
    on: dict[str, Any] = {"actor": actor, "player": mal, "ground": Ground.STALLING, "reason": WHY}
    warning = acts.player_warn(**on)
    with pytest.raises(Refusal) as refused:
        acts.player_warn(**on)
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    Sanction.objects.filter(pk=warning.pk).update(acknowledged_at=Now())
    Appeal.objects.create(sanction=warning, text="The train was late.")

    acts.appeal_answer(actor=staff("lisa", Role.MODERATOR), sanction_id=warning.pk, granted=True, answer="True.")

    assert Sanction.objects.get(pk=warning.pk).lifted_at is not None
    acts.player_warn(**on)


def test_a_case_is_worked_at_by_one() -> None:
    mal, ann = people("mal", "ann")
    first, second, senior = staff("mona", Role.MODERATOR), staff("lisa", Role.MODERATOR), staff("sen", Role.SENIOR)
    case = cases.case_open(actor=first, subject=mal, reason=WHY)
    Report.objects.create(author=ann, kind="abuse", player=mal, about="player:mal", text="rude", case=case)

    def refused_to(actor: Player) -> dict[str, object]:
        with pytest.raises(Refusal) as refused:
            acts.player_warn(actor=actor, player=mal, ground=Ground.ABUSE, reason=WHY, case=case)
        return {"code": code_of(refused), **refused.value.extra}

    assert refused_to(second) == {"code": ErrorCode.CASE_CLAIMED, "by": "mona"}
    with pytest.raises(Refusal):
        cases.case_open(actor=second, subject=mal, reason=WHY)
    # Left alone for a quarter of an hour, it is free; whoever acts then holds it.
    Case.objects.filter(pk=case.pk).update(claimed_at=Now() - cases.IDLE)
    acts.player_warn(actor=second, player=mal, ground=Ground.ABUSE, reason=WHY, case=case)
    assert refused_to(first) == {"code": ErrorCode.CASE_CLAIMED, "by": "lisa"}
    cases.case_take_over(actor=senior, case_id=case.pk, reason="She is away.")
    assert refused_to(second) == {"code": ErrorCode.CASE_CLAIMED, "by": "sen"}
    cases.case_release(actor=senior, case_id=case.pk)
    assert cases.case_claim(actor=first, case_id=case.pk).claimed_by == first

    closed = cases.case_close(actor=first, case_id=case.pk, outcome=CaseOutcome.ACTED, note="Warned.")

    assert (closed.closed_by, closed.outcome, closed.claimed_by) == (first, "acted", None)
    report = Report.objects.get(case=case)
    assert report.closed_at == closed.closed_at
    assert Notice.objects.get(player=ann).data == {"report": report.pk, "outcome": "acted"}
    assert refused_to(first) == {"code": ErrorCode.CASE_CLOSED}
    assert cases.case_open(actor=second, subject=mal, reason=WHY).pk != case.pk


def test_a_deadline_is_extended_beside_the_log() -> None:
    ann, bob, cleo = people("ann", "bob", "cleo")
    actor = staff("mona", Role.OPERATOR)
    game_id = started_game([ann, bob, cleo])
    game = Game.objects.get(pk=game_id)
    before = game.deadline
    assert before is not None
    asked: dict[str, Any] = {"actor": actor, "game_id": game_id, "by": HOUR}
    assert moderation.preview_extend(**asked) == (before, before + HOUR)

    assert moderation.deadline_extend(deadline=before, reason=WHY, **asked) == before + HOUR

    with pytest.raises(Refusal) as refused:
        moderation.deadline_extend(deadline=before, reason=WHY, **asked)
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    moderation.deadline_extend(deadline=before + HOUR, reason=WHY, **asked)
    given = ClockAdjustment.objects.filter(game=game).values_list("kind", "place", "since", "seconds")
    assert list(given) == [("grace", 1, before, 3600), ("grace", 2, before + HOUR, 3600)]
    assert len(_logged(game_id)) == game.version
    assert Game.objects.get(pk=game_id).deadline == before + 2 * HOUR
    assert game_check(game_id=game_id, with_projections=True) is None


def test_a_message_is_hidden_and_shown_again() -> None:
    at = scene()
    actor = staff("mona", Role.MODERATOR)
    asked: dict[str, Any] = {"actor": actor, "message_id": at.message.pk, "reason": WHY}
    last = AuditEntry.objects.count()
    assert moderation.message_hide(**asked).hidden_by == actor
    assert moderation.message_hide(**asked).hidden_by == actor
    assert AuditEntry.objects.count() == last + 1
    shown = moderation.message_unhide(**asked)
    assert (shown.hidden_by, shown.hidden_at, shown.text) == (None, None, "rude")
    assert AuditEntry.objects.count() == last + 2


def test_a_void_game_was_never_played() -> None:
    seated = people("ann", "bob", "cleo")
    actor = staff("sen", Role.SENIOR)
    games = [started_game(seated), started_game(seated)]
    for seed, game_id in enumerate(games):
        for _ in play(game_id, seated, random.Random(seed)):
            pass
    game_settle(game_id=games[1])
    without = _statistics(seated)
    Player.objects.filter(pk__in=[player.pk for player in seated]).update(
        games_played=0, games_won=0, games_rated=0, rating_mu=25.0, rating_sigma=25.0 / 3
    )
    PlayedGame.objects.all().delete()
    for game_id in games:
        game_settle(game_id=game_id)
    assert _statistics(seated) != without
    ended = Game.objects.get(pk=games[0])
    preview = moderation.preview_void(actor=actor, game_id=games[0])
    assert len(preview.ratings) == 3

    done = moderation.game_void(actor=actor, game_id=games[0], reason=WHY)

    assert done == preview
    assert _statistics(seated) == without
    voided = Game.objects.get(pk=games[0])
    assert (voided.status, voided.reason, voided.finished_at) == ("voided", "moderated", ended.finished_at)
    assert [entry[1] for entry in _logged(games[0])][-2:] == ["game_ended", "game_voided"]
    assert game_check(game_id=games[0], with_projections=True) is None
    assert game_check(game_id=games[1], with_projections=True) is None
    # A late task counts nothing, and a second click does nothing.
    game_settle(game_id=games[0])
    assert _statistics(seated) == without
    with pytest.raises(Refusal) as refused:
        moderation.game_void(actor=actor, game_id=games[0], reason=WHY)
    assert code_of(refused) is ErrorCode.ALREADY_DONE
    game_tell(game_id=games[0], version=voided.version)
    assert Notice.objects.filter(kind="game_voided").count() == 3
    assert OutboxMessage.objects.filter(game=games[0], topic="news", version=voided.version).count() == 0


def test_the_log_of_acts_holds_no_secret_and_only_what_happened() -> None:
    (mal,) = people("mal")
    secrets: list[dict[str, Any]] = [{"hand": [1]}, {"a": [{"cards": [1]}]}, {"server_seed": "0"}, {"email": ""}]
    for secret in secrets:
        with pytest.raises(ValueError, match="nothing for the audit log"):
            audit_write(actor=None, act=Act.WARN, player=mal, before=secret)
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_written_down_outside_of_an_act() -> None:
    with pytest.raises(RuntimeError):
        audit_write(actor=None, act=Act.WARN)
    assert not AuditEntry.objects.exists()


def _seated(game_id: str, player: Player) -> None:
    seat_take(game_id=game_id, actor=player, invite=None, entropy=None)


def _kept(game_id: str) -> object:
    return _logged(game_id), Game.objects.filter(pk=game_id).values().get()


def _logged(game_id: str) -> list[tuple[int, str]]:
    return list(GameEvent.objects.filter(game=game_id).order_by("seq").values_list("seq", "kind"))


def _statistics(players: list[Player]) -> list[tuple[object, ...]]:
    rows = Player.objects.filter(pk__in=[player.pk for player in players]).order_by("pk")
    return list(rows.values_list("name", "games_played", "games_won", "games_rated", "rating_mu", "rating_sigma"))
