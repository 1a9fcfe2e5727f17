"""Telling players: the one way in which notices come to be."""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q

from players.crashes import reach
from players.errors import Json
from players.notices.models import Feed, Notice, NoticeKind
from players.store import feeds_lock
from players.tracing import FIELDS, request_id

logger = logging.getLogger("nessos.notice")

type Channel = Callable[[Sequence[Notice]], None]

_CHANNELS: Final[list[Channel]] = []


@dataclass(frozen=True, slots=True)
class News:
    """Something to tell `player` (an account's key) once: the same kind, subject and version is the same news."""

    player: int
    kind: NoticeKind
    at: datetime
    subject: str = ""
    version: int = 0
    data: dict[str, Json] = field(default_factory=dict)


def channel_add(channel: Channel) -> None:
    """Have `channel` called with all new notices, within the transaction in which they are written.

    It plans deliveries as rows, and sends nothing: whatever is sent is sent after the commit.
    """
    _CHANNELS.append(channel)


def notices_tell(news: Iterable[News]) -> list[Notice]:
    """Write the notices that were not written yet, and have each channel plan their deliveries. Returns the new ones.

    Must run in a transaction; it holds the feeds of all these players until its end.
    """
    wanted = list(news)
    if not wanted:
        return []
    last = feeds_locked({piece.player for piece in wanted})
    known = _known(wanted)
    notices = []
    for piece in wanted:
        if (piece.player, piece.kind.value, piece.subject, piece.version) in known:
            continue
        last[piece.player] += 1
        notices.append(
            Notice(
                player_id=piece.player,
                seq=last[piece.player],
                kind=piece.kind,
                subject=piece.subject,
                version=piece.version,
                at=piece.at,
                data=piece.data,
                request_id=request_id.get(),
            )
        )
    if notices:
        Notice.objects.bulk_create(notices)
        told = {notice.player_id for notice in notices}
        Feed.objects.bulk_update([Feed(player_id=player, last_seq=last[player]) for player in told], ["last_seq"])
        for channel in _CHANNELS:
            channel(notices)
        reach("notices.written")
        transaction.on_commit(lambda: _said(notices), robust=True)
    return notices


def feeds_locked(players: Iterable[int]) -> dict[int, int]:
    """The last number of each feed, under its lock: taken in one order, so that two who tell never wait in a ring."""
    return feeds_lock(sorted(set(players)))


def _said(notices: Sequence[Notice]) -> None:
    for notice in notices:
        fields = {"player": notice.player_id, "seq": notice.seq, "kind": str(notice.kind)}
        logger.info("told", extra={FIELDS: fields | {"game": notice.subject, "version": notice.version}})


def _known(news: Sequence[News]) -> set[tuple[int, str, str, int]]:
    about = Q(player__in={piece.player for piece in news}, subject__in={piece.subject for piece in news})
    return set(Notice.objects.filter(about).values_list("player_id", "kind", "subject", "version"))
