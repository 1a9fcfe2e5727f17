"""Addresses: changed, confirmed by whoever reads their mail, and given up."""

from django.conf import settings
from django.db.models.functions import Now

from players.errors import ErrorCode, Refusal
from players.mail.links import confirmation_of
from players.mail.mailboxes import mailbox_of
from players.mail.models import Confirmation, Mail, Outcome, Purpose
from players.models import Player
from players.transactions import one_transaction


def address_change(*, player: Player, email: str) -> None:
    """Set the address, empty for none; it is unconfirmed until its owner says yes. Within the caller's transaction.

    A confirmed address that is left is warned. The same address again changes nothing.
    """
    current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if email == current.email or (email and mailbox_of(email) == mailbox_of(current.email)):
        return
    Player.objects.filter(pk=player.pk).update(email=email, email_confirmed=False)
    if current.email_confirmed:
        Mail.objects.create(player=player, purpose=Purpose.WARNING, address=current.email)
    confirmation_ask(player=player, email=email)


def confirmation_ask(*, player: Player, email: str) -> None:
    """Have a mail sent that asks for confirmation of the address, if any. Links sent before are void.

    Within the caller's transaction.
    """
    Confirmation.objects.filter(player=player).delete()
    asked = Mail.objects.filter(player=player, purpose=Purpose.CONFIRMATION, outcome="")
    asked.update(outcome=Outcome.DROPPED, ended_at=Now())
    if email:
        Confirmation.objects.create(player=player, email=email, expires_at=Now() + settings.CONFIRMATION_LIVES)
        Mail.objects.create(player=player, purpose=Purpose.CONFIRMATION, address=email)


def confirmation_repeat(*, player: Player) -> None:
    """Send the mail that asks for confirmation once more. Raises Refusal: nothing_to_confirm."""
    with one_transaction():
        current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if not current.email or current.email_confirmed:
            raise Refusal(ErrorCode.NOTHING_TO_CONFIRM)
        confirmation_ask(player=player, email=current.email)


def confirmation_look(*, token: str) -> Confirmation | None:
    """What a link would confirm; None when it is not ours, used up, too old, or of another address than the one set."""
    confirmation_id = confirmation_of(token)
    if confirmation_id is None:
        return None
    found = Confirmation.objects.select_related("player").filter(pk=confirmation_id, expires_at__gt=Now()).first()
    return found if found is not None and found.player.email == found.email and found.player.is_active else None


def address_confirm(*, token: str) -> Confirmation | None:
    """Confirm the address, once. Returns what was confirmed, as `confirmation_look` does."""
    with one_transaction():
        found = confirmation_look(token=token)
        if found is None:
            return None
        # The order of locks is that of a change: the account, then what hangs on it.
        Player.objects.select_for_update(no_key=True).get(pk=found.player_id)
        deleted, _ = Confirmation.objects.filter(pk=found.pk).delete()
        confirmed = deleted and Player.objects.filter(pk=found.player_id, email=found.email).update(
            email_confirmed=True
        )
    return found if confirmed else None
