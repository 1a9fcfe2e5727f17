"""Tables to test at: games dealt from a known deck, and states laid out card by card."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random

from games.engine.events import CardsDealt, Event, GameOpened, GameStarted, RoundStarted, SeatTaken
from games.engine.lobby import take_seat
from games.engine.moves import Accept, LegalMoves, Move, Offer, Refuse
from games.engine.rules import decide, fold, legal, opened, replay
from games.engine.setup import commitment_of, deal, rules_for, sorted_deck
from games.engine.state import GameState
from games.engine.types import Card, LotCard, Seat, Visibility

SERVER_SEED = "5a" * 32
OTHER_SEED = "c3" * 32
FIRST_PLAYER_ID = 100


def opening(players: int, server_seed: str = SERVER_SEED) -> GameOpened:
    return GameOpened(
        players=players,
        turn=259_200,
        commitment=commitment_of(server_seed),
        creator=FIRST_PLAYER_ID,
        name="a game",
        visibility=Visibility.PUBLIC,
        rated=True,
        server_seed=server_seed,
    )


def events_until_dealt(players: int, first_seat: Seat, deck: tuple[Card, ...]) -> tuple[Event, ...]:
    """A whole history up to the first move; seat s is taken by player 100 + s."""
    seats = tuple(FIRST_PLAYER_ID + seat for seat in range(players))
    entropy = tuple(f"entropy {seat}" for seat in range(players))
    taken = [SeatTaken(seat, player, entropy[seat]) for seat, player in enumerate(seats)]
    return (opening(players), *taken, *deal(rules_for(players), seats, entropy, first_seat, deck))


def random_deal(players: int, rng: Random) -> tuple[Event, ...]:
    deck = list(sorted_deck(rules_for(players)))
    rng.shuffle(deck)
    return events_until_dealt(players, rng.randrange(players), tuple(deck))


def moves_of(options: LegalMoves) -> Iterator[Move]:
    """Every legal move, one by one."""
    if options.accept:
        yield Accept()
    if options.refuse:
        yield Refuse()
    if options.offer is not None:
        for choice in options.offer.cards:
            for claim in choice.claims:
                for to in options.offer.to:
                    yield Offer(choice.card, claim, to)


def random_move(options: LegalMoves, rng: Random) -> Move:
    """A legal move; every kind, card, claim and recipient has a chance."""
    kinds: list[Callable[[], Move]] = []
    if options.accept:
        kinds.append(Accept)
    if options.refuse:
        kinds.append(Refuse)
    offer = options.offer
    if offer is not None:

        def put_in() -> Move:
            choice = rng.choice(offer.cards)
            return Offer(choice.card, rng.choice(choice.claims), rng.choice(offer.to))

        kinds.append(put_in)
    return rng.choice(kinds)()


def play(state: GameState, *moves: Move) -> tuple[GameState, tuple[Event, ...]]:
    """Each move by the seat whose turn it is; the state after them and all they caused."""
    happened: list[Event] = []
    for move in moves:
        assert state.to_act is not None
        events = decide(state, state.to_act, move)
        state = fold(state, events)
        happened.extend(events)
    return state, tuple(happened)


def play_randomly(state: GameState, rng: Random) -> Iterator[tuple[GameState, Move, tuple[Event, ...], GameState]]:
    """Play to the end; each step is the state before, the move, its events, and the state after."""
    while (options := legal(state)) is not None:
        move = random_move(options, rng)
        after, events = play(state, move)
        yield state, move, events, after
        state = after


def table(
    hands: Sequence[Sequence[Card]],
    *,
    fronts: Sequence[Sequence[Card]] | None = None,
    draw_pile: Sequence[Card] = (),
    eliminated: Sequence[Seat] = (),
    first_seat: Seat = 0,
    lot: Sequence[LotCard] = (),
) -> GameState:
    """A game in its first round with exactly these cards, few or many, on the table."""
    players = len(hands)
    seats = tuple(FIRST_PLAYER_ID + seat for seat in range(players))
    started = GameStarted(players, 1, seats, entropy=("",) * players)
    dealt = CardsDealt(tuple(map(tuple, hands)), tuple(draw_pile))
    state = replay((opening(players), started, dealt, RoundStarted(1, first_seat)))
    return GameState(
        opening=state.opening,
        status=state.status,
        rules=state.rules,
        seats=state.seats,
        entropy=state.entropy,
        hands=state.hands,
        fronts=tuple(map(tuple, fronts)) if fronts is not None else state.fronts,
        draw_pile=state.draw_pile,
        eliminated=tuple(seat in eliminated for seat in range(players)),
        round=state.round,
        first_seat=state.first_seat,
        lot=tuple(lot),
    )


def open_table(players: int, server_seed: str = SERVER_SEED) -> GameState:
    """An open game with all seats free."""
    return opened(opening(players, server_seed))


def seated(state: GameState, entropy: Sequence[str]) -> GameState:
    """Player 100 sits down at the lowest free seat, player 101 at the next, and so on, one for each entropy."""
    for number, brought in enumerate(entropy):
        state = fold(state, take_seat(state, FIRST_PLAYER_ID + number, brought))
    return state


def twin_world(state: GameState, viewer: Seat | None, rng: Random) -> GameState:
    """The same world, but with everything that is hidden from `viewer` exchanged at random."""
    hidden: list[Card] = list(state.draw_pile)
    for seat, hand in enumerate(state.hands):
        if seat != viewer:
            hidden.extend(hand)
    hidden.extend(put_in.card for put_in in state.lot if put_in.from_seat != viewer)
    rng.shuffle(hidden)

    def exchanged(count: int) -> tuple[Card, ...]:
        taken = tuple(hidden[:count])
        del hidden[:count]
        return taken

    def other_face(put_in: LotCard) -> LotCard:
        return put_in if put_in.from_seat == viewer else replace(put_in, card=exchanged(1)[0])

    return replace(
        state,
        opening=replace(state.opening, server_seed=OTHER_SEED),
        hands=tuple(
            hand if seat == viewer else tuple(sorted(exchanged(len(hand)))) for seat, hand in enumerate(state.hands)
        ),
        lot=tuple(map(other_face, state.lot)),
        draw_pile=exchanged(len(state.draw_pile)),
    )
