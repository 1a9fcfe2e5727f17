"""An errand becomes what is sent: pieces of text as they come, or one answer in the end."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

from django.http import HttpResponse

from games.streams.errands import AwaitEvents, FollowGame, FollowPlayer
from games.streams.feeds import Ending, Entry, Visit
from games.streams.frames import HEARTBEAT, HEARTBEAT_SECONDS, opening
from games.streams.hub import Hub


async def pieces(hub: Hub, errand: FollowGame | FollowPlayer, visit: Visit) -> AsyncGenerator[bytes, None]:
    """What a stream sends, piece by piece, until it or the visit ends."""
    yield opening(errand.after)
    follow = _game(hub, errand, visit) if isinstance(errand, FollowGame) else _player(hub, errand, visit)
    async with aclosing(follow):
        async for piece in follow:
            yield piece


async def answer(hub: Hub, errand: AwaitEvents, visit: Visit) -> HttpResponse:
    """The answer of a long poll, once there is something to say or no time left."""
    until = time.monotonic() + errand.seconds
    with hub.game(errand.game_id, errand.version, visit) as feed:
        while visit.ending is None:
            visit.look()
            left = until - time.monotonic()
            if feed.version > errand.after or not await visit.news(max(left, 0)):
                break
    return await hub.run(errand.answer)


async def _game(hub: Hub, errand: FollowGame, visit: Visit) -> AsyncGenerator[bytes, None]:
    """The events of a game, in order: none is left out and none comes twice, for they are found by their number."""
    standing, position = errand.followed.standing, errand.after
    with hub.game(errand.followed.game_id, errand.followed.version, visit) as feed:
        talked = feed.talked
        while visit.ending is None:
            visit.look()
            told = b""
            if errand.talk is not None and feed.talked > talked and standing.is_seated:
                talked = feed.talked
                told = errand.talk(talked)
            entries = feed.since(position)
            if entries is None:
                facts = await hub.facts(errand.followed.game_id, position)
                if facts is None:
                    visit.end(Ending.FAILED)
                    return
                entries = [Entry(fact) for fact in facts]
            if not entries and not told:
                if not await visit.news(HEARTBEAT_SECONDS):
                    yield HEARTBEAT
                continue
            for entry in entries:
                standing, position = standing.after(entry.fact), entry.fact.seq
                told += entry.written(errand, standing)
                if entry.fact.ends_game:
                    yield told + errand.farewell
                    return
                if standing.is_dismissed:
                    # They may come again, as whoever they are by now.
                    yield told
                    return
            yield told


async def _player(hub: Hub, errand: FollowPlayer, visit: Visit) -> AsyncGenerator[bytes, None]:
    """What is addressed to a player, in order."""
    position = errand.after
    visit.told = errand.told
    with hub.player(errand.player, errand.version, visit):
        while visit.ending is None:
            visit.look()
            found = await hub.ask(errand.read, position)
            if found:
                position = found[-1][0]
                yield b"".join(text for _, text in found)
            elif not await visit.news(HEARTBEAT_SECONDS):
                yield HEARTBEAT
