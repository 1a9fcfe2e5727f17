"""Notices as clients get them: the envelope of every event."""

from players.errors import Json
from players.notices.models import Notice
from players.wire import time_json


def notice_json(notice: Notice) -> dict[str, Json]:
    """`{"seq", "kind", "at", "round", "data"}`; `data.game` and `data.version` say what it is about."""
    return {"seq": notice.seq, "kind": notice.kind, "at": time_json(notice.at), "round": None, "data": notice.data}
