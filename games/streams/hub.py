"""Who waits for what in this process, and how they hear of it.

One subscription to Valkey for all. A wake-up is only a hint: facts are read from the log by number, so that one which
comes twice or late does nothing, and a look at all that is followed every two seconds finds what was missed.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, Final

import redis.asyncio
from django.conf import settings
from django.db import close_old_connections
from redis.exceptions import RedisError

from games import wakes
from games.selectors.following import Fact, facts_after, versions_of
from games.streams.feeds import Ending, Feed, Visit
from players.notices.selectors import feed_ends
from players.selectors import tokens_at_work
from players.transactions import DATABASE_AWAY

LOOK_SECONDS: Final = 2.0
"""A wake-up that is lost delays what it told by so much at most."""
CHECK_SECONDS: Final = 1.0
"""How often tokens are looked at again."""
REST_SECONDS: Final = 1.0
"""After a failure of Valkey or of the database."""
FACTS_AT_ONCE: Final = 100
GAMES_AT_ONCE: Final = 200

_FAR: Final = 2**31

logger = logging.getLogger("nessos.streams")


class Hub:
    """Everything here runs in the loop; what asks the database runs on `readers`, a few threads for all."""

    def __init__(self, readers: Executor) -> None:
        self._readers = readers
        self._games: dict[str, Feed] = {}
        self._players: dict[int, Feed] = {}
        self._visits: set[Visit] = set()
        self._due: dict[str, int] = {}
        self._is_due = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False

    @property
    def followed(self) -> int:
        """How many games and players somebody here follows."""
        return len(self._games) + len(self._players)

    def start(self) -> None:
        for work in (self._listen, self._read, self._look, self._check):
            self.keep_up(work)

    def keep_up(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do `work` again and again, until `stop`."""
        self._tasks.add(asyncio.get_running_loop().create_task(self._kept_up(work)))

    def stop(self) -> None:
        """Let everybody go: streams end, and long polls answer now."""
        self._is_stopping = True
        for visit in self._visits:
            visit.end(Ending.STOPPING)
        for task in self._tasks:
            task.cancel()

    @contextmanager
    def visiting(self, token: str | None) -> Iterator[Visit]:
        """Somebody who waits, as long as the block lasts."""
        visit = Visit(token)
        if self._is_stopping:
            visit.end(Ending.STOPPING)
        self._visits.add(visit)
        try:
            yield visit
        finally:
            self._visits.discard(visit)

    @contextmanager
    def game(self, game_id: str, version: int, visit: Visit) -> Iterator[Feed]:
        """The feed of a game, which was at `version` when the visit looked."""
        with _shared(self._games, game_id, version, visit) as feed:
            # What came between that look and now told nobody here.
            self._note(game_id, _FAR)
            yield feed

    @contextmanager
    def player(self, player: int, version: int, visit: Visit) -> Iterator[Feed]:
        """The feed of a player: it only wakes, and whoever is woken reads."""
        with _shared(self._players, player, version, visit) as feed:
            yield feed

    async def ask[**P, T](self, read: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What the database says to `read`; waits for it to come back when it is away."""
        while True:
            try:
                return await self.run(read, *arguments, **named)
            except DATABASE_AWAY as failure:
                logger.warning("The database is away: %s", type(failure).__name__)
                await asyncio.sleep(REST_SECONDS)

    async def run[**P, T](self, work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What `work` returns, done on one of the few threads."""

        def done() -> T:
            close_old_connections()
            try:
                return work(*arguments, **named)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._readers, done)

    async def facts(self, game_id: str, after: int) -> tuple[Fact, ...] | None:
        """Some facts that are not at hand any more; None when they cannot be read."""
        return (await self._found({game_id: after})).get(game_id)

    async def _found(self, positions: Mapping[str, int]) -> Mapping[str, tuple[Fact, ...]]:
        """The facts after these numbers. A log that cannot be read is left out, and keeps nobody from the others."""
        try:
            return await self.ask(facts_after, positions, limit=FACTS_AT_ONCE)
        except Exception as failure:
            if len(positions) == 1:
                # Its text might show what is hidden.
                logger.error("The log of game %s cannot be read: %s", *positions, type(failure).__name__)
                return {}
        half = len(positions) // 2
        parts = [dict(list(positions.items())[:half]), dict(list(positions.items())[half:])]
        return {**await self._found(parts[0]), **await self._found(parts[1])}

    async def _kept_up(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Whatever goes wrong in one turn of `work` goes wrong once."""
        while True:
            try:
                await work()
            except Exception:
                logger.exception("Unforeseen failure")
                await asyncio.sleep(REST_SECONDS)

    def _note(self, game_id: str, version: int) -> None:
        feed = self._games.get(game_id)
        if feed is not None and version > feed.version:
            self._due[game_id] = version
            self._is_due.set()

    async def _listen(self) -> None:
        """Hear wake-ups, until Valkey goes away; then try again."""
        try:
            async with (
                redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=REST_SECONDS) as client,
                client.pubsub() as subscription,
            ):
                await subscription.subscribe(wakes.CHANNEL)
                async for message in subscription.listen():
                    if message["type"] == "message":
                        self._hear(message["data"])
        except (RedisError, OSError) as failure:
            logger.warning("Valkey is away (%s): streams look for themselves.", type(failure).__name__)
            await asyncio.sleep(REST_SECONDS)

    def _hear(self, message: bytes) -> None:
        match message.decode(errors="replace").split(" "):
            case [wakes.GAME, game_id, version, *to_act] if version.isdecimal():
                self._note(game_id, int(version))
                self._wake(*to_act)
            case [wakes.PLAYER, player]:
                self._wake(player)
            case [wakes.TALK, game_id, number] if number.isdecimal() and game_id in self._games:
                self._games[game_id].hear(int(number))
            case _:
                pass

    def _wake(self, *players: str) -> None:
        for player in players:
            feed = self._players.get(int(player)) if player.isdecimal() else None
            if feed is not None:
                feed.wake()

    async def _read(self) -> None:
        """Read what is due, for all who follow at once."""
        await self._is_due.wait()
        self._is_due.clear()
        due = [game_id for game_id in self._due if game_id in self._games]
        now, later = due[:GAMES_AT_ONCE], due[GAMES_AT_ONCE:]
        self._due = {game_id: self._due[game_id] for game_id in later}
        positions = {game_id: self._games[game_id].version for game_id in now}
        if positions:
            found = await self._found(positions)
            for game_id in positions:
                feed, facts = self._games.get(game_id), found.get(game_id)
                if feed is None:
                    continue
                if facts is None:
                    feed.end(Ending.FAILED)
                elif facts:
                    feed.extend(facts)
                    if len(facts) == FACTS_AT_ONCE:
                        self._note(game_id, _FAR)
        if self._due:
            self._is_due.set()

    async def _look(self) -> None:
        """Find what no wake-up told."""
        await asyncio.sleep(LOOK_SECONDS)
        if self._games:
            for game_id, version in (await self.ask(versions_of, list(self._games))).items():
                self._note(game_id, version)
        if self._players:
            for player, version in (await self.ask(feed_ends, list(self._players))).items():
                feed = self._players.get(player)
                if feed is not None and version > feed.version:
                    feed.version = version
                    feed.wake()
        await self._look_at_told()

    async def _look_at_told(self) -> None:
        """Find what changed of what was told, which no notice tells."""
        told = {visit: visit.told() for visit in self._visits if visit.told is not None}
        games = {game_id for versions in told.values() for game_id in versions}
        if games:
            now = await self.ask(versions_of, games)
            for visit, versions in told.items():
                if any(now.get(game_id) != version for game_id, version in versions.items()):
                    visit.wake()

    async def _check(self) -> None:
        """End the visits of those who may not look any longer."""
        await asyncio.sleep(CHECK_SECONDS)
        asked = {visit.token for visit in self._visits if visit.token is not None}
        if asked:
            working = await self.ask(tokens_at_work, asked)
            for visit in list(self._visits):
                # Whoever came meanwhile was looked at when they came.
                if visit.token in asked and visit.token not in working:
                    visit.end(Ending.REVOKED)


@contextmanager
def _shared[K](feeds: dict[K, Feed], key: K, version: int, visit: Visit) -> Iterator[Feed]:
    """The feed of that key, there as long as anybody visits it."""
    feed = feeds.get(key)
    if feed is None:
        feed = feeds[key] = Feed(version)
    feed.visits.add(visit)
    try:
        yield feed
    finally:
        feed.visits.discard(visit)
        if not feed.visits and feeds.get(key) is feed:
            del feeds[key]
