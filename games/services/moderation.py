"""What moderators do to games, and what a suspension means for the seats of who is suspended.

Each act is one transaction with its entry in the audit log, and touches one game: the others go on, whatever happens
here. Of a double click, or of two moderators at once, the second is refused with already_done or gets the same.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.clock import AdjustmentKind
from games.engine import lobby
from games.engine.types import HandOverReason, Seat, Status
from games.levels import STAND_IN, BotKind
from games.models import ClockAdjustment, ClockTimestamp
from games.moderated import Message
from games.selectors.moderation import SeatHeld, is_suspended, seats_of_players, seats_of_suspended
from games.services.clock import turn_settle
from games.services.lobby import stand_in
from games.services.table import Table, game_moderated
from players.conduct.acts import (
    Preview,
    ban_impose,
    preview_ban,
    preview_suspension,
    suspension_impose,
)
from players.conduct.audit import Act, audit_write
from players.conduct.cases import case_held, reason_of
from players.conduct.models import Case, Ground, Sanction
from players.conduct.roles import expect_may, expect_may_act_on, expect_not_at, with_bots
from players.errors import ErrorCode, Json, Refusal
from players.models import Player
from players.ratings import RatingChange, ratings_without, result_undo
from players.transactions import DATABASE_AWAY, one_transaction
from players.wire import time_json

logger = logging.getLogger(__name__)

MODERATED: Final = "moderated"
"""The word that a game's log and its players are given; why, the audit log says."""
LONGEST_EXTENSION: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class SuspensionPreview:
    """What a suspension or a ban would do: to the account, to seats of running games, and to seats of open ones."""

    account: Preview
    handed_over: tuple[SeatHeld, ...]
    left: tuple[SeatHeld, ...]


@dataclass(frozen=True, slots=True)
class Suspended:
    """What was done. Of `waiting` something was in the way: the sweeper does it within seconds."""

    sanction: Sanction
    handed_over: tuple[SeatHeld, ...]
    left: tuple[SeatHeld, ...]
    waiting: tuple[SeatHeld, ...]


@dataclass(frozen=True, slots=True)
class VoidPreview:
    """What voiding would do. `ratings` are those that would change: of this game's players and, as ratings follow
    from one another, of whom they played later."""

    game_id: str
    status: Status
    players: tuple[int, ...]
    ratings: tuple[RatingChange, ...]


def player_suspend(
    *, actor: Player, player: Player, ground: Ground, reason: str, duration: timedelta, case: Case | None = None
) -> Suspended:
    """Suspend a player for a time: tokens and streams end, seats pass to bots, and all their games go on.

    The suspension is one transaction, and each seat one of its own after it: no game is in the way of the suspension,
    nor of another game. What is cut off in between, the sweeper does. Call it outside any transaction.
    Raises as `suspension_impose`.
    """
    sanction = suspension_impose(actor=actor, player=player, ground=ground, reason=reason, duration=duration, case=case)
    return _seats_given_up(sanction)


def player_ban(*, actor: Player, player: Player, ground: Ground, reason: str, case: Case | None = None) -> Suspended:
    """As `player_suspend`, for good. Raises as `ban_impose`."""
    return _seats_given_up(ban_impose(actor=actor, player=player, ground=ground, reason=reason, case=case))


def preview_suspend(
    *, actor: Player, player: Player, ground: Ground, reason: str, duration: timedelta
) -> SuspensionPreview:
    """What `player_suspend` would do now. Raises what it would raise, but for the case."""
    account = preview_suspension(actor=actor, player=player, ground=ground, reason=reason, duration=duration)
    return _with_seats(account, player)


def preview_suspend_for_good(*, actor: Player, player: Player, ground: Ground, reason: str) -> SuspensionPreview:
    """What `player_ban` would do now. Raises what it would raise, but for the case."""
    return _with_seats(preview_ban(actor=actor, player=player, ground=ground, reason=reason), player)


def suspended_seats_pass(*, limit: int) -> int:
    """Hand over seats at which somebody suspended still sits; how many. For the sweeper.

    Whoever took a seat in the moment of their suspension, or lost the process that suspended them, is found here.
    """
    return sum(_given_up(held, None) for held in seats_of_suspended(limit=limit))


def seat_hand_over(*, actor: Player, game_id: str, player: Player, reason: str, case: Case | None = None) -> SeatHeld:
    """Have a bot play on for `player` in a running game, for good. Raises not_found, forbidden, invalid_value (reason),
    case_closed, case_claimed, game_not_started, game_over, not_seated, already_done (they sat there)."""
    words = reason_of(reason)
    expect_may_act_on(actor, Act.SEAT_HAND_OVER, player)
    with game_moderated(game_id=game_id) as table:
        held = _case_of(actor, table, case)
        table.expect_active()
        seat = _seat_now(table, player)
        _hand_over(table, seat)
        _write(actor, Act.SEAT_HAND_OVER, table, words, held, player=player, after={"seat": seat})
        return SeatHeld(game_id, seat, player.pk)


def preview_hand_over(*, actor: Player, game_id: str, player: Player) -> SeatHeld:
    """The seat that would pass. Raises what `seat_hand_over` would raise, but for the case."""
    expect_may_act_on(actor, Act.SEAT_HAND_OVER, player)
    with game_moderated(game_id=game_id) as table:
        _expect_no_part(actor, table)
        table.expect_active()
        return SeatHeld(game_id, _seat_now(table, player), player.pk)


def game_void(*, actor: Player, game_id: str, reason: str, case: Case | None = None) -> VoidPreview:
    """Declare a game void that was started, be it over or not: it counts for nobody, and ratings become what they would
    be without it. Not to be undone: the log says so for good. Raises not_found, forbidden, invalid_value (reason),
    case_closed, case_claimed, game_not_started (cancel it), game_over (cancelled), already_done.
    """
    words = reason_of(reason)
    expect_may(actor, Act.GAME_VOID)
    with game_moderated(game_id=game_id) as table:
        held = _case_of(actor, table, case)
        status = table.state.status
        _expect_voidable(status)
        table.record(lobby.void(table.state, MODERATED))
        table.write()
        changes = result_undo(game_ref=game_id)
        done = VoidPreview(game_id, status, _seated(table), changes)
        after: dict[str, Json] = {"status": Status.VOIDED.value, "ratings_changed": len(changes)}
        _write(actor, Act.GAME_VOID, table, words, held, before={"status": status.value}, after=after)
        return done


def preview_void(*, actor: Player, game_id: str) -> VoidPreview:
    """What `game_void` would do. Raises what it would raise, but for the case."""
    expect_may(actor, Act.GAME_VOID)
    with game_moderated(game_id=game_id) as table:
        _expect_no_part(actor, table)
        _expect_voidable(table.state.status)
        return VoidPreview(game_id, table.state.status, _seated(table), ratings_without(game_ref=game_id))


def game_cancel(*, actor: Player, game_id: str, reason: str, case: Case | None = None) -> None:
    """Cancel a game that waits for players. Raises not_found, forbidden, invalid_value (reason), case_closed,
    case_claimed, game_started, game_over, already_done (it is cancelled)."""
    words = reason_of(reason)
    expect_may(actor, Act.GAME_CANCEL)
    with game_moderated(game_id=game_id) as table:
        held = _case_of(actor, table, case)
        if table.state.status is Status.CANCELLED:
            raise Refusal(ErrorCode.ALREADY_DONE)
        table.record(lobby.cancel(table.state, MODERATED))
        before: dict[str, Json] = {"status": Status.OPEN.value}
        _write(actor, Act.GAME_CANCEL, table, words, held, before=before, after={"status": Status.CANCELLED.value})


def preview_cancel(*, actor: Player, game_id: str) -> tuple[int, ...]:
    """Who would lose a seat. Raises what `game_cancel` would raise, but for the case."""
    expect_may(actor, Act.GAME_CANCEL)
    with game_moderated(game_id=game_id) as table:
        _expect_no_part(actor, table)
        table.expect_open()
        return _seated(table)


def deadline_extend(
    *,
    actor: Player,
    game_id: str,
    deadline: datetime,
    by: timedelta,
    reason: str,
    case: Case | None = None,
) -> datetime:
    """Give the turn that runs `by` more time, to whole seconds and 14 days at most; returns the new deadline.

    `deadline` is the one that the moderator saw: already_done when it is another now. A night of the player's into
    which the new one falls moves it on. Not to be undone: a deadline never moves backwards. Raises not_found,
    forbidden, invalid_value (reason, by), case_closed, case_claimed, game_not_started, game_over.
    """
    words = reason_of(reason)
    expect_may(actor, Act.DEADLINE_EXTEND)
    seconds = _extension(by)
    with game_moderated(game_id=game_id) as table:
        held = _case_of(actor, table, case)
        table.expect_active()
        before = _deadline_now(table, deadline)
        _extend(table, seconds)
        after = table.game.deadline or before
        said: dict[str, Json] = {"deadline": time_json(after)}
        _write(actor, Act.DEADLINE_EXTEND, table, words, held, before={"deadline": time_json(before)}, after=said)
        return after


def preview_extend(*, actor: Player, game_id: str, by: timedelta) -> tuple[datetime, datetime]:
    """The deadline now, and what it would be at least. Raises what `deadline_extend` would raise, but for the case."""
    expect_may(actor, Act.DEADLINE_EXTEND)
    seconds = _extension(by)
    with game_moderated(game_id=game_id) as table:
        _expect_no_part(actor, table)
        table.expect_active()
        now = _deadline_now(table, table.game.deadline)
        return now, now + timedelta(seconds=seconds)


def message_hide(*, actor: Player, message_id: str, reason: str, case: Case | None = None) -> Message:
    """Show a message of a table to nobody any more but moderators; the same when it is hidden already.

    Raises not_found, forbidden, invalid_value (reason), case_closed, case_claimed.
    """
    return _message_set(actor, Act.MESSAGE_HIDE, message_id, reason, case)


def message_unhide(*, actor: Player, message_id: str, reason: str, case: Case | None = None) -> Message:
    """Show it again. Raises as `message_hide`."""
    return _message_set(actor, Act.MESSAGE_UNHIDE, message_id, reason, case)


def preview_hide(*, actor: Player, message_id: str) -> Message:
    """The message that would be hidden, or shown again. Raises not_found, forbidden."""
    message = Message.objects.select_related("author__owner").filter(pk=message_id).first()
    if message is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    expect_may_act_on(actor, Act.MESSAGE_HIDE, message.author)
    expect_not_at(actor, [message.game_id])
    return message


def _message_set(actor: Player, act: Act, message_id: str, reason: str, case: Case | None) -> Message:
    words = reason_of(reason)
    hide = act is Act.MESSAGE_HIDE
    expect_may(actor, act)
    with one_transaction():
        locked = Message.objects.select_for_update(no_key=True, of=("self",)).select_related("author__owner")
        message = locked.filter(pk=message_id).first()
        if message is None:
            raise Refusal(ErrorCode.NOT_FOUND)
        expect_may_act_on(actor, act, message.author)
        expect_not_at(actor, [message.game_id])
        held = None if case is None else case_held(actor=actor, case=case)
        if hide == (message.hidden_at is not None):
            return message
        Message.objects.filter(pk=message.pk).update(
            hidden_at=ClockTimestamp() if hide else None, hidden_by=actor if hide else None
        )
        message.refresh_from_db()
        audit_write(
            actor=actor,
            act=act,
            player=message.author,
            game_ref=message.game_id,
            case=held,
            reason=words,
            before={"message": message.pk, "hidden": not hide},
            after={"message": message.pk, "hidden": hide},
        )
        return message


def _with_seats(account: Preview, player: Player) -> SuspensionPreview:
    held = seats_of_players(players=with_bots([player.pk]))
    running = tuple(seat for seat, status in held if status is Status.ACTIVE)
    waiting = tuple(seat for seat, status in held if status is Status.OPEN)
    return SuspensionPreview(account, running, waiting)


def _seats_given_up(sanction: Sanction) -> Suspended:
    """Each seat by itself: a game that cannot be read is told of, and left to the sweeper."""
    held = seats_of_players(players=with_bots([sanction.player_id]))
    done = {seat for seat, _ in held if _given_up(seat, sanction)}
    return Suspended(
        sanction,
        handed_over=tuple(seat for seat, status in held if seat in done and status is Status.ACTIVE),
        left=tuple(seat for seat, status in held if seat in done and status is Status.OPEN),
        waiting=tuple(seat for seat, _ in held if seat not in done),
    )


def _given_up(held: SeatHeld, sanction: Sanction | None) -> bool:
    try:
        _give_up(held, sanction)
    except Exception as failure:
        if sanction is None and isinstance(failure, DATABASE_AWAY):
            raise
        # The text of a failure could show what is hidden in the log.
        logger.error("seat not handed over: game %s: %s", held.game_id, type(failure).__name__)
        return False
    return True


def _give_up(held: SeatHeld, sanction: Sanction | None) -> None:
    """The seat of somebody suspended passes to a bot, or is free again before the start; nothing if it did already."""
    with game_moderated(game_id=held.game_id) as table:
        seat = table.state.seat_of(held.player)
        if seat is None or table.state.status.is_over or not is_suspended(player=held.player):
            return
        if table.state.status is Status.ACTIVE:
            act = Act.SEAT_HAND_OVER
            _hand_over(table, seat)
        else:
            act = Act.SEAT_LEAVE
            table.record(lobby.vacate(table.state, seat))
            if table.state.opening.creator == held.player:
                table.record(lobby.cancel(table.state, "creator_left"))
        audit_write(
            actor=None if sanction is None else sanction.decided_by,
            act=act,
            player=Player.objects.get(pk=held.player),
            game_ref=held.game_id,
            case=None if sanction is None else sanction.case,
            reason="" if sanction is None else sanction.reason,
            after={"seat": seat, "sanction": None if sanction is None else sanction.pk},
        )


def _hand_over(table: Table, seat: Seat) -> None:
    bot = stand_in(table.state, BotKind(STAND_IN))
    table.record(lobby.hand_over(table.state, seat, bot.pk, HandOverReason.MODERATED))


def _seat_now(table: Table, player: Player) -> Seat:
    """Where they sit. Raises already_done (a bot sits there for them), not_seated."""
    seat = table.state.seat_of(player.pk)
    if seat is not None:
        return seat
    if table.game.seats.filter(former_player=player).exists():
        raise Refusal(ErrorCode.ALREADY_DONE)
    raise Refusal(ErrorCode.NOT_SEATED, _("They sit at no seat of this game."))


def _seated(table: Table) -> tuple[int, ...]:
    return tuple(player for player in table.state.seats if player is not None)


def _expect_no_part(actor: Player, table: Table) -> None:
    expect_not_at(actor, [table.game.id])


def _case_of(actor: Player, table: Table, case: Case | None) -> Case | None:
    """The case, held by `actor`, who has no part in the game."""
    _expect_no_part(actor, table)
    return None if case is None else case_held(actor=actor, case=case)


def _expect_voidable(status: Status) -> None:
    match status:
        case Status.VOIDED:
            raise Refusal(ErrorCode.ALREADY_DONE)
        case Status.CANCELLED:
            raise Refusal(ErrorCode.GAME_OVER)
        case Status.OPEN:
            raise Refusal(ErrorCode.GAME_NOT_STARTED, _("It waits for players: cancel it."))
        case Status.ACTIVE | Status.FINISHED:
            pass


def _extension(by: timedelta) -> int:
    seconds = int(by.total_seconds())
    if not 1 <= seconds <= LONGEST_EXTENSION.total_seconds():
        raise Refusal(ErrorCode.INVALID_VALUE, _("From a second to 14 days."), field="by")
    return seconds


def _deadline_now(table: Table, seen: datetime | None) -> datetime:
    """Raises already_done when the deadline is not the one that was seen, game_over without one."""
    if table.game.deadline is None:
        raise Refusal(ErrorCode.GAME_OVER)
    if table.game.deadline != seen:
        raise Refusal(ErrorCode.ALREADY_DONE)
    return table.game.deadline


def _extend(table: Table, seconds: int) -> None:
    """A fact beside the log, after what was given before; the deadline follows from them all."""
    game, seat = table.game, table.state.to_act
    if game.turn_seq is None or game.deadline is None or seat is None:
        return
    given = ClockAdjustment.objects.filter(game=game, turn_seq=game.turn_seq).count()
    ClockAdjustment.objects.create(
        game=game,
        turn_seq=game.turn_seq,
        place=given + 1,
        kind=AdjustmentKind.GRACE,
        since=game.deadline,
        seconds=seconds,
    )
    game.deadline += timedelta(seconds=seconds)
    game.save(update_fields=["deadline"])
    humans = Player.objects.filter(pk__in=_seated(table), level="").values_list("pk", flat=True)
    sitting = table.state.seats[seat]
    turn_settle(game=game, player=sitting if sitting in set(humans) else None)


def _write(
    actor: Player,
    act: Act,
    table: Table,
    reason: str,
    case: Case | None,
    *,
    player: Player | None = None,
    before: dict[str, Json] | None = None,
    after: dict[str, Json] | None = None,
) -> None:
    audit_write(
        actor=actor,
        act=act,
        player=player,
        game_ref=table.game.id,
        case=case,
        reason=reason,
        before=before,
        after=after,
    )
