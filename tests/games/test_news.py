"""Players are told once of what they must hear, whatever becomes of the messages."""

import random

import pytest

from games.models import Game, OutboxMessage, Topic
from games.services.lobby import seat_leave, seat_take
from games.services.news import game_tell
from games.services.turns import seat_resign
from games.tasks import tell
from players.models import Player
from players.notices.models import Feed, Notice
from players.notices.selectors import feed_end, notices_after
from players.notices.wire import notice_json
from tests.games.playing import opened_game, people, play, random_move, started_game, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def seated() -> list[Player]:
    return people("ann", "bob", "cleo")


def kinds_of(player: Player) -> list[str]:
    return [notice.kind for notice in notices_after(player=player, after=0, limit=1000)]


def work_off() -> None:
    for row in OutboxMessage.objects.filter(topic=Topic.NEWS).order_by("pk"):
        tell(row.game_id, row.version)


def test_the_start_is_told_to_all_and_the_turn_to_one(seated: list[Player]) -> None:
    game_id = started_game(seated)
    first = state_of(game_id).to_act
    assert first is not None

    work_off()

    for seat, player in enumerate(seated):
        assert kinds_of(player) == (["game_started", "your_turn"] if seat == first else ["game_started"])
    game = Game.objects.get(pk=game_id)
    (_, turn) = notices_after(player=seated[first], after=0, limit=10)
    assert game.deadline is not None
    assert notice_json(turn)["data"] == {
        "game": game_id,
        "name": "",
        "version": game.version,
        "deadline": game.deadline.isoformat(timespec="seconds").replace("+00:00", "Z"),
    }
    assert turn.seq == 2 == feed_end(player=seated[first])
    assert not OutboxMessage.objects.filter(topic=Topic.NEWS).exists()


def test_messages_that_come_twice_late_or_in_disorder_tell_nothing_again(seated: list[Player]) -> None:
    game_id = started_game(seated)
    messages = []
    for _ in play(game_id, seated, random.Random(7)):
        messages = [(row.game_id, row.version) for row in OutboxMessage.objects.filter(topic=Topic.NEWS)]
        game_tell(game_id=game_id, version=0)
    told = list(Notice.objects.order_by("pk").values("player", "seq", "kind", "version"))

    random.Random(8).shuffle(messages)
    for message in messages * 2:
        tell(*message)

    assert list(Notice.objects.order_by("pk").values("player", "seq", "kind", "version")) == told
    for player in seated:
        assert kinds_of(player)[0] == "game_started"
        assert kinds_of(player)[-1] == "game_ended"
        assert [notice.seq for notice in notices_after(player=player, after=0, limit=1000)] == list(
            range(1, feed_end(player=player) + 1)
        )


def test_a_stall_makes_no_flood(seated: list[Player]) -> None:
    """Nobody worked for a while: each hears of the turn that it is now, not of all that went by."""
    game_id = started_game(seated)
    rng = random.Random(3)
    for _ in range(4):
        seat = state_of(game_id).to_act
        assert seat is not None
        next(play(game_id, seated, rng))
    seat = state_of(game_id).to_act
    assert seat is not None

    work_off()

    assert Notice.objects.filter(kind="your_turn").count() == 1
    assert kinds_of(seated[seat]) == ["game_started", "your_turn"]


def test_someone_elses_hand_over_does_not_tell_the_turn_again(seated: list[Player]) -> None:
    game_id = started_game(seated)
    work_off()
    seat = state_of(game_id).to_act
    assert seat is not None
    waiting = seated[seat]
    before = kinds_of(waiting)

    seat_resign(game_id=game_id, actor=seated[(seat + 1) % 3])
    work_off()

    assert kinds_of(waiting) == before
    # Who resigns knows it.
    assert kinds_of(seated[(seat + 1) % 3]) == ["game_started"]


def test_an_open_game_that_is_cancelled_is_told_to_those_who_wait_in_it(seated: list[Player]) -> None:
    game_id = opened_game(seated[0], players=3)
    seat_take(game_id=game_id, actor=seated[1], invite=None, entropy=None)

    seat_leave(game_id=game_id, actor=seated[0])
    work_off()

    assert kinds_of(seated[1]) == ["game_cancelled"]
    assert kinds_of(seated[2]) == []


def test_bots_are_told_by_their_own_channel(seated: list[Player]) -> None:
    opened_game(seated[0], players=3, bots=("novice", "guarded"))

    work_off()

    assert set(Feed.objects.values_list("player__name", flat=True)) == {"ann"}


def test_a_notice_holds_nothing_hidden(seated: list[Player]) -> None:
    game_id = started_game(seated)
    seat = state_of(game_id).to_act
    assert seat is not None
    random_move(game_id, seated[seat], random.Random(1))
    work_off()

    for notice in Notice.objects.all():
        assert set(notice.data) <= {"game", "name", "version", "deadline", "reason"}
