"""Two worlds that one viewer cannot tell apart: the same public history and the same own cards, all else permuted."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.engine.events import CardsDealt, CardsDrawn, Draw, Event, GameOpened, LotAccepted, LotRefused, OfferMade
from games.engine.lobby import start, take_seat
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.rules import apply, decide, legal, opened
from games.engine.setup import commitment_of
from games.engine.state import GameState
from games.engine.types import CHARON, Card, PlayerId, Seat, Visibility


@dataclass(frozen=True)
class Twins:
    """Two logs of one game. `viewer` is None for someone who sits nowhere."""

    game_id: str
    viewer: Seat | None
    one: tuple[Event, ...]
    other: tuple[Event, ...]


def game_played(
    rng: random.Random, game_id: str, players: Sequence[PlayerId], moves: int, *, visibility: Visibility
) -> tuple[Event, ...]:
    """A game from its opening, through at most so many random moves, but not to its end."""
    seed = rng.randbytes(32).hex()
    opening = GameOpened(
        players=len(players),
        turn=86_400,
        commitment=commitment_of(seed),
        creator=players[0],
        name="Styx",
        visibility=visibility,
        # Where hints are given.
        rated=False,
        server_seed=seed,
    )
    events: list[Event] = [opening]
    state = opened(opening)
    for player in players:
        state = _happen(state, events, take_seat(state, player, f"entropy {player}"))
    state = _happen(state, events, start(state, game_id))
    for _ in range(moves):
        if state.to_act is None:
            raise AssertionError("the game went on")
        facts = decide(state, state.to_act, random_move(state, rng))
        after = state
        for fact in facts:
            after = apply(after, fact)
        if after.status.is_over:
            break
        state = _happen(state, events, facts)
    return tuple(events)


def random_move(state: GameState, rng: random.Random) -> Move:
    choices = legal(state)
    if choices is None:
        raise AssertionError("somebody is to act")
    moves: list[Move] = [*([Accept(), Refuse()] if choices.accept else [])]
    if choices.offer is not None:
        choice = rng.choice(choices.offer.cards)
        offer = Offer(card=choice.card, claim=rng.choice(choice.claims), to=rng.choice(choices.offer.to))
        # Lots that lie open on the table for a while are what there is to see: pass on more often than not.
        moves += [offer, offer]
    return rng.choice(moves)


def twin_of(events: Sequence[Event], viewer: Seat | None, rng: random.Random) -> tuple[Event, ...]:
    """The same game with everything permuted that `viewer` may not know: hands, pile, lot faces, seed, entropy brought.

    Every card has a place in the deck; a world says which face is at which place. Places whose face the viewer knows
    keep it; the other faces change places. A card on offer whose claim is known must fit its claim.
    """
    deal = next(event for event in events if isinstance(event, CardsDealt))
    faces = [card for hand in deal.hands for card in hand] + list(deal.draw_pile)
    history = _places(events, faces)
    known = history.revealed | {place for place, seat in history.got_by.items() if seat == viewer}
    hidden = [place for place in range(len(faces)) if place not in known]
    supply = [faces[place] for place in hidden]
    rng.shuffle(supply)
    other = dict(enumerate(faces))
    for place, claim in history.on_offer:
        if place in hidden:
            fitting = [card for card in {claim, CHARON} if card in supply]
            other[place] = rng.choice(fitting)
            supply.remove(other[place])
            hidden.remove(place)
    other |= dict(zip(hidden, supply, strict=True))
    return tuple(_rewritten(events, history, other, rng))


@dataclass(frozen=True)
class _History:
    """Where each card of the deck went. `offered[n]` is the place of the card in the n-th offer of the game."""

    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    got_by: dict[int, Seat]
    offered: tuple[int, ...]
    revealed: frozenset[int]
    on_offer: tuple[tuple[int, int], ...]


def _places(events: Sequence[Event], faces: Sequence[Card]) -> _History:
    hands: list[list[int]] = []
    dealt: tuple[tuple[int, ...], ...] = ()
    pile: list[int] = []
    got_by: dict[int, Seat] = {}
    offered: list[int] = []
    lot: list[tuple[int, int]] = []
    revealed: set[int] = set()
    whole_pile: tuple[int, ...] = ()
    for event in events:
        match event:
            case CardsDealt():
                places = iter(range(len(faces)))
                dealt = tuple(tuple(next(places) for _ in hand) for hand in event.hands)
                hands = [list(hand) for hand in dealt]
                pile = list(places)
                whole_pile = tuple(pile)
                got_by |= {place: seat for seat, hand in enumerate(dealt) for place in hand}
            case CardsDrawn():
                for draw in event.draws:
                    for _ in draw.cards:
                        place = pile.pop(0)
                        hands[draw.seat].append(place)
                        got_by[place] = draw.seat
            case OfferMade():
                place = next(place for place in hands[event.from_seat] if faces[place] == event.card)
                hands[event.from_seat].remove(place)
                offered.append(place)
                lot.append((place, event.claim))
            case LotAccepted() | LotRefused():
                revealed |= {place for place, _ in lot}
                lot = []
            case _:
                pass
    return _History(dealt, whole_pile, got_by, tuple(offered), frozenset(revealed), tuple(lot))


def _rewritten(
    events: Sequence[Event], history: _History, faces: dict[int, Card], rng: random.Random
) -> Iterator[Event]:
    """The log as it would be with other faces. What was revealed keeps its face, so that only hidden parts change."""
    pile = list(history.pile)
    offered = iter(history.offered)
    for event in events:
        match event:
            case GameOpened():
                # The commitment is public and stays: whether it fits is checked when the seed is opened, not before.
                yield replace(event, server_seed=rng.randbytes(32).hex())
            case CardsDealt():
                hands = tuple(tuple(faces[place] for place in hand) for hand in history.hands)
                yield CardsDealt(hands=hands, draw_pile=tuple(faces[place] for place in pile))
            case CardsDrawn():
                draws = []
                for draw in event.draws:
                    cards = tuple(faces[pile.pop(0)] for _ in draw.cards)
                    draws.append(Draw(seat=draw.seat, cards=cards))
                yield CardsDrawn(draws=tuple(draws))
            case OfferMade():
                yield replace(event, card=faces[next(offered)])
            case _:
                yield event


def _happen(state: GameState, events: list[Event], facts: Sequence[Event]) -> GameState:
    for fact in facts:
        events.append(fact)
        state = apply(state, fact)
    return state
