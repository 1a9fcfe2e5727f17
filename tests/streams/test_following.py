"""State + events = refetched state, for every viewer on every channel, however often they come and go."""

import os
import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.api.folding import fold
from tests.service import Service
from tests.streams.listening import CHANNELS, Channel, Player, following, game_of, move_made, players_of

SEED = int(os.environ.get("SEED", "20261130"))
ENDS = ("game_ended", "game_cancelled", "game_voided")


@dataclass
class Ear:
    """One who hears a game on one channel, and goes away after a few events, again and again.

    `skips` is a planted fault: so many events are taken for known after each return.
    """

    channel: str
    player: Player
    rng: random.Random
    skips: int = 0
    heard: list[Any] = field(default_factory=list)
    returns: int = 0
    failure: Exception | None = None

    def listen(self, game: str) -> None:
        try:
            while not self.heard or self.heard[-1]["kind"] not in ENDS:
                self._listen_for_a_while(game, self.rng.randint(1, 4))
        except Exception as failure:
            self.failure = failure

    def _listen_for_a_while(self, game: str, count: int) -> None:
        after = self.heard[-1]["seq"] + self.skips if self.heard else 0
        self.returns += 1
        with following(CHANNELS[self.channel], self.player, game, after) as events:
            for event in events:
                self.heard.append(event)
                count -= 1
                if count == 0 or event["kind"] in ENDS:
                    return


def faults_of(ear: Ear, game: str, views: Sequence[Any]) -> list[str]:
    """Whatever keeps what was heard from being the log, or from leading to the views that were fetched."""
    if ear.failure is not None:
        return [f"{ear.channel}: {ear.failure!r}"]
    numbers = [event["seq"] for event in ear.heard]
    if numbers != list(range(1, len(numbers) + 1)):
        return [f"{ear.channel}: a gap or a repeat in {numbers}"]
    faults = []
    for view in views:
        folded = fold(None, ear.heard[: view["version"]], game_id=game, name=ear.player.name)
        if folded != view:
            faults.append(f"{ear.channel}: events up to {view['version']} do not lead to the view")
    return faults


def one_game(service: Service, rng: random.Random, *, channels: Sequence[str] = (*CHANNELS,), skips: int = 0) -> Any:
    """A game that all follow; the faults found, and how often each channel was come back to."""
    seated = players_of(service, 3)
    game = game_of(seated, visibility=rng.choice(["public", "public", "private"]))
    looking = [*seated]
    if seated[0].view(game)["settings"]["visibility"] == "public":
        looking += [*players_of(service, 1), Player(service)]
    ears = [Ear(channel, player, random.Random(rng.random()), skips) for player in looking for channel in channels]
    threads = [threading.Thread(target=ear.listen, args=(game,), daemon=True) for ear in ears]
    for thread in threads:
        thread.start()
    views: dict[int, list[Any]] = {place: [] for place in range(len(looking))}
    while move_made(seated, game, rng):
        if rng.random() < 0.2:
            place = rng.randrange(len(looking))
            views[place].append(looking[place].view(game))
    for place, player in enumerate(looking):
        views[place].append(player.view(game))
    for thread in threads:
        thread.join(timeout=60)
    faults = [fault for ear in ears for fault in faults_of(ear, game, views[looking.index(ear.player)])]
    faults += ["somebody never heard of the end"] * any(thread.is_alive() for thread in threads)
    returns = {channel: sum(ear.returns for ear in ears if ear.channel == channel) for channel in channels}
    return faults, returns


def test_every_viewer_hears_everything_once_on_every_channel(service: Service) -> None:
    service.wait_ready()
    faults, returns = one_game(service, random.Random(SEED))

    assert faults == []
    assert all(count > 10 for count in returns.values()), returns


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(5))
def test_a_hundred_returns_and_more_on_each_channel(service: Service, seed: int) -> None:
    """The long form. No event is lost, and none comes twice."""
    service.wait_ready()
    rng = random.Random(SEED + 1 + seed)
    counted = dict.fromkeys(CHANNELS, 0)
    while min(counted.values()) < 100:
        faults, returns = one_game(service, rng)
        assert faults == []
        counted = {channel: counted[channel] + returns[channel] for channel in CHANNELS}
    print(f"seed {SEED + 1 + seed}: returns {counted}")


def test_a_client_that_leaves_an_event_out_is_found(service: Service) -> None:
    """The test of the test."""
    service.wait_ready()
    rng = random.Random(SEED)
    seated = players_of(service, 3)
    game = game_of(seated)
    ear = Ear("poll", Player(service), rng, skips=1)
    for _ in range(2):
        ear._listen_for_a_while(game, 1)

    assert faults_of(ear, game, []) != []


def test_whoever_comes_late_hears_all_of_it(service: Service) -> None:
    """More events than are kept at hand are read from the log."""
    service.wait_ready()
    rng = random.Random(SEED + 7)
    seated = players_of(service, 3)
    game = game_of(seated)
    while move_made(seated, game, rng):
        pass

    logs = {name: heard_to_the_end(channel, Player(service), game) for name, channel in CHANNELS.items()}

    version = seated[0].view(game)["version"]
    assert logs["sse"] == logs["graphql"] == logs["poll"]
    assert [event["seq"] for event in logs["sse"]] == list(range(1, version + 1))


def heard_to_the_end(channel: Channel, player: Player, game: str) -> list[Any]:
    with following(channel, player, game) as events:
        return [*events]
