"""The second factor of staff: an application that shows codes, and codes on paper for when it is lost."""

import secrets
from typing import Final

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare, salted_hmac
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken

from players.errors import ErrorCode, Refusal
from players.models import Player
from players.staff.models import Authenticator
from players.transactions import one_transaction

RECOVERY_CODES: Final = 10
_LETTERS: Final = "23456789bcdfghjkmnpqrstvwxz"
_RECOVERY_LENGTH: Final = 12


def staff_by_password(*, name: str, password: str) -> Player:
    """The member of staff of that name.

    Raises Refusal: bad_credentials, in the same time whatever is wrong; suspended, for who knows the password.
    """
    player = Player.objects.named(name)
    right = check_password(password, player.password if player else UNUSABLE_PASSWORD_PREFIX)
    if not right or player is None or not (player.is_active and player.is_staff):
        raise Refusal(ErrorCode.BAD_CREDENTIALS)
    if Player.objects.filter(pk=player.pk, suspended_until__gt=Now()).exists():
        raise Refusal(ErrorCode.SUSPENDED)
    return player


def has_second_factor(*, player: Player) -> bool:
    """Whether they have set up an application."""
    return bool(Authenticator.objects.filter(user=player, confirmed=True).exists())


def second_factor_begin(*, player: Player) -> Authenticator:
    """The application that is to be set up: the same until it is.

    Raises Refusal: bad_credentials, when there is one already.
    """
    with one_transaction():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if has_second_factor(player=player):
            raise Refusal(ErrorCode.BAD_CREDENTIALS)
        begun: Authenticator = Authenticator.objects.get_or_create(
            user=player, confirmed=False, defaults={"name": "application"}
        )[0]
    # Its label names them.
    begun.user = player
    return begun


def setup_code(*, player: Player) -> str:
    """What they must know beside their password to set it up: whoever made them staff tells them, by another way.

    The same until it is set up or forgotten. Raises Refusal: bad_credentials, when there is one already.
    """
    digits = salted_hmac("nessos.setup", second_factor_begin(player=player).key, algorithm="sha256").hexdigest()
    return "-".join(digits[place : place + 4] for place in range(0, 16, 4))


def setup_code_check(*, player: Player, code: str) -> Authenticator:
    """The application that is to be set up, for whoever knows the code. Raises Refusal: bad_credentials."""
    right = setup_code(player=player).replace("-", "")
    if not constant_time_compare("".join(code.lower().split()).replace("-", ""), right):
        raise Refusal(ErrorCode.BAD_CREDENTIALS)
    return second_factor_begin(player=player)


def second_factor_confirm(*, player: Player, code: str) -> tuple[Authenticator, list[str]]:
    """The application works: keep it, and give the codes for when it is lost, which are shown only now.

    Raises Refusal: bad_credentials. A wrong code is counted all the same.
    """
    codes = ["".join(secrets.choice(_LETTERS) for _ in range(_RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES)]
    with one_transaction():
        unconfirmed = Authenticator.objects.select_for_update().filter(user=player, confirmed=False)
        begun: Authenticator | None = unconfirmed.first()
        right = begun is not None and begun.verify_token(code)
        if begun is not None and right:
            Authenticator.objects.filter(pk=begun.pk).update(confirmed=True)
            StaticDevice.objects.filter(user=player).delete()
            paper = StaticDevice.objects.create(user=player, name="paper")
            StaticToken.objects.bulk_create(StaticToken(device=paper, token=_digest(text)) for text in codes)
    if begun is None or not right:
        raise Refusal(ErrorCode.BAD_CREDENTIALS)
    return begun, codes


def second_factor_check(*, player: Player, code: str) -> Authenticator | StaticDevice:
    """What proves them: their application by what it shows, or their paper by a code that is then used up.

    Raises Refusal: bad_credentials. After wrong codes the next is not looked at for a second, two, four, …
    """
    written = "".join(code.lower().split()).replace("-", "")
    with one_transaction():
        # A failure is written too, and must be kept.
        device: Authenticator | StaticDevice | None
        if len(written) == _RECOVERY_LENGTH:
            device, written = StaticDevice.objects.select_for_update().filter(user=player).first(), _digest(written)
        else:
            device = Authenticator.objects.select_for_update().filter(user=player, confirmed=True).first()
        right = device is not None and device.verify_token(written)
    if device is None or not right:
        raise Refusal(ErrorCode.BAD_CREDENTIALS)
    return device


def second_factor_forget(*, player: Player) -> None:
    """They lost everything: what they set up is gone, and the next log-in sets it up anew."""
    with one_transaction():
        Authenticator.objects.filter(user=player).delete()
        StaticDevice.objects.filter(user=player).delete()


def _digest(text: str) -> str:
    """16 characters, which is what the column holds: 64 bits that need `SECRET_KEY`."""
    return salted_hmac("nessos.recovery", text, algorithm="sha256").hexdigest()[:16]
