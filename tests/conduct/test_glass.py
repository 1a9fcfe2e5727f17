"""Breaking the glass: by two, for a time, written down, and told in the record."""

import json
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from games.models import Game, Seat
from games.moderated import BrokenGlass
from games.selectors.events import record_get
from games.selectors.glass import glass_open, glasses_waiting
from games.services import glass
from games.services.lobby import seat_take
from games.wire.events import record_json
from players.conduct.models import AuditEntry
from players.conduct.roles import Role
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.wire import time_json
from tests.api.caller import Caller
from tests.api.sides import Graphql, Rest
from tests.conduct.desk import WHY, staff
from tests.games.playing import people, play, started_game, state_of

pytestmark = pytest.mark.django_db


def refusal_of(act: Callable[[], object]) -> ErrorCode:
    with pytest.raises(Refusal) as refused:
        act()
    return refused.value.code


def test_it_takes_two_and_shows_what_is_held_for_an_hour() -> None:
    seated = people("ann", "bob", "cleo")
    one, two, three = (staff(name, Role.SENIOR) for name in ("sen-one", "sen-two", "sen-three"))
    game_id = started_game(seated)
    moves = play(game_id, seated, random.Random(2))
    next(moves)
    look: dict[str, Any] = {"game_id": game_id}

    asked = glass.glass_ask(actor=one, reason=WHY, **look)
    assert glass.glass_ask(actor=one, reason="Again.", **look).pk == asked.pk
    assert [waiting.pk for waiting in glasses_waiting()] == [asked.pk]
    assert refusal_of(lambda: glass.glass_look(actor=one, **look)) is ErrorCode.FORBIDDEN
    answer: dict[str, Any] = {"glass_id": asked.pk, "granted": True}
    assert refusal_of(lambda: glass.glass_answer(actor=one, **answer)) is ErrorCode.FORBIDDEN
    opened = glass.glass_answer(actor=two, **answer)
    assert refusal_of(lambda: glass.glass_answer(actor=three, **answer)) is ErrorCode.ALREADY_DONE
    assert refusal_of(lambda: glass.glass_ask(actor=one, reason=WHY, **look)) is ErrorCode.ALREADY_DONE

    # To the one who asked, and to nobody else: not to who confirmed it either.
    assert refusal_of(lambda: glass.glass_look(actor=two, **look)) is ErrorCode.FORBIDDEN
    shown = glass.glass_look(actor=one, **look)
    state = state_of(game_id)
    assert shown["hands"] == [list(hand) for hand in state.hands]
    assert [card["card"] for card in shown["lot"]] == [put_in.card for put_in in state.lot]
    told = json.dumps(shown)
    assert state.opening.server_seed not in told
    assert json.dumps(list(state.draw_pile)) not in told
    assert shown["game"]["you"] is None

    # It is over by the database's clock, and the looks are written down, without a card.
    first = Game.objects.get(pk=game_id).version
    next(moves)
    glass.glass_look(actor=one, **look)
    seen = Game.objects.get(pk=game_id).version
    BrokenGlass.objects.filter(pk=asked.pk).update(until=Now() - timedelta(seconds=1))
    assert refusal_of(lambda: glass.glass_look(actor=one, **look)) is ErrorCode.FORBIDDEN
    entries = AuditEntry.objects.order_by("pk").values_list("act", "actor__name", "game_ref", "after")
    assert [entry[:3] for entry in entries] == [
        ("glass_ask", "sen-one", game_id),
        ("glass_answer", "sen-two", game_id),
        ("look_glass", "sen-one", game_id),
        ("look_glass", "sen-one", game_id),
    ]
    assert [entry[3] for entry in entries][2:] == [
        {"glass": asked.pk, "version": first},
        {"glass": asked.pk, "version": seen},
    ]

    # Everybody is told in the record.
    for _ in moves:
        pass
    (told_of,) = record_json(record_get(game_id=game_id, viewer=None))["disclosures"]
    assert set(told_of) == {"asked_at", "opened_at", "until", "by", "from_version", "seen_up_to"}
    assert told_of["by"] == "senior_moderator"
    assert (told_of["from_version"], told_of["seen_up_to"]) == (opened.version, seen)
    assert told_of["opened_at"] == time_json(BrokenGlass.objects.get(pk=asked.pk).answered_at)
    by_rest, by_graphql = (side.look(Caller(), "record", game_id) for side in (Rest(), Graphql()))
    assert by_rest.shown["disclosures"] == by_graphql.shown["disclosures"] == [told_of]
    assert WHY not in json.dumps(told_of)
    assert "sen-one" not in json.dumps(told_of)


def test_who_sat_there_neither_asks_nor_answers_and_nobody_sits_down_after_a_look() -> None:
    one, two = staff("sen-one", Role.SENIOR), staff("sen-two", Role.SENIOR)
    ann, bob = people("ann", "bob")
    own = Player.objects.create(name="ones-prog", name_key="ones-prog", kind="bot", owner=one)
    at_own_table, of_own_bot = started_game([one, ann, bob]), started_game([two, ann, bob])
    others = started_game([two, ann, bob])
    Seat.objects.filter(game=of_own_bot, player=two).update(player=own)
    for game_id in (at_own_table, of_own_bot):
        assert refusal_of(lambda game_id=game_id: glass.glass_ask(actor=one, game_id=game_id, reason=WHY)) is (
            ErrorCode.FORBIDDEN
        )
    asked = glass.glass_ask(actor=one, game_id=others, reason=WHY)
    answer: dict[str, Any] = {"glass_id": asked.pk, "granted": True}
    assert refusal_of(lambda: glass.glass_answer(actor=two, **answer)) is ErrorCode.FORBIDDEN
    glass.glass_answer(actor=staff("sen-three", Role.SENIOR), **answer)
    assert glass_open(game_id=others, viewer=one) is not None
    assert refusal_of(lambda: seat_take(game_id=others, actor=one, invite=None, entropy=None)) is ErrorCode.GAME_FULL


def test_what_was_refused_opened_nothing() -> None:
    seated = people("ann", "bob", "cleo")
    one, two = staff("sen-one", Role.SENIOR), staff("sen-two", Role.SENIOR)
    game_id = started_game(seated)
    asked = glass.glass_ask(actor=one, game_id=game_id, reason=WHY)
    glass.glass_answer(actor=two, glass_id=asked.pk, granted=False, reason="Wait for the end.")
    assert refusal_of(lambda: glass.glass_look(actor=one, game_id=game_id)) is ErrorCode.FORBIDDEN
    # They may ask anew; once the game is over there is nothing left to open.
    again = glass.glass_ask(actor=one, game_id=game_id, reason="They do it again.")
    for _ in play(game_id, seated, random.Random(1)):
        pass
    for act in (
        lambda: glass.glass_answer(actor=two, glass_id=again.pk, granted=True),
        lambda: glass.glass_ask(actor=one, game_id=game_id, reason=WHY),
    ):
        assert refusal_of(act) is ErrorCode.GAME_OVER
    assert record_json(record_get(game_id=game_id, viewer=None))["disclosures"] == []
