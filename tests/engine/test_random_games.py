"""What must hold in every game, tried in thousands of random ones. Each is repeated by its number."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, product
from random import Random

import pytest

from games.engine.errors import Reason, RuleViolation
from games.engine.events import Event, LotAccepted, LotRefused, OfferMade, PlayerEliminated
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.rules import apply, decide, legal, replay
from games.engine.scoring import charons_of, charons_shown, points_of
from games.engine.state import GameState
from games.engine.types import EndReason, Status
from tests.engine.tables import moves_of, play_randomly, random_deal

GAMES = 1_000
"""At each number of players."""

EVERY_PLAYERS = pytest.mark.parametrize("players", [3, 4, 5, 6])


@dataclass
class Findings:
    """What was seen in all the games of one number of players."""

    endings: Counter[EndReason] = field(default_factory=Counter)
    largest_lot: int = 0
    piles_run_out: int = 0
    survivors_with_fewer_charons: int = 0
    nine_charons_played_on: int = 0
    fronts_from_two_to_five: int = 0


def _cards(state: GameState) -> Counter[int]:
    """All cards, wherever they are; the hands set aside are among the hands."""
    cards = Counter(state.draw_pile)
    for pile in (*state.hands, *state.fronts):
        cards.update(pile)
    cards.update(put_in.card for put_in in state.lot)
    return cards


def _check_offer(state: GameState, event: OfferMade) -> None:
    """`state` is the one after the offer."""
    in_game = state.eliminated.count(False)
    assert len(state.lot) <= min(3, in_game - 1)
    assert event.position == len(state.lot) - 1
    assert event.to == state.to_act
    asked = [put_in.to for put_in in state.lot]
    assert len(set(asked)) == len(asked)
    assert state.first_seat not in asked
    assert not any(state.eliminated[seat] for seat in asked)
    assert all(before.to == after.from_seat for before, after in pairwise(state.lot))


def _check_settlement(before: GameState, events: tuple[Event, ...], after: GameState, found: Findings) -> None:
    revealed = events[0]
    assert isinstance(revealed, LotAccepted | LotRefused)
    receiver = revealed.receiver
    assert revealed.cards == before.lot
    assert after.lot == ()
    front = before.fronts[receiver] + tuple(put_in.card for put_in in before.lot)
    assert after.fronts == (*before.fronts[:receiver], front, *before.fronts[receiver + 1 :])
    assert (revealed.points, revealed.charons) == (points_of(front), charons_of(front))

    eliminated = [event.seat for event in events if isinstance(event, PlayerEliminated)]
    assert eliminated == ([receiver] if charons_of(front) >= 3 else [])
    if charons_of(before.fronts[receiver]) == 2 and charons_of(front) == 5:
        found.fronts_from_two_to_five += 1
    for seat, is_out in enumerate(before.eliminated):
        if is_out:
            assert after.eliminated[seat]
            assert after.hands[seat] == before.hands[seat]

    if after.status is Status.ACTIVE:
        assert after.round == before.round + 1
        pawn = after.first_seat
        assert pawn is not None
        assert after.hands[pawn]
        assert not after.eliminated[pawn]
        passed_over = (pawn - before.lot[0].from_seat - 1) % len(after.seats)
        for step in range(passed_over):
            seat = (before.lot[0].from_seat + 1 + step) % len(after.seats)
            assert after.eliminated[seat] or not after.hands[seat]
        if after.draw_pile:
            assert all(len(hand) == 5 for hand, is_out in zip(after.hands, after.eliminated, strict=True) if not is_out)
        if charons_shown(after.fronts) >= 9:
            found.nine_charons_played_on += 1


def _check_end(state: GameState, found: Findings) -> None:
    assert state.status is Status.FINISHED
    assert state.to_act is None
    assert legal(state) is None
    result = state.result
    assert result is not None
    found.endings[result.reason] += 1
    remaining = [seat for seat, is_out in enumerate(state.eliminated) if not is_out]
    assert result.points == tuple(map(points_of, state.fronts))
    assert set(result.winners) <= set(remaining)
    match result.reason:
        case EndReason.LAST_SURVIVOR:
            assert list(result.winners) == remaining
            assert len(remaining) == 1
            if charons_shown(state.fronts) < 9:
                found.survivors_with_fewer_charons += 1
        case EndReason.POINTS:
            assert len(result.winners) == 1
            assert result.points[result.winners[0]] >= state.rules.points_to_win
        case EndReason.NINE_CHARONS | EndReason.NO_CARDS:
            assert (charons_shown(state.fronts) >= 9) == (result.reason is EndReason.NINE_CHARONS)
            merits = {seat: (result.points[seat], len(state.fronts[seat])) for seat in remaining}
            assert list(result.winners) == [seat for seat in remaining if merits[seat] == max(merits.values())]
        case _:
            pytest.fail(result.reason)


@cache
def _findings(players: int) -> Findings:
    """Play all games, check every state, and count."""
    found = Findings()
    for game in range(GAMES):
        rng = Random(players * 1_000_000 + game)
        history = list(random_deal(players, rng))
        state = replay(history)
        deck = +Counter(dict(enumerate(state.rules.deck)))
        assert _cards(state) == deck
        for before, _, events, after in play_randomly(state, rng):
            history.extend(events)
            assert _cards(after) == deck
            if isinstance(events[0], OfferMade):
                _check_offer(after, events[0])
                found.largest_lot = max(found.largest_lot, len(after.lot))
            else:
                _check_settlement(before, events, after, found)
            state = after
        _check_end(state, found)
        found.piles_run_out += not state.draw_pile
        assert replay(history) == state
    return found


@EVERY_PLAYERS
def test_every_state_of_every_game_keeps_the_rules(players: int) -> None:
    assert _findings(players).endings.total() == GAMES


@EVERY_PLAYERS
def test_the_seats_in_the_game_bound_the_lot(players: int) -> None:
    assert _findings(players).largest_lot == (2 if players == 3 else 3)


def test_nine_charon_alone_never_end_a_game_of_three() -> None:
    assert EndReason.NINE_CHARONS not in _findings(3).endings
    assert _findings(3).endings[EndReason.LAST_SURVIVOR] > 0


def test_the_last_survivor_of_four_always_comes_with_nine_charon() -> None:
    assert _findings(4).endings[EndReason.LAST_SURVIVOR] > 0
    assert _findings(4).survivors_with_fewer_charons == 0


@pytest.mark.parametrize("players", [5, 6])
def test_with_five_and_six_nine_charon_come_before_the_last_survivor(players: int) -> None:
    assert EndReason.LAST_SURVIVOR not in _findings(players).endings
    assert _findings(players).endings[EndReason.NINE_CHARONS] > 0


@EVERY_PLAYERS
def test_nobody_plays_on_after_nine_charon(players: int) -> None:
    assert _findings(players).nine_charons_played_on == 0


@pytest.mark.parametrize(("players", "percent"), [(3, 5), (4, 3), (5, 4), (6, 18)])
def test_the_pile_runs_out_now_and_then(players: int, percent: int) -> None:
    """Which moves are how likely in random play is not said with the rates, so that the bounds are generous."""
    assert percent / 4 < _findings(players).piles_run_out / GAMES * 100 < percent * 4


def test_rare_things_do_happen() -> None:
    found = [_findings(players) for players in (3, 4, 5, 6)]

    assert sum(findings.fronts_from_two_to_five for findings in found) > 0
    assert sum(findings.endings[EndReason.POINTS] for findings in found) > 0


@EVERY_PLAYERS
def test_folding_at_once_and_one_by_one_are_the_same(players: int) -> None:
    rng = Random(players)
    history = list(random_deal(players, rng))
    state = replay(history)
    for _, _, events, after in play_randomly(state, rng):
        for event in events:
            state = apply(state, event)
        assert state == after
        history.extend(events)
        assert replay(history) == after


# --- Legal or refused -------------------------------------------------------------------------------------------------


def _every_move(players: int) -> list[Move]:
    """More than every move there is."""
    offers = product(range(-1, 12), range(-1, 12), range(-1, players + 1))
    return [Accept(), Refuse(), *(Offer(card, claim, to) for card, claim, to in offers)]


def _refusals(state: GameState, moves: list[Move]) -> Counter[Reason]:
    """Each listed move is accepted and no other is; why the others are not."""
    options, seat = legal(state), state.to_act
    assert options is not None
    assert seat is not None
    listed = list(moves_of(options))
    assert len(set(listed)) == len(listed)
    accepted = set()
    refused: Counter[Reason] = Counter()
    for move in moves:
        try:
            decide(state, seat, move)
        except RuleViolation as violation:
            refused[violation.reason] += 1
        else:
            accepted.add(move)
    assert accepted == set(listed)
    return refused


def test_each_listed_move_is_accepted_and_every_other_refused_for_each_of_the_reasons() -> None:
    refused: Counter[Reason] = Counter()
    for players in (3, 4, 5, 6):
        moves = _every_move(players)
        for game in range(25):
            rng = Random(players * 1_000 + game)
            for state, _, _, _ in play_randomly(replay(random_deal(players, rng)), rng):
                # Full lots and late games are rarer than the rest.
                if rng.random() < (0.3 if len(state.lot) > 1 or any(state.eliminated) else 0.1):
                    before = hash(state)
                    refused += _refusals(state, moves)
                    assert hash(state) == before

    assert set(refused) == set(Reason)
