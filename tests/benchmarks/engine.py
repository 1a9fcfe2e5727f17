"""How fast the rules are: `python -m tests.benchmarks engine [--seconds S] [--runs N] [--json FILE]`.

Random games are played in one process, every legal move listed before each move, every event made and applied. The
measure beside it is OpenSpiel's game of bluff, `python_liars_poker`, with as many players, played in the same way in
the same run. Runs of both alternate, so that a busy machine slows both; the median of the runs counts. The clock is
that of the processor, and the deal is inside both measures.
"""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from games.engine.moves import Accept, LegalMoves, Move, Offer, Refuse
from games.engine.rules import decide, fold, legal, opened
from games.engine.setup import deal, rules_for, sorted_deck
from games.engine.types import FEWEST_PLAYERS, MOST_PLAYERS
from tests.engine.tables import opening

AIM = 5.0
"""How many times the decisions of OpenSpiel's game the engine promises."""

ACCEPT, REFUSE = Accept(), Refuse()
put_in = cache(Offer)

type Game = Callable[[Random], int]
"""Plays one whole game and says how many decisions it took."""


def nessos(players: int) -> Game:
    rules = rules_for(players)
    cards = sorted_deck(rules)
    waiting = opened(opening(players))
    seats, entropy = tuple(range(players)), ("",) * players

    def game(rng: Random) -> int:
        deck = tuple(sorted(cards, key=lambda _: rng.random()))
        state = fold(waiting, deal(rules, seats, entropy, rng.randrange(players), deck))
        bits = rng.getrandbits
        decisions = 0
        while (options := legal(state)) is not None:
            seat = state.to_act
            assert seat is not None
            state = fold(state, decide(state, seat, choose(options, bits(32))))
            decisions += 1
        return decisions

    return game


def choose(options: LegalMoves, bits: int) -> Move:
    """Every kind of move, card, claim and recipient has a chance. `bits` are 32 random ones, used up from the right."""
    offer = options.offer
    if options.accept:
        kind = bits % 3 if offer is not None else bits & 1
        if kind == 0:
            return ACCEPT
        if kind == 1:
            return REFUSE
    assert offer is not None
    choice = offer.cards[(bits >> 2) % len(offer.cards)]
    claim = choice.claims[(bits >> 12) % len(choice.claims)]
    return put_in(choice.card, claim, offer.to[(bits >> 22) % len(offer.to)])


def liars_poker(players: int) -> Game:
    # The first import registers the games that are written in Python.
    import open_spiel.python.games  # noqa: F401
    import pyspiel

    rules = pyspiel.load_game("python_liars_poker", {"players": players})

    def game(rng: Random) -> int:
        random = rng.random
        state = rules.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random() * len(outcomes))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                decisions += 1
        return decisions

    return game


CONTENDERS = {"nessos": nessos, "python_liars_poker": liars_poker}


def decisions_per_second(game: Game, seed: int, seconds: float) -> float:
    rng = Random(seed)
    decisions = 0
    start = process_time()
    while (elapsed := process_time() - start) < seconds:
        decisions += game(rng)
    return decisions / elapsed


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.6, help="length of each run")
    parser.add_argument("--runs", type=int, default=7, help="runs of each game")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    arguments = parser.parse_args(argv)

    rates: dict[tuple[str, int], list[float]] = {}
    for run in range(arguments.runs):
        for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
            for name, make in CONTENDERS.items():
                rate = decisions_per_second(make(players), seed=run, seconds=arguments.seconds)
                rates.setdefault((name, players), []).append(rate)

    medians = {contender: median(measured) for contender, measured in rates.items()}
    ratios = []
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        ours, theirs = medians["nessos", players], medians["python_liars_poker", players]
        ratios.append(ours / theirs)
        print(f"{players} players: {ours:9,.0f} decisions/s, {ours / theirs:.2f} times the peer's {theirs:,.0f}")
    ratio = median(ratios)
    print(f"median of the player counts: {ratio:.2f} times; the aim is {AIM:.0f}")
    if arguments.json is not None:
        by_name = {f"{name}, {players} players": rate for (name, players), rate in medians.items()}
        figures = {"decisions_per_second": by_name, "ratio": ratio, "aim": AIM}
        arguments.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
