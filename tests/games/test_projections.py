"""The read models are what the log says, after every step, and can be written anew from it."""

import io
import random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.engine.events import OfferMade
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.types import Status
from games.models import Game, Offer, Outcome, Round, Seat
from games.services.turns import seat_resign
from games.services.upkeep import game_check
from games.store import read
from tests.games.playing import people, play, started_game, state_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seed", range(4))
def test_columns_and_rows_equal_the_replay_after_every_step(seed: int) -> None:
    seated = people(*["ann", "bob", "cleo", "dan", "eve", "finn"][: 3 + seed])
    game_id = started_game(seated)

    assert game_check(game_id=game_id, with_projections=True) is None
    for version in play(game_id, seated, random.Random(seed)):
        game, state = Game.objects.get(pk=game_id), state_of(game_id)
        assert (game.version, game.status, game.to_act) == (version, state.status, state.to_act)
        assert (game.round, game.first_seat, game.draw_pile) == (state.round, state.first_seat, len(state.draw_pile))
        assert game.charons_shown == charons_shown(state.fronts)
        assert (game.deadline is None) == (state.status is not Status.ACTIVE)
        for row in Seat.objects.filter(game=game):
            front = state.fronts[row.seat]
            assert (row.points, row.charons) == (points_of(front), charons_of(front))
            assert row.eliminated == state.eliminated[row.seat]
            assert row.won == (state.result is not None and row.seat in state.result.winners)
        lot = Offer.objects.filter(round=game.current_round)
        if game.status == Status.ACTIVE:
            assert [(card.from_seat, card.to_seat, card.claim) for card in lot] == [
                (card.from_seat, card.to, card.claim) for card in state.lot
            ]
            assert all(card.card is None for card in lot)
        assert game_check(game_id=game_id, with_projections=True) is None


def test_every_offer_is_a_row_and_a_fact() -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    *_, version = play(game_id, seated, random.Random(9))

    facts = [entry.event for entry in read(game_id, up_to=version) if isinstance(entry.event, OfferMade)]
    rows = list(Offer.objects.filter(round__game=game_id).order_by("round__number", "position"))

    assert [(row.from_seat, row.to_seat, row.claim, row.card) for row in rows] == [
        (fact.from_seat, fact.to, fact.claim, fact.card) for fact in facts
    ]
    rounds = list(Round.objects.filter(game=game_id))
    assert [row.number for row in rounds] == list(range(1, len(rounds) + 1))
    assert {row.outcome for row in rounds} == set(Outcome)


def test_the_rows_are_written_anew_from_the_log_while_a_game_goes_on() -> None:
    seated = people("ann", "bob", "cleo", "dan")
    game_id = started_game(seated)
    moves = play(game_id, seated, random.Random(4))
    for _ in range(9):
        next(moves)
    seat_resign(game_id=game_id, actor=seated[2])
    before = list(Game.objects.values()) + list(Seat.objects.order_by("seat").values("seat", "player", "points"))
    Seat.objects.filter(game=game_id).update(points=99)
    Game.objects.filter(pk=game_id).update(name="spoilt", current_round=None)
    Offer.objects.filter(round__game=game_id).delete()
    assert game_check(game_id=game_id, with_projections=True) is not None

    call_command("rebuild_projections", "--quiet", stdout=io.StringIO())

    assert game_check(game_id=game_id, with_projections=True) is None
    after = list(Game.objects.values()) + list(Seat.objects.order_by("seat").values("seat", "player", "points"))
    assert [{**row, "current_round_id": 0} for row in after] == [{**row, "current_round_id": 0} for row in before]
    assert Seat.objects.get(game=game_id, seat=2).former_player == seated[2]


def test_replay_check_names_the_first_event_that_differs() -> None:
    seated = people("ann", "bob", "cleo")
    whole, broken = started_game(seated), started_game(seated)
    for game_id in (whole, broken):
        list(play(game_id, seated, random.Random(7)))
    offer = next(
        entry for entry in read(broken, up_to=Game.objects.get(pk=broken).version) if isinstance(entry.event, OfferMade)
    )
    out = io.StringIO()
    call_command("replay_check", "--projections", stdout=out)
    assert out.getvalue() == "2 games replayed, no difference\n"
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE games_gameevent DISABLE TRIGGER event_is_for_ever")
        cursor.execute(
            "UPDATE games_gameevent SET data = jsonb_set(data, '{card}', %s) WHERE game_id = %s AND seq = %s",
            [str((offer.event.card + 1) % 11), broken, offer.seq],  # type: ignore[union-attr]
        )
        cursor.execute("ALTER TABLE games_gameevent ENABLE TRIGGER event_is_for_ever")

    out = io.StringIO()
    with pytest.raises(CommandError, match="1 of 2 games differ"):
        call_command("replay_check", stdout=out)

    assert f"game {broken} differs at event {offer.seq}: " in out.getvalue()
    assert whole not in out.getvalue()
    call_command("replay_check", whole, stdout=io.StringIO())
    with pytest.raises(CommandError, match="do not exist"):
        call_command("replay_check", "nosuchgame", stdout=io.StringIO())
