"""Every event of a whole game decided anew: any change of any event is found."""

import random
from dataclasses import fields, replace

import pytest

from games.engine.checking import first_difference
from games.engine.events import (
    CardsDealt,
    Event,
    GameEnded,
    GameOpened,
    OfferMade,
    PlayerEliminated,
    SeatHandedOver,
    TurnExpired,
)
from games.engine.lobby import cancel, hand_over, leave_seat, start, take_seat, void
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.rules import apply, decide, legal, opened, replay
from games.engine.setup import commitment_of
from games.engine.state import GameState
from games.engine.types import HandOverReason, Status, Visibility

GAME_ID = "k7q2m9xw4t"
SEED = "5e" * 32


def whole_game(seed: int, players: int) -> list[Event]:
    """From the opening to the end, with a seat left, one handed over, and one turn expired."""
    rng = random.Random(seed)
    opening = GameOpened(
        players=players, turn=86400, commitment=commitment_of(SEED), creator=1, name="", rated=True,
        visibility=Visibility.PUBLIC, server_seed=SEED,
    )  # fmt: skip
    events: list[Event] = [opening]
    state = opened(opening)

    def happen(facts: tuple[Event, ...]) -> None:
        nonlocal state
        for fact in facts:
            events.append(fact)
            state = apply(state, fact)

    happen(take_seat(state, 1, "one"))
    happen(take_seat(state, 99, "gone"))
    happen(leave_seat(state, 99))
    for player in range(2, players + 1):
        happen(take_seat(state, player, f"entropy {player}"))
    happen(start(state, GAME_ID))
    for _ in range(4):
        step(state, rng, happen)
    if state.to_act is not None:
        happen(hand_over(state, 1, 77, HandOverReason.RESIGNED))
        happen((TurnExpired(state.to_act),))
    while state.status is Status.ACTIVE:
        step(state, rng, happen)
    return events


def step(state: GameState, rng: random.Random, happen: object) -> None:
    choices = legal(state)
    if choices is None or state.to_act is None:
        return
    moves: list[Move] = [*([Accept(), Refuse()] if choices.accept else [])]
    if choices.offer is not None:
        choice = rng.choice(choices.offer.cards)
        moves.append(Offer(card=choice.card, claim=rng.choice(choice.claims), to=rng.choice(choices.offer.to)))
    happen(decide(state, state.to_act, rng.choice(moves)))  # type: ignore[operator]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_whole_game_has_no_difference(players: int) -> None:
    for seed in range(10):
        events = whole_game(seed, players)
        assert isinstance(events[-1], GameEnded)
        assert first_difference(GAME_ID, events) is None


def test_the_beginning_of_a_game_is_one_as_well() -> None:
    events = whole_game(1, 4)

    # Cut between the facts of one act, a log is broken; cut between acts it is whole.
    whole = [cut for cut in range(1, len(events) + 1) if first_difference(GAME_ID, events[:cut]) is None]

    assert whole[0] == 1
    assert whole[-1] == len(events)
    assert len(whole) < len(events)


@pytest.mark.parametrize("seed", range(3))
def test_any_change_is_found_where_it_is_or_after(seed: int) -> None:
    events = whole_game(seed, 4)
    for place, event in enumerate(events):
        for field in fields(event):
            value = getattr(event, field.name)
            changed = value + 1 if isinstance(value, int) and not isinstance(value, bool) else None
            if changed is None or isinstance(event, GameOpened):
                continue
            spoilt = [*events[:place], replace(event, **{field.name: changed}), *events[place + 1 :]]
            difference = first_difference(GAME_ID, spoilt)
            free = isinstance(event, SeatHandedOver) and field.name == "to_player"
            assert free or difference is not None, (event, field.name)
        missing = [*events[:place], *events[place + 1 :]]
        lost_without_trace = isinstance(event, TurnExpired | SeatHandedOver)
        assert lost_without_trace or first_difference(GAME_ID, missing) is not None or place == len(events) - 1


def test_another_deck_seed_or_game_is_found() -> None:
    events = whole_game(2, 3)
    dealt = next(place for place, event in enumerate(events) if isinstance(event, CardsDealt))
    pile = events[dealt].draw_pile  # type: ignore[union-attr]
    swapped = replace(events[dealt], draw_pile=(pile[1], pile[0], *pile[2:]))  # type: ignore[type-var]
    assert pile[0] != pile[1] or swapped == events[dealt]

    assert first_difference("another0id", events) is not None
    assert first_difference(GAME_ID, [replace(events[0], server_seed="5f" * 32), *events[1:]]).seq == 1  # type: ignore[type-var, union-attr]
    difference = first_difference(GAME_ID, [*events[:dealt], swapped, *events[dealt + 1 :]])
    assert (difference is None) == (pile[0] == pile[1])


def test_what_stands_alone_is_caused_by_nothing() -> None:
    events = whole_game(3, 3)

    extra = [*events[:1], PlayerEliminated(0), *events[1:]]
    difference = first_difference(GAME_ID, extra)

    assert difference is not None
    assert (difference.seq, difference.why) == (2, "nothing causes this PlayerEliminated")
    assert first_difference(GAME_ID, []) is not None
    assert first_difference(GAME_ID, events[1:]) is not None


def test_games_that_never_started_or_were_voided() -> None:
    events = whole_game(4, 3)
    opened_only = events[:2]
    opened_state = apply(opened(events[0]), events[1])  # type: ignore[arg-type]
    assert first_difference(GAME_ID, [*opened_only, *cancel(opened_state, "unfilled")]) is None
    running = next(place for place, event in enumerate(events) if isinstance(event, OfferMade))
    state = opened(events[0])  # type: ignore[arg-type]
    for event in events[1:running]:
        state = apply(state, event)
    assert first_difference(GAME_ID, [*events[:running], *void(state, "moderated")]) is None
    voided = [*events, *void(replay(events), "moderated")]
    assert first_difference(GAME_ID, voided) is None
    assert first_difference(GAME_ID, [*voided, voided[-1]]) is not None
    assert first_difference(GAME_ID, [*opened_only, *cancel(opened_state, "unfilled"), voided[-1]]) is not None
