"""Valkey for what may be lost: asked for a moment at most, and left alone for a while when it does not answer."""

import logging
import threading
import time
from collections.abc import Sequence
from typing import Final

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

PATIENCE: Final = 0.1
"""Seconds that a request may wait for an answer."""
REST: Final = 5.0
"""Seconds without a question after one that was not answered."""


class Valkey:
    """One pool of connections for the process, made when it is first needed: after a fork."""

    def __init__(self) -> None:
        self._client: redis.Redis | None = None
        self._address = ""
        self._lock = threading.Lock()
        self._rests_until = 0.0
        self._is_away = False

    def run(self, script: str, keys: Sequence[str], arguments: Sequence[int]) -> list[int] | None:
        """What the script answers; None when Valkey is away, or was a moment ago."""
        if not self._may_ask():
            return None
        try:
            answer = self._connected().register_script(script)(keys=keys, args=arguments)
        except (redis.RedisError, OSError) as failure:
            self._is_gone(failure)
            return None
        self._is_back()
        return [int(number) for number in answer]

    def publish(self, channel: str, message: str) -> None:
        """Tell whoever listens now. A hint: nobody learns whether it was heard, or lost because Valkey is away."""
        if not self._may_ask():
            return
        try:
            self._connected().publish(channel, message)
        except (redis.RedisError, OSError) as failure:
            self._is_gone(failure)
        else:
            self._is_back()

    def _connected(self) -> redis.Redis:
        with self._lock:
            if self._client is None or self._address != settings.REDIS_URL:
                self._address = settings.REDIS_URL
                # A connection that Valkey closed while it lay idle is worth a second attempt; a silence is not.
                self._client = redis.Redis.from_url(
                    self._address,
                    socket_timeout=PATIENCE,
                    socket_connect_timeout=PATIENCE,
                    retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
                )
            return self._client

    def _may_ask(self) -> bool:
        """While it is away, one request now and then finds out whether it is back; the others do not wait for it."""
        with self._lock:
            if time.monotonic() < self._rests_until:
                return False
            if self._is_away:
                self._rests_until = time.monotonic() + REST
            return True

    def _is_gone(self, failure: Exception) -> None:
        with self._lock:
            self._rests_until = time.monotonic() + REST
            was_there, self._is_away = not self._is_away, True
        if was_there:
            logger.warning(
                "Valkey is away (%s): nobody is limited, and streams are not woken, until it is back.",
                type(failure).__name__,
            )

    def _is_back(self) -> None:
        if self._is_away:
            with self._lock:
                self._rests_until, self._is_away = 0.0, False
            logger.warning("Valkey is back: limits are counted again.")


valkey: Final = Valkey()
