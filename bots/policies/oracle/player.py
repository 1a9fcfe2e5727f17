"""The oracle plays: as its network says, bettered by a look ahead, and by chance where it matters not to be read."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Final

from bots.policies.advice import Advice, Weighed
from bots.policies.oracle.describing import ACCEPT, ACTIONS, CHARON_STATEMENTS, OFFER, REFUSE, STATEMENTS
from bots.policies.oracle.following import card_of
from bots.policies.oracle.known import HIDDEN, LOT_CARD, LOT_CLAIM, LOT_SIZE, UNSEEN, known_of
from bots.policies.oracle.lookahead import Followed, World, followed, shares_of, worlds_drawn
from bots.policies.oracle.network import SUSPICIONS, WEIGHTS, network_of, rows_of
from bots.policies.policy import Rng, drawn, own_turn
from games.engine.moves import Accept, LegalMoves, Move, Offer, Refuse
from games.engine.types import CHARON, Seat
from games.engine.views import GameView

BUDGET: Final = 24
"""Actions tried in imagined worlds for one move, unless another budget is set."""
LEAST_WORTH_TRYING: Final = 0.02
"""What the network would do more seldom than this is not looked at, but for the answers: there are only two."""
LEAST_OF_AN_ANSWER: Final = 0.05
"""How often each answer counts as given, at least, when it is weighed: the network may be sure of what it never met."""
SHARPNESS: Final = 30.0
"""The odds of an action grow by e to this for each whole chance to win that it is found to be better."""
DOUBT: Final = 8.0
"""In so many worlds a finding counts half: few of them shall not overrule the network."""
WORLDS_OF_ADVICE: Final = 120
"""Imagined for one piece of advice, all moves together: twice as many foresee hardly better. See docs/bots.md."""

type Way = int | tuple[int, int]
"""Accept, refuse, or which card is put before whom: what is claimed for it is left to the network."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """The network's play, and its second thoughts.

    - The network was taught by playing against itself, and held back from being sure: it stays mixed, so that what it
      claims and believes cannot be read.
    - With a `budget` it imagines worlds that fit its view, in proportion to what it suspects, lets the round go on in
      them as it would play itself, and leans towards what leaves the better chances. It leans the more, the more
      worlds it looked at; it never leaps, so that a larger budget makes its findings surer, not its bluffs plainer.
    """

    budget: int = BUDGET
    weights: Path = WEIGHTS
    level: Final = "oracle"

    def choose(self, view: GameView, rng: Rng) -> Move:
        """A legal move for the viewer."""
        own, _ = own_turn(view)
        known = known_of(view)
        outputs = self._outputs(known)
        shares = self._shares(known, outputs, rng)
        actions = [action for action in range(ACTIONS) if shares[action] > 0]
        action = drawn(actions, [shares[action] for action in actions], rng)
        return move_of(action, own.seat, view.rules.players)

    def belief(self, view: GameView) -> float:
        """How likely it is that the lot before the viewer holds a Charon."""
        known = known_of(view)
        return at_least_one(suspicions_of(known, self._outputs(known)))

    def advise(self, view: GameView, rng: Rng) -> Advice:
        """Every legal move, weighed; a claim that is never made is weighed too."""
        own, legal = own_turn(view)
        known = known_of(view)
        outputs = self._outputs(known)
        suspicions = suspicions_of(known, outputs)
        shares = self._shares(known, outputs, rng)
        moves = {action_of(move, own.seat, view.rules.players): move for move in moves_of(legal)}
        worlds = worlds_drawn(known, suspicions, max(2, WORLDS_OF_ADVICE // len(moves)), rng)
        found = followed(network_of(self.weights), known, [(each, world) for each in moves for world in worlds], rng)
        weighed = [
            Weighed(
                move=move,
                share=shares[action],
                win=found[action].win / found[action].worlds,
                points=max(0.0, found[action].points / found[action].worlds),
                charons=found[action].charons / found[action].worlds,
            )
            for action, move in moves.items()
        ]
        weighed.sort(key=lambda each: -each.share)
        return Advice(tuple(weighed), tuple(suspicions), at_least_one(suspicions) if view.lot else None)

    def _outputs(self, known: list[int]) -> list[float]:
        row: list[float] = network_of(self.weights).outputs(rows_of([known]))[0].tolist()
        return row

    def _shares(self, known: list[int], outputs: list[float], rng: Rng) -> list[float]:
        shares = shares_of(known, outputs)
        ways: dict[Way, list[int]] = {}
        for action in range(ACTIONS):
            if shares[action] > 0:
                ways.setdefault(way_of(action), []).append(action)
        tried = {
            way: among
            for way, among in ways.items()
            if way in (ACCEPT, REFUSE) or sum(shares[a] for a in among) >= LEAST_WORTH_TRYING
        }
        count = self.budget // len(tried) if tried else 0
        if count and len(tried) > 1:
            worlds = worlds_drawn(known, suspicions_of(known, outputs), count, rng)
            found = self._found(known, shares, tried, worlds, rng)
            shares = leaning(shares, tried, found)
        return shares

    def _found(
        self, known: list[int], shares: Sequence[float], tried: dict[Way, list[int]], worlds: list[World], rng: Rng
    ) -> dict[Way, Followed]:
        trials = [
            (drawn(among, [shares[action] for action in among], rng), world)
            for among in tried.values()
            for world in worlds
        ]
        sums: dict[Way, Followed] = {}
        for action, found in followed(network_of(self.weights), known, trials, rng).items():
            total = sums.setdefault(way_of(action), Followed())
            total.win += found.win
            total.worlds += found.worlds
        return sums


def leaning(shares: Sequence[float], tried: dict[Way, list[int]], found: dict[Way, Followed]) -> list[float]:
    """The shares, moved towards the ways that were found to be better; the rest keeps what it had."""
    wins = {way: each.win / each.worlds for way, each in found.items()}
    best = max(wins.values())
    moved = list(shares)
    for way, among in tried.items():
        sharpness = SHARPNESS * found[way].worlds / (found[way].worlds + DOUBT)
        for action in among:
            share = max(shares[action], LEAST_OF_AN_ANSWER) if action < OFFER else shares[action]
            moved[action] = share * exp(sharpness * (wins[way] - best))
    looked_at = [action for among in tried.values() for action in among]
    scale = sum(shares[action] for action in looked_at) / sum(moved[action] for action in looked_at)
    for action in looked_at:
        moved[action] *= scale
    return moved


def suspicions_of(known: list[int], outputs: Sequence[float]) -> list[float]:
    """How likely each card of the lot is Charon; certain where the viewer's cards and the fronts leave no doubt."""
    suspicions: list[float] = []
    for position in range(known[LOT_SIZE]):
        card, claim = known[LOT_CARD + position], known[LOT_CLAIM + position]
        if card != HIDDEN:
            suspicions.append(float(card == CHARON))
        elif claim == CHARON or not known[UNSEEN + claim]:
            suspicions.append(1.0)
        elif not known[UNSEEN + CHARON]:
            suspicions.append(0.0)
        else:
            suspicions.append(1 / (1 + exp(-outputs[SUSPICIONS + position])))
    return suspicions


def at_least_one(suspicions: Iterable[float]) -> float:
    """How likely it is that any of them is true."""
    clean = 1.0
    for suspicion in suspicions:
        clean *= 1 - suspicion
    return 1 - clean


def way_of(action: int) -> Way:
    """What kind of action it is."""
    return action if action < OFFER else (card_of(action), (action - OFFER) // STATEMENTS)


def move_of(action: int, own: Seat, players: int) -> Move:
    """The move that an action stands for."""
    if action == ACCEPT:
        return Accept()
    if action == REFUSE:
        return Refuse()
    distance, statement = divmod(action - OFFER, STATEMENTS)
    card = card_of(action)
    return Offer(card, card or statement, (own + 1 + distance) % players)


def action_of(move: Move, own: Seat, players: int) -> int:
    """The action that stands for a move."""
    match move:
        case Accept():
            return ACCEPT
        case Refuse():
            return REFUSE
        case Offer(card=card, claim=claim, to=to):
            statement = claim if card == CHARON else CHARON_STATEMENTS - 1 + card
            return OFFER + ((to - own) % players - 1) * STATEMENTS + statement


def moves_of(legal: LegalMoves) -> list[Move]:
    """All of them, one by one."""
    moves: list[Move] = []
    if legal.accept:
        moves.append(Accept())
    if legal.refuse:
        moves.append(Refuse())
    if legal.offer is not None:
        moves += [
            Offer(choice.card, claim, to)
            for to in legal.offer.to
            for choice in legal.offer.cards
            for claim in choice.claims
        ]
    return moves
