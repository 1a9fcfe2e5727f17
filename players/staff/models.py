"""What proves a moderator beyond their password."""

from django.utils.crypto import salted_hmac
from django_otp.plugins.otp_totp.models import TOTPDevice


class Authenticator(TOTPDevice):  # type: ignore[misc, unused-ignore]
    """An application that shows codes. What is stored is no secret: the key follows from it and `SECRET_KEY`.

    So a dump of the database lets nobody in; and after a change of `SECRET_KEY` a new one must be set up.
    """

    class Meta:
        proxy = True

    @property
    def bin_key(self) -> bytes:
        return salted_hmac("nessos.authenticator", self.key, algorithm="sha256").digest()[:20]
