"""Games played through the services, without HTTP."""

import random
from collections.abc import Iterator
from datetime import timedelta

from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.state import GameState
from games.engine.types import Visibility
from games.models import Game
from games.selectors.games import game_get
from games.services.lobby import game_open, seat_take
from games.services.moves import move_submit
from games.store import load
from players.models import Player
from players.services import player_register


def people(*names: str) -> list[Player]:
    return [player_register(name=name, password="correct horse battery")[0] for name in names]


def opened_game(
    creator: Player, *, players: int, visibility: Visibility = Visibility.PUBLIC, bots: tuple[str, ...] = ()
) -> str:
    """A game that waits for players, if the bots leave it seats to wait for."""
    seen = game_open(
        creator=creator,
        players=players,
        turn=timedelta(days=1),
        visibility=visibility,
        rated=True,
        name="",
        bots=bots,
        entropy=None,
    )
    return seen.header.id


def started_game(seated: list[Player]) -> str:
    """A game in which these players sit, by seat."""
    game_id = opened_game(seated[0], players=len(seated))
    for player in seated[1:]:
        seat_take(game_id=game_id, actor=player, invite=None, entropy=None)
    return game_id


def state_of(game_id: str) -> GameState:
    return load(game_id, Game.objects.get(pk=game_id).version).state


def random_move(game_id: str, player: Player, rng: random.Random) -> tuple[Move, int]:
    """A legal move of the player to act, and the version that goes with it."""
    seen = game_get(game_id=game_id, viewer=player)
    assert seen.view.you is not None
    legal = seen.view.you.legal
    assert legal is not None
    moves: list[Move] = [*([Accept()] if legal.accept else []), *([Refuse()] if legal.refuse else [])]
    if legal.offer is not None:
        choice = rng.choice(legal.offer.cards)
        moves.append(Offer(card=choice.card, claim=rng.choice(choice.claims), to=rng.choice(legal.offer.to)))
    return rng.choice(moves), seen.header.version


def play(game_id: str, seated: list[Player], rng: random.Random) -> Iterator[int]:
    """Play to the end at random; gives the version after each move."""
    while (seat := state_of(game_id).to_act) is not None:
        move, version = random_move(game_id, seated[seat], rng)
        yield move_submit(game_id=game_id, actor=seated[seat], move=move, version=version).header.version
