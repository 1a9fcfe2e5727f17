"""The first answers to requests with an `Idempotency-Key`, kept so that a retry gets the same one.

What is kept tells nothing to whoever reads the database: the key, the fingerprint of the request and the answer, which
may hold a new token or a hand, are bound to `SECRET_KEY` and to the request, its token or password included.
"""

import hashlib
import json
import secrets
import zlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models.functions import Now
from django.utils.crypto import salted_hmac

from players.errors import ErrorCode, Refusal
from players.models import IdempotentAnswer
from players.store import try_lock

MOST_EXPIRED_AT_ONCE: Final = 1_000
_RETRY_AFTER: Final = 1


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request with a key. `owner` is whom the key belongs to; `secret` is what only they can send."""

    owner: str
    key: str
    secret: str
    address: str
    body: bytes

    @property
    def slot(self) -> bytes:
        return _mac("slot", self.owner, self.key)

    @property
    def fingerprint(self) -> bytes:
        return _mac("fingerprint", self.owner, self.key, self.address, self.body)

    def seal_key(self, salt: bytes) -> bytes:
        return _mac("seal", self.secret, self.key, self.address, self.body, salt)


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, headers and body, as they were sent or will be."""

    status: int
    headers: dict[str, str]
    body: bytes


def answer_awaited(asked: KeyedRequest) -> Answer | None:
    """The answer that the request got before; None when it is the first, whose answer `answer_keep` must keep.

    From here to the end of the transaction, all others with this key are refused at once. Raises Refusal:
    idempotency_in_flight, idempotency_mismatch.
    """
    if not try_lock(int.from_bytes(asked.slot[:8], signed=True)):
        raise Refusal(ErrorCode.IDEMPOTENCY_IN_FLIGHT, extra={"retry_after": _RETRY_AFTER})
    row = IdempotentAnswer.objects.filter(slot=asked.slot, created_at__gt=Now() - _kept()).first()
    if row is None:
        return None
    if bytes(row.fingerprint) != asked.fingerprint:
        raise Refusal(ErrorCode.IDEMPOTENCY_MISMATCH)
    headers, _, body = _unsealed(asked.seal_key(bytes(row.salt)), bytes(row.sealed)).partition(b"\n")
    return Answer(row.status, json.loads(headers), body)


def answer_keep(asked: KeyedRequest, answer: Answer) -> None:
    """Keep the answer with the effect, in the running transaction. Only an expired one can be in its place."""
    salt = secrets.token_bytes(16)
    content = json.dumps(answer.headers).encode() + b"\n" + answer.body
    row = IdempotentAnswer(
        slot=asked.slot,
        fingerprint=asked.fingerprint,
        status=answer.status,
        salt=salt,
        sealed=_sealed(asked.seal_key(salt), content),
        created_at=Now(),
    )
    IdempotentAnswer.objects.bulk_create(
        [row],
        update_conflicts=True,
        unique_fields=["slot"],
        update_fields=["fingerprint", "status", "salt", "sealed", "created_at"],
    )


def answers_expire() -> int:
    """Remove some of the answers that were kept long enough; how many."""
    old = IdempotentAnswer.objects.filter(created_at__lte=Now() - _kept()).order_by("created_at")
    slots = list(old.values_list("slot", flat=True)[:MOST_EXPIRED_AT_ONCE])
    removed, _ = old.order_by().filter(slot__in=slots).delete()
    return removed


def _kept() -> timedelta:
    kept: timedelta = settings.IDEMPOTENCY_KEPT
    return kept


def _mac(purpose: str, *parts: str | bytes) -> bytes:
    """32 bytes that nobody can make without the key of the house and every part."""
    # Each part is hashed first: where one ends and the next begins must not be open to choice.
    digests = [hashlib.sha256(part.encode() if isinstance(part, str) else part).digest() for part in parts]
    return salted_hmac(f"nessos.idempotency.{purpose}", b"".join(digests), algorithm="sha256").digest()


def _sealed(key: bytes, content: bytes) -> bytes:
    return _masked(key, zlib.compress(content, 1))


def _unsealed(key: bytes, sealed: bytes) -> bytes:
    return zlib.decompress(_masked(key, sealed))


def _masked(key: bytes, data: bytes) -> bytes:
    """XOR with the output of SHAKE-256 under the key. Each key is used once: every row has a salt of its own."""
    stream = hashlib.shake_256(key).digest(len(data))
    return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))
