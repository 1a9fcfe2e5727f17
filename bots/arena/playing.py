"""Some deals of a contest, played by the real engine. Each policy sees its own view, and nothing else."""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

from bots.arena.contest import Contest, seating
from bots.arena.pace import step_of
from bots.arena.policies import Believer, policy_named
from bots.arena.records import Answer, Believed, Chunk, Failed, Offered, Played, Sums, Took
from bots.policies.novice import Novice
from bots.policies.policy import Policy, own_turn
from bots.randomness import move_rng
from games.engine.events import Event, GameOpened
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.projection import project
from games.engine.rules import decide, fold, replay
from games.engine.scoring import points_of
from games.engine.setup import bot_secret, commitment_of, deal, rules_for, shuffle
from games.engine.state import GameState
from games.engine.types import CHARON, LotCard, Visibility
from games.engine.views import GameView

DEALS_IN_A_CHUNK: Final = 10
MILLION: Final = 1_000_000
TENTHS: Final = 10


class IllegalChoice(Exception):
    """A policy chose a move that is not among the legal ones."""


class NoProbability(Exception):
    """A policy believes something that is not a number from 0 to 1."""


def chunks_of(contest: Contest) -> int:
    """In how many parts the contest is played. It depends on nothing else."""
    return -(-contest.deals // DEALS_IN_A_CHUNK)


def chunk_play(contest: Contest, number: int) -> Chunk:
    """Play the part with this number, from 0. Pure but for the time it takes."""
    tally = _Tally(contest, [policy_named(contestant.policy) for contestant in contest.contestants])
    first = number * DEALS_IN_A_CHUNK
    for deal_number in range(first, min(first + DEALS_IN_A_CHUNK, contest.deals)):
        for rotation in range(contest.players):
            tally.play(deal_number, rotation)
    return tally.as_chunk(number)


def server_seed_of(contest: Contest, deal_number: int) -> str:
    """What deal and chance of a deal come from, in hex."""
    key = json.dumps(["arena", contest.seed, contest.players, deal_number], separators=(",", ":"))
    return hashlib.sha256(key.encode()).hexdigest()


def dealt(contest: Contest, deal_number: int) -> tuple[Event, ...]:
    """The events up to the first move. They are the same in each rotation: only who sits where changes."""
    server_seed = server_seed_of(contest, deal_number)
    seats = tuple(range(1, contest.players + 1))
    entropy = ("",) * contest.players
    rules = rules_for(contest.players)
    opening = GameOpened(
        players=contest.players,
        turn=86_400,
        commitment=commitment_of(server_seed),
        creator=seats[0],
        name="arena",
        visibility=Visibility.PUBLIC,
        rated=False,
        server_seed=server_seed,
    )
    return (opening, *deal(rules, seats, entropy, *shuffle(server_seed, str(deal_number), entropy, rules)))


class _Tally:
    """What is counted while games are played."""

    def __init__(self, contest: Contest, policies: Sequence[Policy]) -> None:
        self._contest = contest
        self._policies = policies
        self._believers = [policy if isinstance(policy, Believer) else None for policy in policies]
        self._games: list[Played] = []
        self._offers: Counter[Offered] = Counter()
        self._beliefs: dict[Believed, Sums] = {}
        self._failures: Counter[Failed] = Counter()
        self._decisions = [0] * len(policies)
        self._paces: Counter[Took] = Counter()
        self._spent = [0] * len(policies)

    def as_chunk(self, number: int) -> Chunk:
        return Chunk(
            number=number,
            games=tuple(self._games),
            offers=tuple(sorted(self._offers.items())),
            beliefs=tuple(sorted(self._beliefs.items())),
            failures=tuple(sorted(self._failures.items())),
            decisions=tuple(self._decisions),
            paces=tuple(sorted(self._paces.items())),
            spent=tuple(self._spent),
        )

    def play(self, deal_number: int, rotation: int) -> None:
        """One game, from the deal to the end."""
        entry_at = seating(self._contest, deal_number, rotation)
        contestant_at = [self._contest.entries[entry] for entry in entry_at]
        secret = bot_secret(server_seed_of(self._contest, deal_number))
        game_id = f"{deal_number}.{rotation}"
        events = dealt(self._contest, deal_number)
        state, version = replay(events), len(events)
        had_charon: list[bool] = []
        while (seat := state.to_act) is not None:
            view = project(state, seat)
            move = self._chosen(contestant_at[seat], view, secret, game_id, version)
            if state.lot:
                self._note_belief(contestant_at[seat], view, state.lot)
                self._note_answer(contestant_at, state.lot[-1], had_charon[-1], move)
            if isinstance(move, Offer):
                had_charon.append(CHARON in state.hands[seat])
            caused = decide(state, seat, move)
            state, version = fold(state, caused), version + len(caused)
        self._games.append(_played(state, entry_at))

    def _chosen(self, by: int, view: GameView, secret: bytes, game_id: str, version: int) -> Move:
        """What the policy chooses; a random legal move when it fails."""
        own, legal = own_turn(view)
        rng = move_rng(secret=secret, game_id=game_id, version=version, seat=own.seat)
        self._decisions[by] += 1
        began = time.thread_time_ns()
        try:
            move = self._policies[by].choose(view, rng)
            if not isinstance(move, Offer | Accept | Refuse) or not legal.allows(move):
                raise IllegalChoice
        except Exception as failure:
            self._failures[Failed(by, type(failure).__name__)] += 1
            return Novice().choose(view, move_rng(secret=secret, game_id=game_id, version=version, seat=own.seat))
        finally:
            spent = time.thread_time_ns() - began
            self._spent[by] += spent
            self._paces[Took(by, step_of(spent))] += 1
        return move

    def _note_answer(self, contestant_at: Sequence[int], asked: LotCard, had_charon: bool, move: Move) -> None:
        match move:
            case Accept():
                answer = Answer.ACCEPTED
            case Refuse():
                answer = Answer.REFUSED
            case Offer():
                answer = Answer.PASSED_ON
        by, to = contestant_at[asked.from_seat], contestant_at[asked.to]
        self._offers[Offered(by, to, had_charon, asked.card == CHARON, asked.claim, answer)] += 1

    def _note_belief(self, by: int, view: GameView, lot: Sequence[LotCard]) -> None:
        believer = self._believers[by]
        if believer is None:
            return
        try:
            probability = float(believer.belief(view))
            if not 0 <= probability <= 1:
                raise NoProbability
        except Exception as failure:
            self._failures[Failed(by, type(failure).__name__)] += 1
            return
        millionths = round(probability * MILLION)
        kind = Believed(
            by,
            cards=len(lot),
            claim=lot[-1].claim,
            tenth=min(millionths * TENTHS // MILLION, TENTHS - 1),
            is_true=any(card.card == CHARON for card in lot),
        )
        known = self._beliefs.get(kind, Sums(0, 0, 0))
        self._beliefs[kind] = Sums(known.times + 1, known.millionths + millionths, known.squares + millionths**2)


def _played(state: GameState, entry_at: Sequence[int]) -> Played:
    """Winners come first, then who is left by points and cards in front, then who was eliminated."""
    result = state.result
    if result is None:
        raise ValueError("the game is not over")
    merits = [
        (2, 0, 0)
        if seat in result.winners
        else (0, 0, 0)
        if state.eliminated[seat]
        else (1, points_of(front), len(front))
        for seat, front in enumerate(state.fronts)
    ]
    places = sorted(set(merits), reverse=True)
    seat_of = [entry_at.index(entry) for entry in range(len(entry_at))]
    return Played(
        ranks=tuple(places.index(merits[seat]) + 1 for seat in seat_of),
        points=tuple(result.points[seat] for seat in seat_of),
        eliminated=tuple(state.eliminated[seat] for seat in seat_of),
        reason=result.reason,
    )
