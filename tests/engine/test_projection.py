"""A view is blind to what is hidden: worlds that differ in nothing else look the same."""

from dataclasses import replace
from random import Random

import pytest

from games.engine.events import (
    CardsDealt,
    CardsDrawn,
    Draw,
    Event,
    GameOpened,
    LotAccepted,
    LotRefused,
    OfferMade,
    SeatTaken,
)
from games.engine.lobby import cancel, void
from games.engine.moves import Accept, Offer, Refuse
from games.engine.projection import project, project_event
from games.engine.rules import fold, legal, replay
from games.engine.types import Card, Seat
from games.engine.views import (
    DealtView,
    DrawnView,
    FairnessView,
    LotCardView,
    OfferView,
    OpenedView,
    OwnView,
    SeatCards,
    SeatTakenView,
    SeatView,
)
from tests.engine.tables import (
    OTHER_SEED,
    SERVER_SEED,
    open_table,
    opening,
    play,
    play_randomly,
    random_deal,
    seated,
    table,
    twin_world,
)


def _twin_event(event: Event, viewer: Seat | None, rng: Random) -> Event:
    def others(cards: tuple[Card, ...], seat: Seat | None) -> tuple[Card, ...]:
        return cards if seat == viewer is not None else tuple(rng.randrange(11) for _ in cards)

    match event:
        case GameOpened():
            return replace(event, server_seed=OTHER_SEED)
        case SeatTaken():
            return replace(event, entropy="other" * rng.randrange(5))
        case CardsDealt(hands, draw_pile):
            return CardsDealt(
                tuple(others(hand, seat) for seat, hand in enumerate(hands)),
                tuple(rng.randrange(11) for _ in draw_pile),
            )
        case CardsDrawn(draws):
            return CardsDrawn(tuple(Draw(draw.seat, others(draw.cards, draw.seat)) for draw in draws))
        case OfferMade(from_seat=from_seat, card=card):
            return replace(event, card=others((card,), from_seat)[0])
        case _:
            return event


def test_everyone_remembers_every_lot_that_was_turned_face_up() -> None:
    told: list[Event] = []
    rng = Random(11)
    for before, _, events, after in play_randomly(replay(random_deal(4, rng)), rng):
        assert project(before, None).settled == tuple(told)
        told += [event for event in events if isinstance(event, LotAccepted | LotRefused)]
        assert all(project(after, viewer).settled == tuple(told) for viewer in (None, 0, 3))

    assert len(told) > 5


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_twin_worlds_look_the_same(players: int) -> None:
    viewers: list[Seat | None] = [None, *range(players)]
    worlds = different = 0
    for game in range(20):
        rng = Random(players * 1_000 + game)
        history = random_deal(players, rng)
        for event in history:
            for viewer in viewers:
                twin = _twin_event(event, viewer, rng)
                assert project_event(event, viewer) == project_event(twin, viewer)
        for before, _, events, _ in play_randomly(replay(history), rng):
            for viewer in viewers:
                twin_state = twin_world(before, viewer, rng)
                view = project(before, viewer)
                assert view == project(twin_state, viewer)
                # As text too: lengths and order tell nothing either.
                assert repr(view) == repr(project(twin_state, viewer))
                worlds += 1
                different += twin_state.hands != before.hands
                for event in events:
                    seen = project_event(event, viewer)
                    assert seen == project_event(_twin_event(event, viewer, rng), viewer)

    # The twins must be others, else the test shows nothing.
    assert different > worlds * 0.95


@pytest.mark.parametrize("seed", range(20))
def test_only_the_seat_to_act_is_told_what_is_legal(seed: int) -> None:
    rng = Random(seed)
    for state, _, _, _ in play_randomly(replay(random_deal(3 + seed % 4, rng)), rng):
        assert project(state, None).you is None
        for seat in range(len(state.seats)):
            expected = OwnView(seat, state.hands[seat], legal(state) if seat == state.to_act else None)
            assert project(state, seat).you == expected


def test_a_game_in_play() -> None:
    state = table(
        [[0, 5], [7], [2, 3], [4, 4]],
        fronts=[[3, 7, 0], [], [1, 2, 3], [0, 0, 0]],
        draw_pile=[1, 2, 3],
        eliminated=[3],
    )
    state, _ = play(state, Offer(0, 9, 2), Offer(2, 2, 1))

    view = project(state, 2)

    assert view.lot == (LotCardView(0, 2, 9, None), LotCardView(2, 1, 2, 2))
    assert view.seats == (
        SeatView(0, 100, hand_size=1, front=(3, 7, 0), points=10, charons=1, eliminated=False),
        SeatView(1, 101, hand_size=1, front=(), points=0, charons=0, eliminated=False),
        SeatView(2, 102, hand_size=1, front=(1, 2, 3), points=16, charons=0, eliminated=False),
        SeatView(3, 103, hand_size=2, front=(0, 0, 0), points=0, charons=3, eliminated=True),
    )
    assert (view.round, view.first_seat, view.to_act) == (1, 0, 1)
    assert (view.draw_pile, view.charons_shown) == (3, 4)
    assert view.you == OwnView(2, (3,), None)
    assert view.result is None
    assert view.fairness == FairnessView(state.opening.commitment, ("",) * 4, None)


def test_an_open_game_has_no_fields_of_play() -> None:
    state = seated(open_table(4), ["secret", "hidden"])

    view = project(state, 1)

    fields_of_play = (view.round, view.first_seat, view.to_act, view.draw_pile, view.charons_shown, view.result)
    assert fields_of_play == (None,) * 6
    assert view.lot == ()
    assert view.seats[0] == SeatView(0, 100, hand_size=0, front=(), points=0, charons=0, eliminated=False)
    assert view.seats[3].player is None
    assert view.you == OwnView(1, (), None)
    assert view.fairness == FairnessView(state.opening.commitment, None, None)
    assert "secret" not in repr(view)
    assert "hidden" not in repr(view)


def test_the_seed_is_open_when_the_game_is_over_and_not_before() -> None:
    waiting = seated(open_table(4), ["a", "b"])
    active = table([[1], [2], [3]])
    assert SERVER_SEED not in repr(project(waiting, 0))
    assert SERVER_SEED not in repr(project(active, 0))

    cancelled = fold(waiting, cancel(waiting, "unfilled"))
    voided = fold(active, void(active, "test"))

    assert project(cancelled, None).fairness == FairnessView(waiting.opening.commitment, None, SERVER_SEED)
    assert project(voided, None).fairness == FairnessView(active.opening.commitment, ("",) * 3, SERVER_SEED)


def test_events_as_each_viewer_sees_them() -> None:
    dealt = CardsDealt(hands=((3, 0), (2, 1), (9, 9)), draw_pile=(4, 5))
    assert project_event(dealt, 1) == DealtView(
        (SeatCards(0, 2, None), SeatCards(1, 2, (2, 1)), SeatCards(2, 2, None)), draw_pile=2
    )
    assert project_event(dealt, None) == DealtView(tuple(SeatCards(seat, 2, None) for seat in range(3)), draw_pile=2)

    drawn = CardsDrawn((Draw(2, (7, 0)), Draw(0, (1,))))
    assert project_event(drawn, 0) == DrawnView((SeatCards(2, 2, None), SeatCards(0, 1, (1,))))

    offer = OfferMade(from_seat=0, to=2, claim=4, position=0, card=0)
    assert project_event(offer, 0) == OfferView(0, 2, 4, 0, 0)
    for viewer in (1, 2, None):
        assert project_event(offer, viewer) == OfferView(0, 2, 4, 0, None)

    game = opening(4)
    assert project_event(game, None) == OpenedView(
        4, game.turn, game.commitment, game.creator, game.name, game.visibility, game.rated, game.allow_bots
    )
    assert project_event(SeatTaken(1, 101, "secret"), 1) == SeatTakenView(1, 101)


def test_what_is_revealed_is_seen_by_everyone() -> None:
    state = table([[0, 5], [7], [2]])
    for answer in (Accept(), Refuse()):
        _, events = play(state, Offer(0, 9, 2), answer)
        for viewer in (None, 0, 1, 2):
            assert project_event(events[1], viewer) == events[1]
