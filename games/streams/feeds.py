"""What those who wait share: the latest facts of each game that somebody follows, read once for all of them."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Final

from games.engine.types import Seat
from games.selectors.following import Fact, Standing, fact_seen
from games.streams.errands import FollowGame

FACTS_KEPT: Final = 128
"""How many facts of a game are kept at hand. Whoever is further behind reads for themselves."""


class Ending(StrEnum):
    """Why a visit ends before what it waits for does."""

    FAILED = "failed"
    GONE = "gone"
    REVOKED = "revoked"
    SLOW = "slow"
    STOPPING = "stopping"


class Visit:
    """One who waits. `ending` is set when they must not any longer; `told` is what a change of is news to them."""

    __slots__ = ("_news", "ending", "token", "told")

    def __init__(self, token: str | None) -> None:
        self.token = token
        self.ending: Ending | None = None
        self.told: Callable[[], Mapping[str, int]] | None = None
        self._news = asyncio.Event()

    def wake(self) -> None:
        self._news.set()

    def end(self, why: Ending) -> None:
        self.ending = self.ending or why
        self._news.set()

    def look(self) -> None:
        """From now on, whatever comes is news."""
        if self.ending is None:
            self._news.clear()

    async def news(self, seconds: float) -> bool:
        """Wait for news; False when there were none for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact, and what was written of it for those who see it alike."""

    fact: Fact
    _written: dict[tuple[Seat | None, object], bytes] = field(default_factory=dict)

    def written(self, errand: FollowGame, standing: Standing) -> bytes:
        """The fact as the one who follows sees it."""
        key = (standing.eyes.at(self.fact.seq), errand.style)
        if errand.style is None or key not in self._written:
            text = errand.write(fact_seen(fact=self.fact, eyes=standing.eyes), self.fact.players)
            if errand.style is None:
                return text
            self._written[key] = text
        return self._written[key]


class Feed:
    """One game, or one player, that somebody follows: how far it is known, and its visits.

    `talked` is the number of the last message at the table of which something was heard here.
    """

    __slots__ = ("_entries", "talked", "version", "visits")

    def __init__(self, version: int) -> None:
        self.version = version
        self.talked = 0
        self.visits: set[Visit] = set()
        self._entries: deque[Entry] = deque(maxlen=FACTS_KEPT)

    def extend(self, facts: Iterable[Fact]) -> None:
        """The facts that come next."""
        for fact in facts:
            if fact.seq == self.version + 1:
                self._entries.append(Entry(fact))
                self.version = fact.seq
        self.wake()

    def hear(self, message: int) -> None:
        """There is a message of that number."""
        if message > self.talked:
            self.talked = message
            self.wake()

    def wake(self) -> None:
        for visit in self.visits:
            visit.wake()

    def end(self, why: Ending) -> None:
        for visit in self.visits:
            visit.end(why)

    def since(self, seq: int) -> list[Entry] | None:
        """The facts after `seq`; None when some of them are not at hand."""
        if seq >= self.version:
            return []
        # They are numbered without a gap up to `version`, and most who ask want the last few.
        count = self.version - seq
        if count > len(self._entries):
            return None
        return [*islice(reversed(self._entries), count)][::-1]
