"""What is addressed to a player is told to the last piece, however often they come and go.

`/players/me/stream` is judged against the player's feed as it is stored; `myTurns` by the games themselves: whoever is
to act moves only once they were told that they are.
"""

import os
import random
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest

from tests.service import Service
from tests.streams.listening import Player, by_me, by_turns, following_own, game_of, move_made, players_of

SEED = int(os.environ.get("SEED", "20261130"))
PATIENCE = 20.0


@dataclass
class Ear:
    """One who is told something on a channel of their own, and goes away after a few pieces, again and again.

    `skips` is a planted fault: so many pieces are not listened to after each return.
    """

    player: Player
    rng: random.Random
    skips: int = 0
    returns: int = 0
    failure: Exception | None = None
    is_done: bool = False

    def listen(self) -> None:
        try:
            while not self.is_done:
                self.listen_for_a_while(self.rng.randint(1, 3))
        except Exception as failure:
            # Whoever is done has no token any more.
            self.failure = None if self.is_done else failure

    def listen_for_a_while(self, count: int) -> None:
        raise NotImplementedError

    def dismiss(self) -> None:
        """Nothing more will be told: their stream ends with their token."""
        self.is_done = True
        (token,) = self.player.call("GET", "/tokens")["items"]
        self.player.call("DELETE", f"/tokens/{token['id']}")


@dataclass
class FeedEar(Ear):
    """Hears notices until `wanted` games are over."""

    wanted: int = 1
    heard: list[Any] = field(default_factory=list)

    def listen_for_a_while(self, count: int) -> None:
        self.returns += 1
        after = self.heard[-1]["seq"] + self.skips if self.heard else 0
        with following_own(by_me, self.player, after) as notices:
            for notice in notices:
                self.heard.append(notice)
                self.is_done = sum(known["kind"] == "game_ended" for known in self.heard) == self.wanted
                count -= 1
                if count == 0 or self.is_done:
                    return


@dataclass
class TurnsEar(Ear):
    """Hears turns: whoever comes is told of all that wait."""

    told: set[tuple[str, int]] = field(default_factory=set)
    repeated: list[tuple[str, int]] = field(default_factory=list)

    def listen_for_a_while(self, count: int) -> None:
        self.returns += 1
        now: set[tuple[str, int]] = set()
        with following_own(by_turns, self.player) as turns:
            for place, turn in enumerate(turns):
                version = (turn["id"], turn["version"])
                if version in now:
                    self.repeated.append(version)
                now.add(version)
                if version not in self.told:
                    count -= 1
                if place >= self.skips:
                    self.told.add(version)
                if count == 0:
                    return

    def was_told(self, game: str, version: int, patience: float) -> bool:
        until = time.monotonic() + patience
        while (game, version) not in self.told:
            if time.monotonic() > until:
                return False
            time.sleep(0.01)
        return True


def some_games(service: Service, rng: random.Random, *, count: int) -> tuple[list[str], dict[str, int]]:
    """Games of the same three to their ends; the faults found, and how often each channel was come back to."""
    seated = players_of(service, 3)
    feeds = [FeedEar(player, random.Random(rng.random()), wanted=count) for player in seated]
    turns = [TurnsEar(player, random.Random(rng.random())) for player in seated]
    ears: list[Ear] = [*feeds, *turns]
    threads = [threading.Thread(target=ear.listen, daemon=True) for ear in ears]
    for thread in threads:
        thread.start()
    faults = played(seated, [game_of(seated) for _ in range(count)], turns, rng)
    for thread in threads[: len(feeds)]:
        thread.join(PATIENCE)
    for feed in feeds:
        faults += feed_faults(feed, stored(service, feed.player))
    for ear in turns:
        ear.dismiss()
    for thread in threads:
        thread.join(PATIENCE)
    faults += ["somebody never heard of the end"] * any(thread.is_alive() for thread in threads)
    faults += [f"{ear.failure!r}" for ear in ears if ear.failure is not None]
    faults += [f"myTurns: {turn} came twice" for ear in turns for turn in ear.repeated]
    return faults, {"me": sum(ear.returns for ear in feeds), "turns": sum(ear.returns for ear in turns)}


def played(seated: Sequence[Player], games: Sequence[str], turns: Sequence[TurnsEar], rng: random.Random) -> list[str]:
    """Play the games by turns; which turns were never told of."""
    faults, running = [], [*games]
    while running and not faults:
        game = rng.choice(running)
        view = seated[0].view(game)
        if view["to_act"] is None:
            running.remove(game)
            continue
        if not turns[view["to_act"]].was_told(game, view["version"], PATIENCE):
            faults.append(f"myTurns: the turn at {view['version']} of {game} was never told")
        move_made([*seated], game, rng)
    return faults


def stored(service: Service, player: Player) -> list[tuple[int, str, Any]]:
    with psycopg.connect(service.database_url()) as database:
        return database.execute(
            "SELECT seq, kind, data FROM players_notice "
            "WHERE player_id = (SELECT id FROM players_player WHERE name = %s) ORDER BY seq",
            [player.name],
        ).fetchall()


def feed_faults(ear: FeedEar, rows: Sequence[tuple[int, str, Any]]) -> list[str]:
    """Whatever keeps what was heard from being the feed."""
    numbers = [notice["seq"] for notice in ear.heard]
    if numbers != list(range(1, len(numbers) + 1)):
        return [f"me: a gap or a repeat in {numbers}"]
    heard = [(notice["seq"], notice["kind"], notice["data"]) for notice in ear.heard]
    return [] if heard == [*rows] else [f"me: {len(heard)} were heard, {len(rows)} are stored, or some differ"]


def test_every_notice_and_every_turn_is_told(service: Service) -> None:
    service.wait_ready()
    faults, returns = some_games(service, random.Random(SEED), count=1)

    assert faults == []
    assert all(count >= 5 for count in returns.values()), returns


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(3))
def test_a_hundred_returns_and_more_on_each_channel_of_ones_own(service: Service, seed: int) -> None:
    """The long form. Nothing is lost, and nothing comes twice."""
    service.wait_ready()
    rng = random.Random(SEED + 1 + seed)
    counted = {"me": 0, "turns": 0}
    while min(counted.values()) < 100:
        faults, returns = some_games(service, rng, count=2)
        assert faults == []
        counted = {channel: counted[channel] + returns[channel] for channel in counted}
    print(f"seed {SEED + 1 + seed}: returns {counted}")


def test_a_client_that_leaves_a_notice_out_is_found(service: Service) -> None:
    """The test of the test."""
    service.wait_ready()
    seated = players_of(service, 3)
    game = game_of(seated)
    rng = random.Random(SEED)
    until = time.monotonic() + PATIENCE
    while len(stored(service, seated[0])) < 3:
        assert time.monotonic() < until
        move_made(seated, game, rng)
    ear = FeedEar(seated[0], rng, skips=1)
    for _ in range(2):
        ear.listen_for_a_while(1)

    assert [fault for fault in feed_faults(ear, stored(service, seated[0])) if "gap" in fault]


def test_a_client_that_does_not_listen_to_a_turn_is_found(service: Service) -> None:
    """The test of the test."""
    service.wait_ready()
    seated = players_of(service, 3)
    view = seated[0].view(game_of(seated))
    ear = TurnsEar(seated[view["to_act"]], random.Random(SEED), skips=1)
    thread = threading.Thread(target=ear.listen, daemon=True)
    thread.start()

    assert not ear.was_told(view["id"], view["version"], 3)
    ear.dismiss()
    thread.join(PATIENCE)
    assert ear.failure is None
