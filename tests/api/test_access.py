"""What each kind of token may do, asked of the gate that every view stands behind."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory

from players.models import Player
from players.rest.access import Scope, actor, viewer
from players.rest.views import ApiView
from tests.api.caller import Caller, logged_in, registered

pytestmark = pytest.mark.django_db


class Gate(ApiView):
    """Says who may act, and who looks on."""

    def get(self, request: Any, scope: Scope) -> Response:
        return Response({"actor": actor(request, scope).name})

    def post(self, request: Any, scope: Scope) -> Response:
        player = viewer(request)
        return Response({"viewer": player and player.name})


def ask(caller: Caller, method: str = "get", scope: Scope = "play") -> object:
    headers = {} if caller.token is None else {"Authorization": f"Bearer {caller.token}"}
    answer = Gate.as_view()(getattr(APIRequestFactory(), method)("/", headers=headers), scope=scope)
    return answer.data.get("code", answer.data)


def test_a_token_does_what_its_scopes_say() -> None:
    both = registered("ann")
    reader, player = logged_in("ann", scopes=["read"]), logged_in("ann", scopes=["play"])
    assert [ask(caller, scope="play") for caller in (both, reader, player, Caller())] == [
        {"actor": "ann"},
        "missing_scope",
        {"actor": "ann"},
        "not_authenticated",
    ]
    assert [ask(caller, scope="read") for caller in (both, reader, player, Caller())] == [
        {"actor": "ann"},
        {"actor": "ann"},
        "missing_scope",
        "not_authenticated",
    ]
    assert [ask(caller, "post") for caller in (both, reader, player, Caller())] == [
        {"viewer": "ann"},
        {"viewer": "ann"},
        "missing_scope",
        {"viewer": None},
    ]


def test_a_suspended_player_looks_on_until_the_time_is_over() -> None:
    ann = registered("ann")
    Player.objects.update(suspended_until=Now() + timedelta(minutes=1))
    assert ask(ann, scope="play") == "suspended"
    assert ask(ann, scope="read") == {"actor": "ann"}
    assert ask(ann, "post") == {"viewer": "ann"}
    Player.objects.update(suspended_until=Now())
    assert ask(ann, scope="play") == {"actor": "ann"}
