"""Guests: whoever plays before choosing a name. An account like any other, but without a password."""

from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from players.conduct.traces import trace_note, traces_forget
from players.models import Player, Token
from players.names import GUEST_PREFIX, name_key
from players.origins import Origin
from players.secrets import short_word
from players.services import ALL_SCOPES, token_issue
from players.transactions import one_transaction

TOKEN_LABEL: Final = "guest"  # noqa: S105 - what the token is called
# Short names are easily told apart. When they run out, longer ones are drawn.
_LENGTHS: Final = (4, 4, 4, 6, 6, 8, 12)


def guest_register(*, origin: Origin | None = None) -> tuple[Player, str]:
    """Let somebody in who says nothing of themselves; return the account with the text of its token."""
    for length in _LENGTHS:
        name = GUEST_PREFIX + short_word(length)
        player = Player(name=name, name_key=name_key(name), is_guest=True, guest_name=name)
        player.password = make_password(None)
        try:
            with one_transaction():
                player.save(force_insert=True)
                player.refresh_from_db()
                _, text = token_issue(player, label=TOKEN_LABEL, scopes=ALL_SCOPES, expires_in=None)
        except IntegrityError:
            continue
        trace_note(player=player, origin=origin)
        return player, text
    raise RuntimeError("No name is left for a guest.")


def guests_idle(*, limit: int) -> list[int]:
    """Guests of whom nothing was heard for as long as `GUEST_KEPT`, the oldest first."""
    return list(_idle().order_by("created_at").values_list("pk", flat=True)[:limit])


def guest_take_away(*, player: int) -> bool:
    """Close the account of an idle guest, if it still is one; whether it was.

    Nothing of a person is left but the name that was drawn for them, which games keep.
    """
    with one_transaction():
        if _idle().select_for_update(no_key=True).filter(pk=player).first() is None:
            return False
        Player.objects.filter(pk=player).update(is_active=False, email="", email_confirmed=False)
        Token.objects.filter(player=player, revoked_at=None).update(revoked_at=Now())
        traces_forget(player=player)
    return True


def _idle() -> QuerySet[Player]:
    long_ago = Now() - settings.GUEST_KEPT
    lately = Q(pk__in=Token.objects.filter(last_used_at__gt=long_ago).values("player"))
    return Player.objects.filter(is_guest=True, is_active=True, created_at__lte=long_ago).exclude(lately)
