"""Whom a player does not want to read, and with whom they do not want to sit. The others are told nothing."""

from typing import Any, Final

from django.db.models import Q, QuerySet

from players.conduct.models import Block, Mute
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.pages import Page, keyset_page
from players.selectors import player_get
from players.transactions import one_transaction

MOST: Final = 200
"""So many others a player may mute, and so many they may block."""


def mutes_of(*, player: Player, limit: int, cursor: str | None) -> Page[Mute]:
    """Whom `player` mutes, the last one first. Raises Refusal: bad_cursor."""
    return keyset_page(Mute.objects.select_related("muted__owner").filter(player=player), limit=limit, cursor=cursor)


def blocks_of(*, player: Player, limit: int, cursor: str | None) -> Page[Block]:
    """Whom `player` blocks, the last one first. Raises Refusal: bad_cursor."""
    rows = Block.objects.select_related("blocked__owner").filter(player=player)
    return keyset_page(rows, limit=limit, cursor=cursor)


def mute_add(*, player: Player, name: str) -> Mute:
    """Hide from `player` what that player and their bots write, now and later. Done already, it stays as it is.

    Raises Refusal: not_found, invalid_value (oneself, or a bot of the service), list_full.
    """
    other = _another(player, name)
    with one_transaction():
        _circles_lock(player)
        _room_expect(Mute.objects.filter(player=player), known=Q(muted=other))
        mute, _ = Mute.objects.get_or_create(player=player, muted=other)
        # What the database filled in.
        return Mute.objects.select_related("muted__owner").get(pk=mute.pk)


def mute_remove(*, player: Player, name: str) -> None:
    """Show it again, also what was hidden. Raises Refusal: not_found, when there is no such player."""
    other = _known(name)
    with one_transaction():
        _circles_lock(player)
        Mute.objects.filter(player=player, muted=other).delete()


def block_add(*, player: Player, name: str) -> Block:
    """Let neither of both take a seat where the other sits, nor their bots. Seats that they have stay theirs.

    Raises Refusal: not_found, invalid_value (oneself, or a bot of the service), list_full.
    """
    other = _another(player, name)
    with one_transaction():
        _circles_lock(player)
        _room_expect(Block.objects.filter(player=player), known=Q(blocked=other))
        block, _ = Block.objects.get_or_create(player=player, blocked=other)
        return Block.objects.select_related("blocked__owner").get(pk=block.pk)


def block_remove(*, player: Player, name: str) -> None:
    """Sit together again. Raises Refusal: not_found, when there is no such player."""
    other = _known(name)
    with one_transaction():
        _circles_lock(player)
        Block.objects.filter(player=player, blocked=other).delete()


def muted_by(player: Player) -> Q:
    """What was written by those whom `player` mutes, or by bots of theirs; for a filter of rows with an `author`."""
    muted = Mute.objects.filter(player=player).values("muted")
    return Q(author__in=muted) | Q(author__owner__isnull=False, author__owner__in=muted)


def apart_from(player: Player) -> frozenset[int]:
    """The accounts with which `player` is not to sit, whoever of both blocked the other. Bots go with their owners."""
    ours = [account for account in (player.pk, player.owner_id) if account is not None]
    rows = Block.objects.filter(Q(player__in=ours) | Q(blocked__in=ours)).values_list("player", "blocked")
    others = {account for row in rows for account in row} - set(ours)
    if not others:
        return frozenset()
    return frozenset(others | set(Player.objects.filter(owner__in=others).values_list("pk", flat=True)))


def _known(name: str) -> Player:
    """That player, also one who was taken away."""
    player = Player.objects.named(name)
    if player is None:
        raise Refusal(ErrorCode.NOT_FOUND, "There is no player of this name.")
    return player


def _another(player: Player, name: str) -> Player:
    other = player_get(name)
    if other.pk == player.pk:
        raise Refusal(ErrorCode.INVALID_VALUE, "That is you.", field="player")
    if other.is_played_by_level:
        raise Refusal(
            ErrorCode.INVALID_VALUE,
            "A bot of the service writes nothing, and sits anywhere.",
            field="player",
        )
    return other


def _circles_lock(player: Player) -> None:
    """Lists are read and changed under the lock of whose they are: no row comes or goes meanwhile."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _room_expect(rows: QuerySet[Any, Any], *, known: Q) -> None:
    """Raises list_full."""
    if rows.count() >= MOST and not rows.filter(known).exists():
        raise Refusal(ErrorCode.LIST_FULL)
