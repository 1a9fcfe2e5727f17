"""Random names and tokens. The plain text of a token leaves this room once and is kept nowhere."""

import hashlib
import re
import secrets
from typing import Final

PREFIX: Final = "nss_"
_DEVICE: Final = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_TOKEN: Final = re.compile(r"nss_[A-Za-z0-9_-]{43}", re.ASCII)

# Without vowels no word comes out; without 0, 1 and l none is misread.
_ID_LETTERS: Final = "23456789bcdfghjkmnpqrstvwxz"
_ID: Final = re.compile(f"[{_ID_LETTERS}]{{12}}", re.ASCII)


def short_id() -> str:
    """A public name of 12 letters: about 57 bits, enough to be unique, not meant to be secret."""
    return short_word(12)


def short_word(length: int) -> str:
    """So many of the letters that ids are made of."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(length))


def id_shaped(text: str) -> bool:
    """Whether `short_id` could have made it."""
    return _ID.fullmatch(text) is not None


def token_plain() -> str:
    """A new token: 256 random bits, marked so that scanners for leaked secrets find it."""
    return PREFIX + secrets.token_urlsafe(32)


def device_plain() -> str:
    """What a browser is to be known by: 128 random bits."""
    return secrets.token_urlsafe(16)


def device_shaped(text: str) -> bool:
    """Whether `device_plain` could have made it."""
    return _DEVICE.fullmatch(text) is not None


def token_digest(plain: str) -> bytes:
    """What is stored of a token. A plain hash is enough: 256 random bits cannot be guessed."""
    return hashlib.sha256(plain.encode()).digest()


def token_shaped(plain: str) -> bool:
    """Whether the text can be a token at all, so that nonsense costs no query."""
    return _TOKEN.fullmatch(plain) is not None
