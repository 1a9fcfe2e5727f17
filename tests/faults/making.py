"""Games made quickly: by the engine, from a seed, without a service.

python -m tests.faults.making store NUMBER SEED    finished games into the database, with what is to follow
python -m tests.faults.making work_off             do what waits in the outbox, and all of it once more
python -m tests.faults.making golden               the golden log of today's rules and forms, to standard output
"""

import json
import os
import random
import sys
from collections.abc import Callable, Sequence

import django

from games.engine import lobby
from games.engine.events import Event, GameOpened
from games.engine.rules import decide, fold, legal, opened
from games.engine.setup import RULES_VERSION, commitment_of
from games.engine.state import GameState
from games.engine.types import HandOverReason, Visibility
from tests.engine.tables import random_move

BATCH = 200


def game_made(
    game: str, players: Sequence[int], stand_in: int, rng: random.Random, *, rules_version: int = RULES_VERSION
) -> tuple[GameState, list[Event]]:
    """A whole game of these players (ids, by seat); in some, a seat is handed over to `stand_in`."""
    server_seed = rng.randbytes(32).hex()
    opening = GameOpened(
        players=len(players),
        turn=86_400,
        commitment=commitment_of(server_seed),
        creator=players[0],
        name="",
        visibility=Visibility.PUBLIC,
        rated=True,
        server_seed=server_seed,
    )
    state, events = opened(opening), [opening]

    def add(caused: Sequence[Event]) -> None:
        nonlocal state
        state = fold(state, caused)
        events.extend(caused)

    for player in players:
        add(lobby.take_seat(state, player, f"{rng.getrandbits(64):x}"))
    add(lobby.start(state, game, rules_version))
    leaves_at = rng.randrange(60)
    moves = 0
    while (options := legal(state)) is not None and state.to_act is not None:
        if moves == leaves_at:
            add(lobby.hand_over(state, rng.randrange(len(players)), stand_in, HandOverReason.RESIGNED))
        add(decide(state, state.to_act, random_move(options, rng)))
        moves += 1
    return state, events


def golden() -> None:
    """Two games of each number of players."""
    from games.codec import SCHEMA, encode, kind_of
    from tests.faults.replaying import replayed

    rng = random.Random(f"golden {RULES_VERSION} {SCHEMA}")
    for number in (3, 4, 5, 6) * 2:
        game = f"g{rng.getrandbits(32):08x}"
        _, events = game_made(game, range(1, number + 1), 99, rng)
        log = {"game": game, "events": [[kind_of(event).value, encode(event)] for event in events]}
        sys.stdout.write(json.dumps({**log, "digest": replayed(log)}, separators=(",", ":")) + "\n")


def store_games(number: int, seed: int) -> None:
    """So many finished games, each with a message for whoever counts it and one for whoever tells of it."""
    from django.db import transaction

    from games import outbox, projections, store
    from games.models import Game, Topic, new_game_id
    from players.models import Player
    from players.services import bot_player

    rng = random.Random(seed)
    bots = [bot_player(level="guarded", ordinal=ordinal).pk for ordinal in (1, 2)]
    people = [Player.objects.create_user(name=f"m-{seed}-{place}", password=None).pk for place in range(30)]
    left = number
    while left:
        with transaction.atomic():
            for _ in range(min(left, BATCH)):
                game = Game(pk=new_game_id(), version=0)
                players = rng.sample(people, rng.randint(3, 6))
                _, events = game_made(game.pk, players, rng.choice(bots), rng)
                state, logged = store.number(0, None, events, store.now())
                store.append(game.pk, logged)
                projections.write(game, state, logged)
                for topic in (Topic.GAME_ENDED, Topic.NEWS):
                    outbox.enqueue([outbox.Message(topic, game.pk, game.version)])
                left -= 1


def work_off() -> None:
    """What waits is done; then everything is told and counted once more, as if every message came again."""
    from games.models import Game, OutboxMessage
    from games.tasks import settle, tell

    for row in OutboxMessage.objects.order_by("pk"):
        {"game_ended": settle, "news": tell}[row.topic](row.game_id, row.version)
    for game, version in Game.objects.order_by("pk").values_list("pk", "version"):
        tell(game, version)
        settle(game, version)


def main(arguments: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")
    django.setup()
    what, *numbers = arguments
    acts: dict[str, Callable[..., None]] = {"store": store_games, "work_off": work_off, "golden": golden}
    acts[what](*map(int, numbers))


if __name__ == "__main__":
    main(sys.argv[1:])
