"""What one decision says: by what could be seen there, and nothing else."""

import dataclasses

import pytest

from bots.fitting.selfplay import dealt_state
from bots.signals.clues import Clue, ClueKind, clues_of
from games.engine.decisions import Decision
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.projection import project
from games.engine.rules import decide, fold
from games.engine.state import GameState
from games.engine.types import CHARON


def offered(card: int, claim: int) -> GameState:
    """The first offer of a game of four: the card lies before the next seat."""
    state = dealt_state(4, seed=1, number=1)
    first = state.first_seat
    assert first is not None
    hands = list(state.hands)
    hands[first] = tuple(sorted((card, 1, 2, 9, 10)))
    state = dataclasses.replace(state, hands=tuple(hands))
    return fold(state, decide(state, first, Offer(card, claim, (first + 1) % 4)))


def clues(state: GameState, move: Move) -> dict[ClueKind, Clue]:
    assert state.to_act is not None
    found = list(clues_of(Decision(9, state, state.to_act, move)))
    return {clue.kind: clue for clue in found}


def test_what_cannot_be_seen_changes_what_is_said_only_of_who_knew_it() -> None:
    true, lie = offered(7, 7), offered(CHARON, 7)
    assert project(true, true.to_act) == project(lie, lie.to_act)

    of_true, of_lie = clues(true, Accept()), clues(lie, Accept())

    assert of_true[ClueKind.TRUST] == of_lie[ClueKind.TRUST]
    assert of_true[ClueKind.INSIGHT].variance == of_lie[ClueKind.INSIGHT].variance
    assert of_true[ClueKind.INSIGHT].value > 0 > of_lie[ClueKind.INSIGHT].value


@pytest.mark.parametrize("move", [Accept(), Refuse()])
def test_who_cannot_know_shows_no_insight_on_average(move: Move) -> None:
    """Weighed by how likely the card is a Creature and a Charon, the two clues cancel out."""
    true, lie = clues(offered(7, 7), move), clues(offered(CHARON, 7), move)
    high, low = true[ClueKind.INSIGHT].value, lie[ClueKind.INSIGHT].value
    # The surprises are 1 - p and -p: what is between them is p.
    creature = low / (low - high)

    assert 0 < creature < 1
    assert creature * high + (1 - creature) * low == pytest.approx(0, abs=1e-12)


def test_accepting_is_trust_and_refusing_the_contrary() -> None:
    state = offered(7, 7)
    accepted, refused = clues(state, Accept())[ClueKind.TRUST], clues(state, Refuse())[ClueKind.TRUST]

    assert accepted.value > 0 > refused.value
    assert accepted.value - refused.value == pytest.approx(1)
    assert accepted.accepting == refused.accepting


def test_a_good_card_is_a_favour_and_a_charon_is_none() -> None:
    state = dealt_state(4, seed=1, number=1)
    first = state.first_seat
    assert first is not None
    to = (first + 1) % 4
    state = dataclasses.replace(
        state, hands=tuple((0, 1, 2, 9, 10) if seat == first else hand for seat, hand in enumerate(state.hands))
    )

    def favour(move: Offer) -> dict[int, Clue]:
        return {clue.about: clue for clue in clues_of(Decision(5, state, first, move))}

    good, bad = favour(Offer(10, 10, to)), favour(Offer(CHARON, 10, to))

    assert set(good) == set(range(4)) - {first}
    assert {clue.kind for clue in good.values()} == {ClueKind.FAVOUR}
    assert good[to].value > 0 > bad[to].value
    # To whom nothing was offered, no more was given than is usual.
    other = (first + 2) % 4
    assert good[other].value == bad[other].value


def test_what_a_bot_did_when_time_was_over_says_nothing_of_the_player() -> None:
    state = dataclasses.replace(offered(7, 7), turn_expired=True)

    assert clues(state, Accept()) == {}
