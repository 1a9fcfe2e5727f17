"""From where accounts are signed in to: kept for a while, for moderators to weigh.

Neither an address nor what a browser is known by is stored, but a digest of it under `SECRET_KEY`, which tells whether
two are the same. What follows from it is a likelihood and never a proof. Bots leave no traces: their owners make
their tokens.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta
from math import sqrt
from typing import Final

from django.conf import settings
from django.db import Error, models
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from players.conduct.models import Trace, TraceKind
from players.errors import Refusal
from players.models import Player
from players.origins import UNKNOWN, Origin
from players.store import traces_shared, traces_write
from players.transactions import one_transaction

logger = logging.getLogger(__name__)

NOTED_EVERY: Final = timedelta(days=1)
MOST_EXPIRED_AT_ONCE: Final = 1_000
MOST_SHARING: Final = 20
MOST_MARKS: Final = 50
"""So many of one's marks are looked at; and what more other accounts have too says nothing of any of them."""

# In percent, when two accounts alone have it in common.
OF_A_DEVICE: Final = 85
OF_AN_ADDRESS: Final = 40
AT_MOST: Final = 90
LIKELY_FROM: Final = 60
POSSIBLE_FROM: Final = 25


class Likelihood(models.TextChoices):
    """That two accounts are one person's, in words."""

    UNLIKELY = "unlikely", _("unlikely")
    POSSIBLE = "possible", _("possible")
    LIKELY = "likely", _("likely")


@dataclass(frozen=True, slots=True)
class Sharing:
    """An account that has a device or an address in common with another, and how likely both are one person's.

    `on_device` and `at_address` are how many accounts have it in common, these two among them; 0 when they have none.
    """

    account: Player
    percent: int
    on_device: int
    at_address: int

    @property
    def likelihood(self) -> Likelihood:
        """The percent in a word."""
        if self.percent >= LIKELY_FROM:
            return Likelihood.LIKELY
        return Likelihood.POSSIBLE if self.percent >= POSSIBLE_FROM else Likelihood.UNLIKELY


def trace_note(*, player: Player, origin: Origin | None) -> None:
    """Remember from where somebody signed in, once a day at most: one statement. Called after the token is theirs.

    Never fails, and changes nothing of the answer: whoever has signed in is signed in.
    """
    if origin is None or not settings.TRACE_KEPT or player.is_bot:
        return
    seen = {TraceKind.ADDRESS: "" if origin.address == UNKNOWN else origin.address, TraceKind.DEVICE: origin.device}
    marks = {str(kind): mark_of(kind, text) for kind, text in seen.items() if text}
    if not marks:
        return
    try:
        with one_transaction():
            traces_write(player=player.pk, marks=marks, apart=NOTED_EVERY)
    except (Error, Refusal) as failure:
        # What the database says of a failure quotes rows.
        logger.warning("not noted from where somebody signed in: %s", type(failure).__name__)


def traces_forget(*, player: int) -> None:
    """Remove the traces of an account, in the running transaction."""
    Trace.objects.filter(player=player).delete()


def traces_expire() -> int:
    """Remove some of the traces that were kept long enough; how many."""
    old = Trace.objects.filter(last_seen__lte=Now() - settings.TRACE_KEPT).order_by("last_seen")
    some = list(old.values_list("pk", flat=True)[:MOST_EXPIRED_AT_ONCE])
    # One that was seen again meanwhile stays.
    removed, _ = old.order_by().filter(pk__in=some).delete()
    return removed


def accounts_sharing(player: Player) -> tuple[Sharing, ...]:
    """Accounts that were signed in to from the same devices or addresses, the likeliest first; twenty, two statements.

    None for a bot, and no bots.
    """
    if player.is_bot:
        return ()
    common: dict[int, dict[str, int]] = {}
    for other, kind, others in traces_shared(player=player.pk, kept=settings.TRACE_KEPT, most=MOST_MARKS):
        common.setdefault(other, {})[kind] = others + 1
    found = {
        other: (by_kind.get(TraceKind.DEVICE, 0), by_kind.get(TraceKind.ADDRESS, 0))
        for other, by_kind in common.items()
    }
    likeliest = sorted(found, key=lambda other: (-percent_of(*found[other]), -other))[:MOST_SHARING]
    humans = Player.objects.defer("password", "email").filter(kind=Player.Kind.HUMAN).in_bulk(likeliest)
    return tuple(
        Sharing(humans[other], percent_of(*found[other]), *found[other]) for other in likeliest if other in humans
    )


def percent_of(on_device: int, at_address: int) -> int:
    """How likely two accounts are one person's, in percent, from 0 to 90.

    `on_device` and `at_address` are how many accounts have that in common, 0 if the two have none. Each piece says the
    less the more there are who have it: an address in proportion, a device by the square root, for whoever has many
    accounts has them all on one. Both together: one minus the product of what each leaves open. Several addresses count
    as one, the rarest, and so do devices: those of a household change for all of it at once.
    """
    by_device = OF_A_DEVICE / sqrt(on_device - 1) if on_device > 1 else 0.0
    by_address = OF_AN_ADDRESS / (at_address - 1) if at_address > 1 else 0.0
    return min(AT_MOST, round(by_device + by_address - by_device * by_address / 100))


def mark_of(kind: TraceKind, text: str) -> bytes:
    """What is stored of an address or a device: 32 bytes that nobody can make without the key of the house."""
    return salted_hmac(f"nessos.trace.{kind}", text, algorithm="sha256").digest()
