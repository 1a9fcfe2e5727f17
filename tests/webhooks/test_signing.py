"""Signatures are those of Standard Webhooks; secrets are kept so that the database alone is of no use."""

from datetime import UTC, datetime
from typing import Any

import pytest
from standardwebhooks import Webhook as Library
from standardwebhooks import WebhookVerificationError

from examples.webhook_receiver import verified
from players.webhooks.signing import SecretLost, headers_signed, secret_open, secret_plain, secret_seal


def test_the_vector_of_the_specification() -> None:
    headers = headers_signed(
        message="msg_p5jXN8AQM9LWM0D4loKWxJek",
        at=datetime.fromtimestamp(1614265330, UTC),
        body=b'{"test": 2432232314}',
        secrets_plain=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    )

    assert headers == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_both_secrets_verify_during_the_overlap_and_no_third() -> None:
    new, old, third = secret_plain(), secret_plain(), secret_plain()
    # The library looks at the clock.
    now = datetime.now(UTC)
    body = '{"at":"…","é":1}'.encode()
    headers = headers_signed(message="abc", at=now, body=body, secrets_plain=[new, old])

    for secret in (new, old):
        assert Library(secret).verify(body, headers) == {"at": "…", "é": 1}
        assert verified(secret, headers, body) == {"at": "…", "é": 1}
    with pytest.raises(WebhookVerificationError):
        Library(third).verify(body, headers)
    for secret, given, sent in (
        (third, headers, body),
        (new, headers, body + b" "),
        (new, {**headers, "webhook-id": "abd"}, body),
        (new, {**headers, "webhook-timestamp": str(int(now.timestamp()) + 1)}, body),
        (new, {**headers, "webhook-timestamp": str(int(now.timestamp()) - 301)}, body),
    ):
        with pytest.raises(ValueError, match=r"signed by somebody else|too old"):
            verified(secret, given, sent)


def test_a_secret_is_of_no_use_without_the_key(settings: Any) -> None:
    plain = secret_plain()
    sealed = secret_seal(plain)

    assert plain.encode() not in sealed
    assert sealed != secret_seal(plain)
    assert secret_open(sealed) == plain
    before, settings.SECRET_KEY = settings.SECRET_KEY, "another-key-" + "1" * 40
    with pytest.raises(SecretLost):
        secret_open(sealed)
    settings.SECRET_KEY_FALLBACKS = [before]
    assert secret_open(sealed) == plain
