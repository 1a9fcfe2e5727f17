"""Sessions of the desk: Django's own, but for what is stored of a session's key, which is its digest."""

import hashlib
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.contrib.sessions.models import Session
from django.utils import timezone


class SessionStore(db.SessionStore):
    """Whoever reads the table can use none of its sessions."""

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        key = self.session_key
        found = None if key is None else self._rows(key).filter(expire_date__gt=timezone.now()).first()
        if found is None:
            self._session_key = None
        return found

    def exists(self, session_key: str) -> bool:
        return bool(self._rows(session_key).exists())

    def create_model_instance(self, data: dict[str, Any]) -> AbstractBaseSession:
        row = super().create_model_instance(data)
        row.session_key = _digest(row.session_key)
        return row

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key is not None:
            self._rows(key).delete()

    def _rows(self, session_key: str) -> Any:
        return Session.objects.filter(session_key=_digest(session_key))


def _digest(session_key: str) -> str:
    """40 characters, which is what the column holds."""
    return hashlib.sha256(session_key.encode()).hexdigest()[:40]
