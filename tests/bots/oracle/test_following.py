"""What the oracle thinks would follow is what the engine says follows, for every seat that looks."""

from random import Random

import pytest

from bots.policies.oracle.following import as_seen_by, put_in, turned_up
from bots.policies.oracle.known import COVERED, HAND, KINDS, UNSEEN, known_of
from bots.policies.oracle.lookahead import worlds_drawn
from bots.policies.oracle.player import action_of
from games.engine.moves import Accept, Offer
from games.engine.projection import project
from games.engine.rules import replay
from games.engine.types import CHARON
from tests.engine.tables import play_randomly, random_deal

GAMES = 12

each_size = pytest.mark.parametrize("players", [3, 4, 5, 6])


@each_size
def test_offers_and_what_others_see(players: int) -> None:
    for seed in range(GAMES):
        rng = Random(seed)
        for before, move, _, after in play_randomly(replay(random_deal(players, rng)), rng):
            actor = before.to_act
            assert actor is not None
            hand = [before.hands[actor].count(card) for card in range(KINDS)]
            for viewer in range(players):
                known = known_of(project(before, viewer))
                faces = [put_in.card for put_in in before.lot]
                assert as_seen_by(known, hand, faces) == known_of(project(before, actor))
                if isinstance(move, Offer):
                    found = put_in(known, (actor - viewer) % players, action_of(move, actor, players))
                    assert found == known_of(project(after, viewer))


@each_size
def test_answers(players: int) -> None:
    ended = 0
    for seed in range(GAMES):
        rng = Random(seed)
        for before, move, _, after in play_randomly(replay(random_deal(players, rng)), rng):
            if isinstance(move, Offer):
                continue
            faces = [put_in.card for put_in in before.lot]
            for viewer in (seat for seat in range(players) if not before.eliminated[seat]):
                known = known_of(project(before, viewer))
                found = turned_up(known, faces, is_accepted=isinstance(move, Accept), rng=rng)
                if after.result is not None:
                    winners = after.result.winners
                    assert found == ((viewer in winners) / len(winners))
                    ended += 1
                elif after.eliminated[viewer]:
                    assert found == 0
                else:
                    assert isinstance(found, list)
                    wanted = known_of(project(after, viewer))
                    # Which cards the viewer draws is chance: their number, and that they come from the unseen, is not.
                    assert sum(found[HAND : HAND + KINDS]) == sum(wanted[HAND : HAND + KINDS])
                    for card in range(KINDS):
                        assert found[HAND + card] + found[UNSEEN + card] == wanted[HAND + card] + wanted[UNSEEN + card]
                    found[HAND:COVERED] = wanted[HAND:COVERED]
                    assert found == wanted

    assert ended >= GAMES


@each_size
def test_imagined_worlds_fit_the_view(players: int) -> None:
    rng = Random(1)
    for before, _, _, _ in play_randomly(replay(random_deal(players, rng)), rng):
        assert before.to_act is not None
        view = project(before, before.to_act)
        known = known_of(view)
        suspicions = [0.3] * len(before.lot)
        for world in worlds_drawn(known, suspicions, 5, rng):
            sizes = [view.seats[(before.to_act + seat) % players].hand_size for seat in range(players)]
            assert [sum(hand) for hand in world.hands] == sizes
            for put, face in zip(view.lot, world.faces, strict=True):
                assert face in (put.card,) if put.card is not None else face in (CHARON, put.claim)
            held = [sum(hand[card] for hand in world.hands[1:]) for card in range(KINDS)]
            hidden = [face for put, face in zip(view.lot, world.faces, strict=True) if put.card is None]
            for card in range(KINDS):
                assert held[card] + hidden.count(card) <= known[UNSEEN + card]
