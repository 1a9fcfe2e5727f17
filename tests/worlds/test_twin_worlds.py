"""The master test of hidden information: worlds that differ only in what a viewer may not see look the same to them."""

import dataclasses
import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from games.engine import projection
from games.engine.errors import Reason, RuleViolation
from games.engine.types import Visibility
from games.rest import reading
from games.services import moves
from games.wire import games as wire
from tests.worlds.looking import Difference, People, compare, people, twins
from tests.worlds.worlds import Twins

pytestmark = pytest.mark.django_db

PAIRS = int(os.environ.get("TWIN_WORLDS", "42"))
SEED = int(os.environ.get("SEED", "20261130"))
SLICES = 6


@pytest.fixture
def crowd() -> People:
    return people()


def pairs(crowd: People, seed: int, count: int) -> Any:
    rng = random.Random(seed)
    for number in range(count):
        visibility = Visibility.PRIVATE if number % 5 == 4 else Visibility.PUBLIC
        yield twins(rng, crowd, 3 + number % 4, visibility=visibility)


@pytest.mark.parametrize("part", range(SLICES))
def test_a_viewer_cannot_tell_twin_worlds_apart(crowd: People, part: int) -> None:
    differing = 0
    for pair in pairs(crowd, SEED + part, PAIRS // SLICES):
        assert compare(pair, crowd) > 20
        differing += pair.one != pair.other
    # Worlds that are the same would prove nothing.
    assert differing >= PAIRS // SLICES - 1


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_twin_worlds(crowd: People, part: int) -> None:
    """The long form, on other seeds than the short one."""
    for pair in pairs(crowd, SEED + 1000 + part, 50):
        assert compare(pair, crowd) > 20


def compare_all(crowd: People, *, only: Callable[[Twins], bool] | None) -> None:
    """Forty pairs, or as many of a few hundred as a leak can show in at all: not every viewer is asked everything."""
    if only is None:
        chosen = list(pairs(crowd, SEED, 40))
    else:
        chosen = [pair for pair in pairs(crowd, SEED, 400) if only(pair)][:5]
    assert chosen
    for pair in chosen:
        compare(pair, crowd)


def is_asked_of_different_lots(pair: Twins) -> bool:
    """Whether the viewer is to answer a lot that is another in the other world."""
    from games.engine.rules import replay

    one, other = replay(pair.one), replay(pair.other)
    return pair.viewer is not None and pair.viewer == one.to_act and one.lot != other.lot


def leak_lot_faces(patch: pytest.MonkeyPatch) -> None:
    """A card on offer shows to all."""
    patch.setattr(
        projection,
        "_lot_card",
        lambda card, viewer: projection.LotCardView(card.from_seat, card.to, card.claim, card.card),
    )


def leak_number_of_legal_moves(patch: pytest.MonkeyPatch) -> None:
    """The length of a text depends on how many moves another has."""
    whole = wire.game_json
    honest = projection.project

    def project(state: Any, viewer: Any) -> Any:
        choices = projection.legal(state)
        patch.setattr(wire, "_hint", 0 if choices is None or choices.offer is None else len(choices.offer.cards), False)
        return honest(state, viewer)

    patch.setattr("games.selectors.games.project", project)
    patch.setattr(reading, "game_json", lambda game: {**whole(game), "hint": "." * getattr(wire, "_hint", 0)})


def leak_order(patch: pytest.MonkeyPatch) -> None:
    """The order of seats depends on who holds the highest card."""
    honest = projection.project

    def project(state: Any, viewer: Any) -> Any:
        view = honest(state, viewer)
        order = sorted(view.seats, key=lambda seat: -max(state.hands[seat.seat], default=0))
        return projection.GameView(**{name: getattr(view, name) for name in view.__slots__} | {"seats": tuple(order)})

    patch.setattr("games.selectors.games.project", project)


def leak_drawn_cards(patch: pytest.MonkeyPatch) -> None:
    """Events show what others drew and were dealt."""
    honest = projection._seat_cards
    patch.setattr(projection, "_seat_cards", lambda seat, cards, viewer: honest(seat, cards, seat))


def leak_by_error(patch: pytest.MonkeyPatch) -> None:
    """A refusal tells whether the neighbour holds Charon."""
    honest = moves.decide

    def decide(state: Any, seat: Any, move: Any) -> Any:
        if 0 in state.hands[(seat + 1) % len(state.hands)]:
            raise RuleViolation(Reason.RECIPIENT_ELIMINATED)
        return honest(state, seat, move)

    patch.setattr(moves, "decide", decide)


def leak_by_log(patch: pytest.MonkeyPatch) -> None:
    """A log line names a hidden card."""
    import logging

    honest = projection.project

    def project(state: Any, viewer: Any) -> Any:
        logging.getLogger("games").warning("next card: %s", state.draw_pile[:1])
        return honest(state, viewer)

    patch.setattr("games.selectors.games.project", project)


def leak_by_mail(patch: pytest.MonkeyPatch) -> None:
    """A mail tells how good the neighbour's hand is."""
    from games.services import news

    honest = news._news

    def _news(game: Any, state: Any, logged: Any) -> Any:
        names = f"{sum(state.hands[0])}-{sum(state.hands[1])}-{sum(state.hands[2])}"
        return [dataclasses.replace(piece, data=piece.data | {"name": names}) for piece in honest(game, state, logged)]

    patch.setattr(news, "_news", _news)


def leak_by_statements(patch: pytest.MonkeyPatch) -> None:
    """One more SQL statement when the pile holds a Charon on top."""
    from games import store

    honest = projection.project

    def project(state: Any, viewer: Any) -> Any:
        if state.draw_pile[:1] == (0,):
            store.now()
        return honest(state, viewer)

    patch.setattr("games.selectors.games.project", project)


def leak_by_hint(patch: pytest.MonkeyPatch) -> None:
    """Whoever gives hints sees what lies in the lot."""
    from games.selectors import hints

    honest = projection.project

    def project(state: Any, viewer: Any) -> Any:
        view = honest(state, viewer)
        seen = [dataclasses.replace(card, card=real.card) for card, real in zip(view.lot, state.lot, strict=True)]
        return dataclasses.replace(view, lot=tuple(seen))

    patch.setattr(hints, "project", project)


@pytest.mark.parametrize(
    "leak",
    [
        leak_lot_faces,
        leak_number_of_legal_moves,
        leak_order,
        leak_drawn_cards,
        leak_by_error,
        leak_by_log,
        leak_by_mail,
        leak_by_statements,
        leak_by_hint,
    ],
    ids=lambda leak: leak.__name__,
)
def test_a_planted_leak_is_found(crowd: People, monkeypatch: pytest.MonkeyPatch, leak: Any) -> None:
    """The test of the test."""
    leak(monkeypatch)

    with pytest.raises(Difference):
        compare_all(crowd, only=is_asked_of_different_lots if leak is leak_by_hint else None)


def test_twins_are_lawful_games(crowd: People) -> None:
    """Both worlds keep the cards of the deck; the viewer's own and all that was revealed are the same."""
    from games.engine.rules import replay

    for pair in pairs(crowd, SEED, 30):
        one, other = replay(pair.one), replay(pair.other)
        assert sorted(_cards(one)) == sorted(_cards(other))
        assert one.fronts == other.fronts
        if pair.viewer is not None:
            assert one.hands[pair.viewer] == other.hands[pair.viewer]


def _cards(state: Any) -> list[int]:
    return [
        *(card for hand in state.hands for card in hand),
        *(card for front in state.fronts for card in front),
        *state.draw_pile,
        *(card.card for card in state.lot),
    ]
