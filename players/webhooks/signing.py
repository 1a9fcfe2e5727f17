"""Signatures after Standard Webhooks, and how the secrets that make them are kept.

A secret is needed in plain text to sign, so it cannot be hashed as a token is: it is encrypted under a key that is
derived from `SECRET_KEY`. A dump of the database alone has no usable secret.
"""

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from standardwebhooks import Webhook as Signer

PREFIX: Final = "whsec_"
_BYTES: Final = 32


class SecretLost(Exception):
    """What is kept was sealed under another `SECRET_KEY`."""


def secret_plain() -> str:
    """A new secret: 256 random bits, in the form that receivers' libraries read."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def secret_seal(plain: str) -> bytes:
    """What is kept of a secret."""
    return _box().encrypt(plain.encode())


def secret_open(sealed: bytes) -> str:
    """The plain text of what was kept. Raises SecretLost."""
    try:
        return _box().decrypt(sealed).decode()
    except InvalidToken:
        raise SecretLost from None


def headers_signed(*, message: str, at: datetime, body: bytes, secrets_plain: Sequence[str]) -> dict[str, str]:
    """The three headers of Standard Webhooks: one signature for each secret, the newest first."""
    signatures = [Signer(secret).sign(message, at, body.decode()) for secret in secrets_plain]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def _box() -> MultiFernet:
    """Seals under `SECRET_KEY`, and opens what was sealed under one of `SECRET_KEY_FALLBACKS` too."""
    return MultiFernet([Fernet(_key(str(key))) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret_key: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=b"nessos.webhooks.secret").derive(secret_key.encode())
    return base64.urlsafe_b64encode(derived)
