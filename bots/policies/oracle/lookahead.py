"""A look ahead to the end of the round: in worlds as they may be, with others who answer as the oracle would."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from bots.policies.oracle.describing import ACCEPT, ACTIONS, OFFER, REFUSE, incline
from bots.policies.oracle.following import as_seen_by, card_of, put_in, turned_up
from bots.policies.oracle.known import (
    HAND,
    HAND_CARDS,
    HIDDEN,
    KINDS,
    LOT_CARD,
    LOT_CLAIM,
    LOT_FROM,
    LOT_SIZE,
    PLAYERS,
    POINTS,
    SEAT_CELLS,
    SEATS,
    TO_ACT,
    UNSEEN,
)
from bots.policies.oracle.network import VALUE, Network, rows_of
from bots.policies.policy import Rng, drawn
from games.engine.types import CHARON, Card

LEAST_SHARE: Final = 1e-9


@dataclass(frozen=True, slots=True)
class World:
    """What may lie hidden: `faces` of the lot, and `hands[seat]` as eleven counts; the viewer's own is theirs."""

    faces: tuple[Card, ...]
    hands: tuple[list[int], ...]


@dataclass(slots=True)
class Followed:
    """What an action leads to, in sums over worlds, each weighing 1: the chance to win, and what the front gains."""

    win: float = 0.0
    points: float = 0.0
    charons: float = 0.0
    worlds: float = 0.0


@dataclass(slots=True)
class _Line:
    """One way the round goes on in one world. `weight` is how likely it is."""

    action: int
    known: list[int]
    world: World
    weight: float
    outcome: list[int] | float = 0.0
    points: int = 0
    charons: int = 0


def worlds_drawn(known: list[int], suspicions: Sequence[float], count: int, rng: Rng) -> list[World]:
    """Worlds that fit what is known. Cards of the lot are Charon as often as they are suspected to be."""
    return [_world_drawn(known, suspicions, rng) for _ in range(count)]


def _world_drawn(known: list[int], suspicions: Sequence[float], rng: Rng) -> World:
    unseen = known[UNSEEN : UNSEEN + KINDS]
    faces: list[Card] = []
    for position in range(known[LOT_SIZE]):
        card = known[LOT_CARD + position]
        if card == HIDDEN:
            claim = known[LOT_CLAIM + position]
            is_charon = rng.random() < suspicions[position]
            card = CHARON if is_charon or not unseen[claim] else claim
            if not unseen[card]:
                card = claim
            unseen[card] -= 1
        faces.append(card)
    pool = [card for card, count in enumerate(unseen) for _ in range(count)]
    hands: list[list[int]] = [known[HAND : HAND + KINDS]]
    for seat in range(1, known[PLAYERS]):
        hand = [0] * KINDS
        for _ in range(known[SEATS + seat * SEAT_CELLS + HAND_CARDS]):
            place = int(rng.random() * len(pool))
            hand[pool[place]] += 1
            pool[place] = pool[-1]
            pool.pop()
        hands.append(hand)
    return World(tuple(faces), tuple(hands))


def followed(network: Network, known: list[int], tried: Sequence[tuple[int, World]], rng: Rng) -> dict[int, Followed]:
    """Each of these actions tried in its world, to the end of the round: answers are weighed, passing on is drawn."""
    lines: list[_Line] = []
    ended: list[_Line] = []
    for action, world in tried:
        if action in (ACCEPT, REFUSE):
            ended.append(_answered(known, world, action, action, 1.0, rng))
        else:
            lines.append(_offered(known, world, 0, action, action, 1.0))
    while lines:
        seen = [as_seen_by(line.known, line.world.hands[line.known[TO_ACT]], line.world.faces) for line in lines]
        said = network.outputs(rows_of(seen)).tolist()
        further: list[_Line] = []
        for line, view, outputs in zip(lines, seen, said, strict=True):
            shares = shares_of(view, outputs)
            seat = line.known[TO_ACT]
            for answer in (ACCEPT, REFUSE):
                if shares[answer] > LEAST_SHARE:
                    weight = line.weight * shares[answer]
                    ended.append(_answered(line.known, line.world, line.action, answer, weight, rng))
            passing = 1 - shares[ACCEPT] - shares[REFUSE]
            if passing > LEAST_SHARE:
                actions = [action for action in range(OFFER, ACTIONS) if shares[action] > 0]
                if actions:
                    action = drawn(actions, [shares[action] for action in actions], rng)
                    further.append(_offered(line.known, line.world, seat, action, line.action, line.weight * passing))
        lines = further
    return _added_up(network, ended)


def shares_of(known: list[int], outputs: Sequence[float]) -> list[float]:
    """How often each action is taken by one who knows this and to whom the network says that."""
    inclined = [0.0] * ACTIONS
    incline(known, inclined)
    most = max(said for said, share in zip(outputs, inclined, strict=False) if share > 0)
    weights = [share and share * exp(said - most) for said, share in zip(outputs, inclined, strict=False)]
    total = sum(weights)
    return [weight / total for weight in weights]


def _offered(known: list[int], world: World, seat: int, action: int, tried: int, weight: float) -> _Line:
    card = card_of(action)
    hands = list(world.hands)
    hands[seat] = hands[seat].copy()
    hands[seat][card] -= 1
    return _Line(tried, put_in(known, seat, action), World((*world.faces, card), tuple(hands)), weight)


def _answered(known: list[int], world: World, tried: int, answer: int, weight: float, rng: Rng) -> _Line:
    after = turned_up(known, world.faces, is_accepted=answer == ACCEPT, rng=rng)
    line = _Line(tried, known, world, weight, after)
    receiver = known[TO_ACT] if answer == ACCEPT else known[LOT_FROM + known[LOT_SIZE] - 1]
    if receiver == 0:
        line.charons = world.faces.count(CHARON)
        line.points = sum(world.faces)
        if isinstance(after, list):
            line.points = after[SEATS + POINTS] - known[SEATS + POINTS]
    return line


def _added_up(network: Network, ended: Sequence[_Line]) -> dict[int, Followed]:
    going_on = [line for line in ended if isinstance(line.outcome, list)]
    if going_on:
        outcomes = [line.outcome for line in going_on if isinstance(line.outcome, list)]
        for line, value in zip(going_on, network.outputs(rows_of(outcomes))[:, VALUE].tolist(), strict=True):
            line.outcome = 1 / (1 + exp(-value))
    sums: dict[int, Followed] = {}
    for line in ended:
        total = sums.setdefault(line.action, Followed())
        if isinstance(line.outcome, float):
            total.win += line.weight * line.outcome
        total.points += line.weight * line.points
        total.charons += line.weight * line.charons
        total.worlds += line.weight
    return sums
