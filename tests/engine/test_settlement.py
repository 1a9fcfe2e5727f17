"""Corners of the rules, laid out card by card."""

import pytest

from games.engine.errors import ActRefused, Obstacle, Reason, RuleViolation
from games.engine.events import (
    CardsDrawn,
    Draw,
    Event,
    GameEnded,
    LotAccepted,
    LotRefused,
    OfferMade,
    PlayerEliminated,
    RoundStarted,
)
from games.engine.lobby import void
from games.engine.moves import Accept, CardChoice, LegalMoves, Move, Offer, OfferChoices, Refuse
from games.engine.rules import decide, fold, legal
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.state import GameState
from games.engine.types import Card, EndReason, LotCard, Result, Seat, Status
from tests.engine.tables import SERVER_SEED, open_table, play, table


@pytest.mark.parametrize(
    ("front", "points"),
    [
        ((), 0),
        ((0, 0), 0),
        ((1, 2, 3), 16),
        ((3, 10, 1, 0, 2), 26),
        ((1, 1, 2, 2, 3), 19),
        ((1, 1, 2, 2, 3, 3), 32),
        ((1, 1, 1, 1, 2, 2, 2, 2), 12),
    ],
)
def test_points_are_creatures_and_ten_for_each_set(front: tuple[Card, ...], points: int) -> None:
    assert points_of(front) == points


def test_charons_are_counted_over_all_fronts() -> None:
    assert charons_of((0, 1, 0)) == 2
    assert charons_shown(((0, 1, 0), (), (0,))) == 3


# --- Offers -----------------------------------------------------------------------------------------------------------


def test_charon_is_claimed_as_anything_and_a_creature_as_itself() -> None:
    state = table([[0, 0, 7], [1], [2]])

    options = legal(state)

    cards = (CardChoice(0, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)), CardChoice(7, (7,)))
    assert options == LegalMoves(accept=False, refuse=False, offer=OfferChoices(cards, to=(1, 2)))


def test_passing_on_adds_a_card() -> None:
    state = table([[0, 5], [7], [2], [3]])

    state, events = play(state, Offer(0, 9, 2), Offer(2, 2, 1))

    assert events == (OfferMade(0, 2, 9, 0, 0), OfferMade(2, 1, 2, 1, 2))
    assert state.lot == (LotCard(0, 2, 9, 0), LotCard(2, 1, 2, 2))
    assert state.hands == ((5,), (7,), (), (3,))
    assert state.to_act == 1
    offer = OfferChoices((CardChoice(7, (7,)),), to=(3,))
    assert legal(state) == LegalMoves(accept=True, refuse=True, offer=offer)


def test_with_three_seats_left_a_lot_of_two_is_full() -> None:
    state = table([[1, 2], [3], [], [4, 5]], eliminated=[2])

    state, _ = play(state, Offer(1, 1, 3), Offer(4, 4, 1))

    assert legal(state) == LegalMoves(accept=True, refuse=True, offer=None)
    with pytest.raises(RuleViolation) as refused:
        decide(state, 1, Offer(3, 3, 2))
    assert refused.value.reason is Reason.RECIPIENT_ELIMINATED


def test_with_two_seats_left_one_card_is_all() -> None:
    state = table([[1, 2], [], [3]], eliminated=[1])

    state, _ = play(state, Offer(1, 1, 2))

    assert legal(state) == LegalMoves(accept=True, refuse=True, offer=None)


def test_a_recipient_without_a_card_can_only_accept_or_refuse() -> None:
    """R11."""
    state, _ = play(table([[1, 2], [], [3]]), Offer(1, 1, 1))

    assert legal(state) == LegalMoves(accept=True, refuse=True, offer=None)
    with pytest.raises(RuleViolation) as refused:
        decide(state, 1, Offer(1, 1, 2))
    assert refused.value.reason is Reason.UNKNOWN_CARD


# --- Refusals ---------------------------------------------------------------------------------------------------------

HUGE = 10**40


def _one_asked() -> GameState:
    """Seat 0 offered to 1, who holds the offer now; seat 4 is out."""
    return table([[1], [0, 7], [2], [3], [5]], lot=[LotCard(0, 1, 4, 4)], eliminated=[4])


def _two_asked() -> GameState:
    """Seat 0 offered to 1, who passed on to 2."""
    return table([[1], [7], [0, 2], [3]], lot=[LotCard(0, 1, 4, 4), LotCard(1, 2, 5, 5)])


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (table([[1], [2], [3]]), Accept(), Reason.NO_LOT_YET),
        (table([[1], [2], [3]]), Refuse(), Reason.NO_LOT_YET),
        (_one_asked(), Offer(1, -1, -1), Reason.UNKNOWN_CARD),
        (_one_asked(), Offer(-1, 0, 2), Reason.UNKNOWN_CARD),
        (_one_asked(), Offer(11, 0, 2), Reason.UNKNOWN_CARD),
        (_one_asked(), Offer(HUGE, HUGE, HUGE), Reason.UNKNOWN_CARD),
        (_one_asked(), Offer(0, 11, 9), Reason.CLAIM_OUT_OF_RANGE),
        (_one_asked(), Offer(0, -1, 1), Reason.CLAIM_OUT_OF_RANGE),
        (_one_asked(), Offer(7, -HUGE, 2), Reason.CLAIM_OUT_OF_RANGE),
        (_one_asked(), Offer(7, 0, 9), Reason.FALSE_CLAIM),
        (_one_asked(), Offer(7, 8, 0), Reason.FALSE_CLAIM),
        (_one_asked(), Offer(7, 7, 5), Reason.NO_SUCH_SEAT),
        (_one_asked(), Offer(7, 7, -1), Reason.NO_SUCH_SEAT),
        (_one_asked(), Offer(0, 3, HUGE), Reason.NO_SUCH_SEAT),
        (_one_asked(), Offer(7, 7, 1), Reason.RECIPIENT_SELF),
        (table([[1], [2], [3]]), Offer(1, 1, 0), Reason.RECIPIENT_SELF),
        (_one_asked(), Offer(7, 7, 0), Reason.RECIPIENT_FIRST_PLAYER),
        (_one_asked(), Offer(7, 7, 4), Reason.RECIPIENT_ELIMINATED),
        (_two_asked(), Offer(2, 2, 1), Reason.RECIPIENT_ALREADY_ASKED),
        (_two_asked(), Offer(2, 2, 0), Reason.RECIPIENT_FIRST_PLAYER),
    ],
)
def test_the_first_broken_rule_is_named(state: GameState, move: Move, reason: Reason) -> None:
    seat = state.to_act
    assert seat is not None

    with pytest.raises(RuleViolation) as refused:
        decide(state, seat, move)

    assert refused.value.reason is reason


@pytest.mark.parametrize("offer", [Offer(3, 3, 4), Offer(-1, 99, 0), Offer(0, 0, 0)])
def test_a_full_lot_comes_before_every_other_reason(offer: Offer) -> None:
    lot = [LotCard(0, 1, 4, 4), LotCard(1, 2, 5, 5), LotCard(2, 3, 6, 6)]
    state = table([[1], [7], [2], [3], [5]], lot=lot)

    with pytest.raises(RuleViolation) as refused:
        decide(state, 3, offer)

    assert refused.value.reason is Reason.LOT_IS_FULL


@pytest.mark.parametrize("move", [Accept(), Refuse(), Offer(7, 7, 2), Offer(HUGE, HUGE, HUGE)])
def test_status_and_turn_come_before_the_rules(move: Move) -> None:
    active = _one_asked()
    for state, seat, obstacle in [
        (open_table(3), 0, Obstacle.GAME_NOT_STARTED),
        (fold(active, void(active, "test")), 1, Obstacle.GAME_OVER),
        (active, 0, Obstacle.NOT_YOUR_TURN),
        (active, 4, Obstacle.NOT_YOUR_TURN),
        (active, -1, Obstacle.NOT_YOUR_TURN),
    ]:
        with pytest.raises(ActRefused) as refused:
            decide(state, seat, move)
        assert refused.value.obstacle is obstacle


# --- Settlements ------------------------------------------------------------------------------------------------------


def _last(state: GameState, *moves: Move) -> tuple[GameState, tuple[Event, ...]]:
    """Play `moves`; the state after them, and the events of the last one."""
    state, _ = play(state, *moves[:-1])
    return play(state, moves[-1])


def test_an_accepted_lot_goes_to_the_one_who_accepts() -> None:
    state, events = _last(table([[0, 5], [7], [2], [3]]), Offer(0, 9, 2), Offer(2, 2, 1), Accept())

    lot = (LotCard(0, 2, 9, 0), LotCard(2, 1, 2, 2))
    assert events == (LotAccepted(by=1, receiver=1, cards=lot, points=2, charons=1), RoundStarted(2, 1))
    assert state.fronts == ((), (0, 2), (), ())
    assert state.lot == ()
    assert state.to_act == 1


def test_a_refused_lot_goes_to_the_one_who_offered_last() -> None:
    state, events = _last(table([[0, 5], [7], [2, 4], [3]]), Offer(0, 9, 2), Offer(2, 2, 1), Refuse())

    lot = (LotCard(0, 2, 9, 0), LotCard(2, 1, 2, 2))
    assert events == (LotRefused(by=1, receiver=2, cards=lot, points=2, charons=1), RoundStarted(2, 1))
    assert state.fronts == ((), (), (0, 2), ())


def test_three_charon_eliminate_even_with_the_points_in_hand() -> None:
    """R10: the first condition in the order decides."""
    state = table(
        [[1], [1], [0], [3]],
        fronts=[[], [0, 0, 10, 10, 10], [], []],
        lot=[LotCard(0, 2, 10, 10)],
        draw_pile=[4] * 20,
    )

    state, events = _last(state, Offer(0, 5, 1), Accept())

    assert events[0] == LotAccepted(1, 1, (LotCard(0, 2, 10, 10), LotCard(2, 1, 5, 0)), points=40, charons=3)
    assert events[1] == PlayerEliminated(1)
    assert state.status is Status.ACTIVE
    assert state.eliminated == (False, True, False, False)
    assert state.fronts[1] == (0, 0, 10, 10, 10, 10, 0)


def test_an_eliminated_seat_keeps_its_hand_aside_and_draws_nothing() -> None:
    """R6."""
    state = table([[0, 1], [1, 9], [2], [3]], fronts=[[], [0, 0], [], []], draw_pile=[4] * 20)

    state, events = _last(state, Offer(0, 5, 1), Accept())

    assert events[1] == PlayerEliminated(1)
    assert events[2] == CardsDrawn((Draw(0, (4,) * 4), Draw(2, (4,) * 4), Draw(3, (4,) * 4)))
    assert events[3] == RoundStarted(2, 2)
    assert state.hands == ((1, 4, 4, 4, 4), (1, 9), (2, 4, 4, 4, 4), (3, 4, 4, 4, 4))
    assert legal(state) == LegalMoves(
        accept=False, refuse=False, offer=OfferChoices((CardChoice(2, (2,)), CardChoice(4, (4,))), to=(0, 3))
    )


def test_a_front_can_jump_from_two_charon_to_five() -> None:
    state = table([[0], [0], [0], [1], [2]], fronts=[[], [], [], [0, 0], []], draw_pile=[4] * 30)

    state, events = _last(state, Offer(0, 1, 1), Offer(0, 2, 2), Offer(0, 3, 3), Accept())

    assert isinstance(events[0], LotAccepted)
    assert (events[0].charons, events[0].points) == (5, 0)
    assert events[1] == PlayerEliminated(3)
    assert isinstance(events[-1], RoundStarted)


def test_the_last_survivor_wins_before_nine_charon_are_counted() -> None:
    """R10: both hold, and the first gives the reason."""
    state = table(
        [[0, 1], [2], [], []],
        fronts=[[10, 10], [0, 0, 10, 10, 10], [0, 0, 0], [0, 0, 0]],
        eliminated=[2, 3],
    )

    state, events = _last(state, Offer(0, 7, 1), Accept())

    assert charons_shown(state.fronts) == 9
    assert events[1:] == (
        PlayerEliminated(1),
        GameEnded(EndReason.LAST_SURVIVOR, (0,), points=(20, 30, 0, 0), reveal=SERVER_SEED),
    )
    assert state.status is Status.FINISHED
    assert state.result == Result(EndReason.LAST_SURVIVOR, (0,), (20, 30, 0, 0))
    assert state.to_act is None
    assert state.lot == ()
    assert legal(state) is None


@pytest.mark.parametrize(
    ("players", "front", "is_won"),
    [
        (3, [10, 10, 10, 5], True),
        (3, [10, 10, 10, 4], False),
        (4, [10, 10, 10, 5], True),
        (4, [10, 10, 10, 4], False),
        (5, [10, 10, 10], True),
        (5, [10, 10, 9], False),
        (6, [10, 10, 5], True),
        (6, [10, 10, 4], False),
    ],
)
def test_the_points_win_when_reached(players: int, front: list[Card], is_won: bool) -> None:
    """R5."""
    others = players - 2

    state, _ = _last(
        table([[5, 1], [2], *[[3]] * others], fronts=[[], front, *[[]] * others]), Offer(5, 5, 1), Accept()
    )

    points = (0, sum(front) + 5, *[0] * others)
    assert state.result == (Result(EndReason.POINTS, (1,), points) if is_won else None)


def test_points_come_before_nine_charon() -> None:
    """R10."""
    fronts: list[list[Card]] = [[0, 0], [0, 0, 10, 10, 10], [0, 0], [0, 0]]
    lot = [LotCard(0, 2, 2, 0), LotCard(2, 1, 10, 10)]

    state, _ = play(table([[1], [2], [3], [4]], fronts=fronts, lot=lot), Refuse())
    assert state.result == Result(EndReason.NINE_CHARONS, (1,), (0, 30, 10, 0))

    fronts = [[0, 0, 0], [0, 10, 10, 10], [0, 0], [0, 0]]
    state, _ = play(table([[1], [2], [3], [4]], fronts=fronts, lot=lot, eliminated=[0]), Accept())
    assert charons_shown(state.fronts) == 9
    assert state.result == Result(EndReason.POINTS, (1,), (0, 40, 0, 0))


def test_a_set_counts_towards_the_points_at_once() -> None:
    state, _ = _last(table([[3, 1], [2], [4]], fronts=[[], [1, 2, 10, 10, 4], []]), Offer(3, 3, 1), Accept())

    assert state.result == Result(EndReason.POINTS, (1,), (0, 40, 0))


NINE = [LotCard(0, 1, 3, 0)]
"""A Charon that seat 1 is to take as its second, the ninth of all."""


def test_nine_charon_compare_points_of_those_still_in() -> None:
    fronts: list[list[Card]] = [[0, 0, 7], [0], [0, 0, 9], [0, 0, 0, 10, 10, 10]]
    state = table([[1], [2], [3], [4]], fronts=fronts, eliminated=[3], lot=NINE)

    state, events = play(state, Accept())

    assert events[1:] == (GameEnded(EndReason.NINE_CHARONS, (2,), (7, 0, 9, 30), SERVER_SEED),)
    assert state.result == Result(EndReason.NINE_CHARONS, (2,), (7, 0, 9, 30))


def test_level_points_are_decided_by_cards_charon_included() -> None:
    fronts: list[list[Card]] = [[0, 9], [0, 9], [0, 0, 8, 1], [0, 0, 0], [0, 9]]
    state = table([[1], [2], [3], [4], [5]], fronts=fronts, eliminated=[3], lot=NINE)

    state, _ = play(state, Accept())

    assert charons_shown(state.fronts) == 9
    assert state.result == Result(EndReason.NINE_CHARONS, (2,), (9, 9, 9, 0, 9))


def test_three_share_the_victory() -> None:
    fronts: list[list[Card]] = [[0, 0, 9], [0, 9], [0, 0, 9], [0, 0, 0], [0, 8]]
    state = table([[1], [2], [3], [4], [5]], fronts=fronts, eliminated=[3], lot=NINE)

    state, _ = play(state, Accept())

    assert state.result == Result(EndReason.NINE_CHARONS, (0, 1, 2), (9, 9, 9, 0, 8))


def test_the_pile_runs_out_in_the_middle_of_a_refill() -> None:
    """R7: clockwise from the round's first player, all cards of a seat before the next one's."""
    hands = [[1, 1, 1, 1, 1], [2, 2, 2, 2, 2], [3, 3, 3, 3], [5, 5, 5]]
    state = table(hands, first_seat=3, draw_pile=[9, 8, 7, 4])

    state, events = _last(state, Offer(5, 5, 1), Offer(2, 2, 0), Accept())

    assert events[1:] == (CardsDrawn((Draw(3, (9, 8, 7)), Draw(1, (4,)))), RoundStarted(2, 0))
    assert state.hands == ((1, 1, 1, 1, 1), (2, 2, 2, 2, 4), (3, 3, 3, 3), (5, 5, 7, 8, 9))
    assert state.draw_pile == ()


def test_the_pawn_skips_eliminated_seats_and_empty_hands() -> None:
    """R8."""
    state = table([[1, 1], [2], [], [3], [4]], eliminated=[1])

    state, events = _last(state, Offer(1, 1, 4), Accept())

    assert events[1:] == (RoundStarted(2, 3),)
    assert state.to_act == 3


def test_the_pawn_stays_when_only_its_holder_has_a_card() -> None:
    """R8, R11."""
    state, events = _last(table([[1, 1], [], []]), Offer(1, 1, 1), Refuse())

    assert events[1:] == (RoundStarted(2, 0),)
    assert legal(state) == LegalMoves(accept=False, refuse=False, offer=OfferChoices((CardChoice(1, (1,)),), (1, 2)))


def test_no_cards_end_the_game_as_nine_charon_do() -> None:
    """R9; the hand that was set aside does not count (R6)."""
    fronts: list[list[Card]] = [[9], [0, 0], [8], [0, 0, 0]]
    state = table([[1], [], [], [5, 5]], fronts=fronts, eliminated=[3])

    state, events = _last(state, Offer(1, 1, 2), Accept())

    assert events[1:] == (GameEnded(EndReason.NO_CARDS, (2,), (9, 0, 9, 0), SERVER_SEED),)
    assert state.result == Result(EndReason.NO_CARDS, (2,), (9, 0, 9, 0))


@pytest.mark.parametrize("first_seat", [0, 1, 2])
def test_the_pawn_goes_to_the_left_hand_neighbour(first_seat: Seat) -> None:
    hands = [[1] * 5, [2] * 5, [3] * 5]
    card = first_seat + 1
    to = (first_seat + 2) % 3

    state, _ = play(table(hands, first_seat=first_seat, draw_pile=[5] * 9), Offer(card, card, to), Accept())

    assert state.first_seat == (first_seat + 1) % 3
    assert state.round == 2
