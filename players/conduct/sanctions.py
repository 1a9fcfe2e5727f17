"""Sanctions as the one concerned meets them: what stands against them, and what they may say to it."""

from datetime import datetime

from django.db.models import Q
from django.db.models.functions import Now

from players.conduct.models import Appeal, Sanction, SanctionKind
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.pages import Page, keyset_page
from players.transactions import one_transaction


def sanctions_of(*, player: Player, limit: int, cursor: str | None) -> Page[Sanction]:
    """All that was ever imposed on `player`, with their appeals, the newest first. Raises Refusal: bad_cursor."""
    return keyset_page(Sanction.objects.select_related("appeal").filter(player=player), limit=limit, cursor=cursor)


def open_mute(*, player: Player, at: datetime) -> Sanction | None:
    """The mute that ends last of those under which `player`, or who answers for them, is at `at`; None without one."""
    mutes = Sanction.objects.filter(_upon(player), kind=SanctionKind.MUTE, lifted_at=None, until__gt=at)
    return mutes.order_by("-until").first()


def warnings_expect_acknowledged(player: Player) -> None:
    """Raises Refusal warning_unacknowledged while a warning of `player`, or of who answers for them, waits."""
    waiting = Sanction.objects.filter(
        _upon(player), kind=SanctionKind.WARNING, acknowledged_at=None, lifted_at=None
    ).order_by("created_at", "id")
    sanction = waiting.values_list("pk", flat=True).first()
    if sanction is not None:
        raise Refusal(ErrorCode.WARNING_UNACKNOWLEDGED, extra={"sanction": sanction})


def warning_acknowledge(*, player: Player, sanction_id: str) -> Sanction:
    """Say that one has read a warning. Said already, it stays as it is.

    Raises Refusal: not_found, also for another player's; invalid_value, for what is no warning.
    """
    with one_transaction():
        sanction = _own_locked(player, sanction_id)
        if sanction.kind != SanctionKind.WARNING:
            raise Refusal(ErrorCode.INVALID_VALUE, "Only a warning is acknowledged.", field="id")
        Sanction.objects.filter(pk=sanction.pk, acknowledged_at=None).update(acknowledged_at=Now())
        return _shown(sanction)


def appeal_file(*, player: Player, sanction_id: str, text: str) -> Sanction:
    """Object to a sanction, once. Raises Refusal: not_found, also for another player's; already_appealed."""
    with one_transaction():
        sanction = _own_locked(player, sanction_id)
        if Appeal.objects.filter(sanction=sanction).exists():
            raise Refusal(ErrorCode.ALREADY_APPEALED)
        Appeal.objects.create(sanction=sanction, text=text)
        return _shown(sanction)


def _upon(player: Player) -> Q:
    return Q(player=player) if player.owner_id is None else Q(player__in=(player.pk, player.owner_id))


def _own_locked(player: Player, sanction_id: str) -> Sanction:
    sanction = Sanction.objects.select_for_update(no_key=True).filter(pk=sanction_id, player=player).first()
    if sanction is None:
        raise Refusal(ErrorCode.NOT_FOUND)
    return sanction


def _shown(sanction: Sanction) -> Sanction:
    return Sanction.objects.select_related("appeal").get(pk=sanction.pk)
