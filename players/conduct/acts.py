"""What is imposed on players, and what takes it back: each act one transaction, with its entry in the audit log.

Whoever acts says why: a `ground` of a few, which the player is told in their language, and words of their own, which
they are told as they stand. Acts in a `case` need its claim, and take it when it is free. What stands already is not
imposed again: of a double click, or of two moderators at once, the second is refused with already_done.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from players.away import zone_named
from players.conduct.audit import Act, audit_write
from players.conduct.cases import case_held, reason_of
from players.conduct.models import FOR_EVER, Appeal, Case, Ground, Sanction, SanctionKind
from players.conduct.renames import name_expect_free, name_set, rename_kept, rename_undo
from players.conduct.roles import expect_may_act_on, with_bots
from players.conduct.texts import sanction_text
from players.errors import ErrorCode, Json, Refusal
from players.models import Player, Token
from players.names import name_choose
from players.notices.models import NoticeKind
from players.notices.services import News, notices_tell
from players.secrets import short_word
from players.transactions import one_transaction
from players.wire import time_json

SHORTEST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=365)
"""What is to last longer is a ban, or imposed again."""

ACT_OF: Final[Mapping[SanctionKind, Act]] = {
    SanctionKind.WARNING: Act.WARN,
    SanctionKind.MUTE: Act.MUTE,
    SanctionKind.SUSPENSION: Act.SUSPEND,
    SanctionKind.BAN: Act.BAN,
    SanctionKind.RENAME: Act.RENAME,
}


@dataclass(frozen=True, slots=True)
class Preview:
    """What an act would do now. `told` is what the player would read, in their language; `until` None for no end.

    `tokens` are those that would end, theirs and their bots', and every stream with them.
    """

    kind: SanctionKind
    player: int
    until: datetime | None
    told: str
    tokens: int = 0
    bots: tuple[str, ...] = ()
    new_name: str | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """What is to be imposed, and why."""

    kind: SanctionKind
    ground: Ground
    reason: str
    duration: timedelta | None = None
    new_name: str | None = None


type Effect = Callable[[Sanction, Player], Mapping[str, Json]]


def player_warn(*, actor: Player, player: Player, ground: Ground, reason: str, case: Case | None = None) -> Sanction:
    """Warn a player, who must acknowledge it.

    Raises forbidden, invalid_value (reason), case_closed, case_claimed, already_done (a warning for the same ground
    that is not acknowledged yet).
    """
    return _impose(actor, player, Measure(SanctionKind.WARNING, ground, reason), case)


def player_mute(
    *, actor: Player, player: Player, ground: Ground, reason: str, duration: timedelta, case: Case | None = None
) -> Sanction:
    """Let a player write nothing at any table for a time, from a minute to a year; it ends by itself.

    Raises forbidden, invalid_value (reason, duration), case_closed, case_claimed, already_done (a mute that lasts).
    """
    return _impose(actor, player, Measure(SanctionKind.MUTE, ground, reason, _duration(duration)), case)


def player_rename(
    *,
    actor: Player,
    player: Player,
    current: str,
    ground: Ground,
    reason: str,
    name: str | None = None,
    case: Case | None = None,
) -> Sanction:
    """Give a player another name: `name`, or a neutral one that is drawn. `current` is the one that the moderator saw.

    The old one is kept with the sanction, for whoever lifts it. Raises forbidden, invalid_value (reason), invalid_name,
    name_taken, case_closed, case_claimed, already_done (they are not called `current` any more).
    """
    chosen = _name_for(name)
    measure = Measure(SanctionKind.RENAME, ground, reason, new_name=chosen)

    def renamed(sanction: Sanction, locked: Player) -> Mapping[str, Json]:
        if locked.name != current:
            raise Refusal(ErrorCode.ALREADY_DONE)
        name_expect_free(chosen, but=locked.pk)
        name_set(locked, chosen)
        Sanction.objects.filter(pk=sanction.pk).update(before=rename_kept(old=current, new=chosen))
        return {"name": chosen}

    return _impose(actor, player, measure, case, effect=renamed, before={"name": current})


def suspension_impose(
    *, actor: Player, player: Player, ground: Ground, reason: str, duration: timedelta, case: Case | None = None
) -> Sanction:
    """The accounts' part of a suspension: until its end they, and the bots that they answer for, play nowhere.

    All their tokens end, and streams with them within 5 s. They may log in again, to read and to appeal. For their
    seats see `games.services.moderation.player_suspend`, which is what to call. Raises as `player_mute`, and
    already_done while a suspension or a ban lasts.
    """
    measure = Measure(SanctionKind.SUSPENSION, ground, reason, _duration(duration))
    return _impose(actor, player, measure, case, effect=_shut_out)


def ban_impose(*, actor: Player, player: Player, ground: Ground, reason: str, case: Case | None = None) -> Sanction:
    """As `suspension_impose`, without an end. Raises already_done while a ban stands; a suspension may."""
    return _impose(actor, player, Measure(SanctionKind.BAN, ground, reason), case, effect=_shut_out)


def preview_warn(*, actor: Player, player: Player, ground: Ground, reason: str) -> Preview:
    """What `player_warn` would do. Raises what it would raise, but for the case."""
    return _preview(actor, player, Measure(SanctionKind.WARNING, ground, reason))


def preview_mute(*, actor: Player, player: Player, ground: Ground, reason: str, duration: timedelta) -> Preview:
    """What `player_mute` would do. Raises what it would raise, but for the case."""
    return _preview(actor, player, Measure(SanctionKind.MUTE, ground, reason, _duration(duration)))


def preview_rename(*, actor: Player, player: Player, ground: Ground, reason: str, name: str | None = None) -> Preview:
    """What `player_rename` would do; without a `name` one is drawn, and another one when it is done.

    Raises what it would raise, but for the case.
    """
    chosen = _name_for(name)
    name_expect_free(chosen, but=player.pk)
    return _preview(actor, player, Measure(SanctionKind.RENAME, ground, reason, new_name=chosen))


def preview_suspension(*, actor: Player, player: Player, ground: Ground, reason: str, duration: timedelta) -> Preview:
    """What `suspension_impose` would do. Raises what it would raise, but for the case."""
    return _preview(actor, player, Measure(SanctionKind.SUSPENSION, ground, reason, _duration(duration)))


def preview_ban(*, actor: Player, player: Player, ground: Ground, reason: str) -> Preview:
    """What `ban_impose` would do. Raises what it would raise, but for the case."""
    return _preview(actor, player, Measure(SanctionKind.BAN, ground, reason))


def sanction_lift(*, actor: Player, sanction_id: str, reason: str) -> Sanction:
    """Take back what was imposed. Whoever does it must have been able to impose it.

    A mute, a suspension or a ban ends now; tokens stay dead and seats stay with their bots. An old name comes back,
    unless they have another one since. A warning counts no more. Raises not_found, forbidden, invalid_value (reason),
    already_done (it was lifted, or is over by itself).
    """
    words = reason_of(reason)
    with one_transaction():
        sanction, player = _sanction_locked(sanction_id)
        expect_may_act_on(actor, Act.SANCTION_LIFT, player)
        expect_may_act_on(actor, ACT_OF[SanctionKind(sanction.kind)], player)
        name = _lift(actor, sanction, player, words)
        notices_tell(_news(sanction, player, lifted=True, name=name))
        return sanction


def preview_lift(*, actor: Player, sanction_id: str) -> Sanction:
    """The sanction that `sanction_lift` would take back, as it stands. Raises not_found, forbidden, already_done."""
    sanction = Sanction.objects.select_related("player__owner").filter(pk=sanction_id).first()
    if sanction is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    expect_may_act_on(actor, Act.SANCTION_LIFT, sanction.player)
    expect_may_act_on(actor, ACT_OF[SanctionKind(sanction.kind)], sanction.player)
    if not Sanction.objects.filter(_counting(), pk=sanction.pk).exists():
        raise Refusal(ErrorCode.ALREADY_DONE)
    return sanction


def appeal_answer(*, actor: Player, sanction_id: str, granted: bool, answer: str) -> Appeal:
    """Answer a player's appeal, once; granted, the sanction is lifted if it still stands.

    Not by who decided it, and by nobody who could not have imposed it. Raises not_found, forbidden, invalid_value
    (answer), already_done (it is answered).
    """
    words = reason_of(answer)
    with one_transaction():
        sanction, player = _sanction_locked(sanction_id)
        expect_may_act_on(actor, Act.APPEAL_ANSWER, player)
        expect_may_act_on(actor, ACT_OF[SanctionKind(sanction.kind)], player)
        if sanction.decided_by_id == actor.pk:
            raise Refusal(ErrorCode.FORBIDDEN, _("You decided this yourself: another moderator answers."))
        appeal = Appeal.objects.select_for_update(no_key=True).filter(pk=sanction.pk).first()
        if appeal is None:
            raise Refusal(ErrorCode.NOT_FOUND)
        if appeal.answered_at is not None:
            raise Refusal(ErrorCode.ALREADY_DONE)
        Appeal.objects.filter(pk=sanction.pk).update(
            answered_by=actor, answered_at=Now(), granted=granted, answer=words
        )
        appeal.refresh_from_db()
        audit_write(
            actor=actor,
            act=Act.APPEAL_ANSWER,
            player=player,
            case=sanction.case,
            reason=words,
            after={"sanction": sanction.pk, "granted": granted},
        )
        if granted and Sanction.objects.filter(_counting(), pk=sanction.pk).exists():
            _lift(actor, sanction, player, words)
        if appeal.answered_at is not None:
            said: dict[str, Json] = {"sanction": sanction.pk, "granted": granted, "answer": words}
            notices_tell([News(player.pk, NoticeKind.APPEAL_ANSWERED, appeal.answered_at, sanction.pk, data=said)])
        return appeal


def _impose(
    actor: Player,
    player: Player,
    measure: Measure,
    case: Case | None,
    *,
    effect: Effect | None = None,
    before: Mapping[str, Json] | None = None,
) -> Sanction:
    words = reason_of(measure.reason)
    act = ACT_OF[measure.kind]
    with one_transaction():
        # Everybody who locks both locks the case first.
        held = None if case is None else case_held(actor=actor, case=case)
        # Two moderators at once: the second sees here what the first did.
        locked = _player_locked(player.pk)
        expect_may_act_on(actor, act, locked)
        _expect_not_standing(locked, measure)
        sanction = Sanction(
            player=locked,
            kind=measure.kind,
            ground=measure.ground,
            reason=words,
            case=held,
            decided_by=actor,
        )
        if measure.duration is not None:
            sanction.until = Now() + measure.duration
        sanction.save(force_insert=True)
        sanction.refresh_from_db()
        after = {} if effect is None else effect(sanction, locked)
        sanction.refresh_from_db()
        until = None if sanction.until is None else time_json(sanction.until)
        audit_write(
            actor=actor,
            act=act,
            player=locked,
            case=held,
            reason=words,
            before=before,
            after={"sanction": sanction.pk, "ground": sanction.ground, "until": until, **after},
        )
        notices_tell(_news(sanction, locked, name=measure.new_name))
    return sanction


def _preview(actor: Player, player: Player, measure: Measure) -> Preview:
    reason_of(measure.reason)
    expect_may_act_on(actor, ACT_OF[measure.kind], player)
    _expect_not_standing(player, measure)
    until = None if measure.duration is None else _now() + measure.duration
    shut_out = measure.kind in (SanctionKind.SUSPENSION, SanctionKind.BAN)
    with override(player.language), timezone.override(zone_named(player.time_zone)):
        told = sanction_text(measure.kind, measure.ground, measure.reason, until, name=measure.new_name)
    return Preview(
        kind=measure.kind,
        player=player.pk,
        until=until,
        told=told,
        tokens=_tokens_of(player).count() if shut_out else 0,
        bots=tuple(player.bots.filter(is_active=True).values_list("name", flat=True)) if shut_out else (),
        new_name=measure.new_name,
    )


def _player_locked(player: int) -> Player:
    locked = Player.objects.select_for_update(no_key=True, of=("self",)).select_related("owner").filter(pk=player)
    found = locked.first()
    if found is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    return found


def _sanction_locked(sanction_id: str) -> tuple[Sanction, Player]:
    """The sanction as it is under the lock of its player."""
    player = Sanction.objects.filter(pk=sanction_id).values_list("player", flat=True).first()
    if player is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    locked = _player_locked(player)
    return Sanction.objects.select_related("case").get(pk=sanction_id), locked


def _counting() -> Q:
    """Sanctions that may be taken back: not lifted, and not over by themselves."""
    return Q(lifted_at=None) & (Q(until=None) | Q(until__gt=Now()))


def _standing() -> Q:
    """Those beside which another makes no sense: a warning stands until it is acknowledged."""
    return _counting() & Q(acknowledged_at=None)


def _expect_not_standing(player: Player, measure: Measure) -> None:
    """Raises already_done, with `sanction`, while there is one beside which this one makes no sense."""
    standing = Sanction.objects.filter(_standing(), player=player)
    match measure.kind:
        case SanctionKind.WARNING:
            standing = standing.filter(kind=measure.kind, ground=measure.ground)
        case SanctionKind.SUSPENSION:
            standing = standing.filter(kind__in=(SanctionKind.SUSPENSION, SanctionKind.BAN))
        case SanctionKind.RENAME:
            # A name may be unfit twice: what the moderator saw says whether it was changed meanwhile.
            return
        case _:
            standing = standing.filter(kind=measure.kind)
    found = standing.first()
    if found is not None:
        raise Refusal(ErrorCode.ALREADY_DONE, extra={"sanction": found.pk})


def _shut_out(sanction: Sanction, locked: Player) -> Mapping[str, Json]:
    _suspended_until_set(locked)
    ended = _tokens_of(locked).update(revoked_at=Now())
    return {"tokens_ended": ended}


def _tokens_of(player: Player) -> QuerySet[Token]:
    return Token.objects.filter(player__in=with_bots([player.pk]), revoked_at=None)


def _suspended_until_set(player: Player) -> None:
    """Until when an account is suspended follows from what stands against it."""
    standing = Sanction.objects.filter(_standing(), player=player)
    if standing.filter(kind=SanctionKind.BAN).exists():
        until: datetime | None = FOR_EVER
    else:
        until = standing.filter(kind=SanctionKind.SUSPENSION).aggregate(last=Max("until"))["last"]
    Player.objects.filter(pk=player.pk).update(suspended_until=until)


def _lift(actor: Player, sanction: Sanction, player: Player, words: str) -> str | None:
    """Take back a sanction that stands, in the running transaction; the name that came back. Raises already_done."""
    lifted = Sanction.objects.filter(_counting(), pk=sanction.pk).update(lifted_by=actor, lifted_at=Now())
    if not lifted:
        raise Refusal(ErrorCode.ALREADY_DONE)
    sanction.refresh_from_db()
    name: str | None = None
    before: dict[str, Json] = {"sanction": sanction.pk, "kind": sanction.kind}
    after: dict[str, Json] = {}
    match SanctionKind(sanction.kind):
        case SanctionKind.SUSPENSION | SanctionKind.BAN:
            _suspended_until_set(player)
        case SanctionKind.RENAME:
            before["name"] = player.name
            name = rename_undo(sanction, player)
            after["name"] = name or player.name
        case SanctionKind.WARNING | SanctionKind.MUTE:
            pass
    audit_write(
        actor=actor,
        act=Act.SANCTION_LIFT,
        player=player,
        case=sanction.case,
        reason=words,
        before=before,
        after=after,
    )
    return name


def _news(sanction: Sanction, player: Player, *, lifted: bool = False, name: str | None = None) -> list[News]:
    """What the player is told, and who answers for them if they are a bot: why, by the ground and in words."""
    data: dict[str, Json] = {
        "sanction": sanction.pk,
        "kind": sanction.kind,
        "ground": sanction.ground,
        "reason": sanction.reason,
        "until": None if sanction.until is None else time_json(sanction.until),
        "name": name,
        "bot": player.name if player.is_bot else None,
        "lifted": lifted,
    }
    at = sanction.lifted_at if lifted and sanction.lifted_at is not None else sanction.created_at
    told = [player.pk] if player.owner_id is None else [player.pk, player.owner_id]
    return [News(one, NoticeKind.SANCTIONED, at, sanction.pk, int(lifted), data) for one in told]


def _name_for(name: str | None) -> str:
    return f"player-{short_word(6)}" if name is None else name_choose(name)


def _duration(duration: timedelta) -> timedelta:
    if not SHORTEST <= duration <= LONGEST:
        raise Refusal(ErrorCode.INVALID_VALUE, _("From a minute to a year."), field="duration")
    return duration


def _now() -> datetime:
    return Player.objects.order_by().annotate(moment=Now()).values_list("moment", flat=True)[:1].get()
