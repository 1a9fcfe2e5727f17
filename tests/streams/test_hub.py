"""Those who wait in one process, without the process."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from games.streams.errands import FollowPlayer
from games.streams.hub import Hub
from games.streams.serving import pieces


def test_whoever_leaves_is_followed_no_longer() -> None:
    """At once, and not when the interpreter comes to it."""

    async def left() -> tuple[int, int]:
        hub = Hub(ThreadPoolExecutor(1))
        errand = FollowPlayer(1, 0, 0, None, lambda after: [(after + 1, b"told")])
        with hub.visiting(None) as visit:
            following = pieces(hub, errand, visit)
            assert [await anext(following), await anext(following)][1] == b"told"
            followed = hub.followed
            await following.aclose()
            return followed, hub.followed

    assert asyncio.run(left()) == (1, 0)
