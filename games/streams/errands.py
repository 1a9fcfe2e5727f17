"""What is waited for, as a view leaves it to the process that waits."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpResponse

from games.selectors.following import Followed
from games.wire.events import SeenEvent
from games.wire.games import Cards


@dataclass(frozen=True, slots=True)
class FollowGame:
    """The events of a game after `after`, until it is over. `write` makes one into what is sent, without a database.

    What is written may be shared by all who see the event alike and name the same `style`. `farewell` is sent last.
    `talk` writes up to which number there are messages, for those at the table who want to know.
    """

    followed: Followed
    after: int
    token: str | None
    write: Callable[[SeenEvent, Cards], bytes]
    style: Hashable | None = None
    farewell: bytes = b""
    talk: Callable[[int], bytes] | None = None


@dataclass(frozen=True, slots=True)
class FollowPlayer:
    """What is addressed to a player after `after`, for ever. Their feed was at `version` when the view looked.

    `read` gives the number and the text of some of it, in order; it may ask the database. `told` are the games that it
    told of, each with its version, where a change of one is news as well.
    """

    player: int
    version: int
    after: int
    token: str | None
    read: Callable[[int], Sequence[tuple[int, bytes]]]
    told: Callable[[], Mapping[str, int]] | None = None


@dataclass(frozen=True, slots=True)
class AwaitEvents:
    """One event after `after`, for so many seconds at most. `answer` is what the call would say now, refusals too.

    The game was at `version` when the view looked.
    """

    game_id: str
    version: int
    after: int
    seconds: int
    token: str | None
    answer: Callable[[], HttpResponse]


type Errand = FollowGame | FollowPlayer | AwaitEvents
