"""Which notices go out by mail, and when: rows planned in the transaction of the notices."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Max
from django.db.models.functions import Now

from players.mail.models import MailDelivery
from players.models import Player
from players.notices.choices import Choice, choices_by_player
from players.notices.models import Notice, NoticeChannel, NoticeKind, When


def mails_plan(notices: Sequence[Notice]) -> None:
    """Plan a delivery for each notice that its player wants by mail, and has a confirmed address for.

    A channel of `notices_tell`: the feeds of all these players are held. Nothing is planned for later addresses: who
    confirms one hears of what happens from then on.
    """
    if not settings.MAIL_ON:
        return
    reached = Player.objects.filter(
        pk__in={notice.player_id for notice in notices},
        kind=Player.Kind.HUMAN,
        is_active=True,
        email_confirmed=True,
    )
    now = dict(reached.values_list("pk", Now()))
    chosen = choices_by_player(players=now, channel=NoticeChannel.MAIL)
    planned = []
    for notice in notices:
        if notice.player_id not in now:
            continue
        kind = NoticeKind(notice.kind)
        choice = chosen.get((notice.player_id, kind), Choice(kind, NoticeChannel.MAIL))
        if choice.when is not When.NEVER:
            moment = now[notice.player_id]
            due = moment if choice.hours is None else _next_digest(notice.player_id, moment, choice.hours)
            planned.append(
                MailDelivery(
                    notice=notice, player_id=notice.player_id, due_at=due, is_digest=choice.when is When.DIGEST
                )
            )
    MailDelivery.objects.bulk_create(planned)


def _next_digest(player: int, now: datetime, hours: int) -> datetime:
    """The digest that is already planned, or one as many hours after the last; at once after a long silence."""
    digests = MailDelivery.objects.filter(player=player, is_digest=True)
    last: datetime | None = digests.aggregate(last=Max("due_at"))["last"]
    if last is None:
        return now
    pause = timedelta(hours=hours)
    return min(last, now + pause) if last > now else max(now, last + pause)
