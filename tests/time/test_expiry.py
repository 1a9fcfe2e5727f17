"""A turn that is over expires once, and the table plays on."""

import random
from datetime import datetime, timedelta

import pytest

from bots.registry import LEVELS, Level
from games import levels, store
from games.engine.events import SeatHandedOver, TurnExpired
from games.engine.types import HandOverReason
from games.engine.views import GameView
from games.models import EventKind, Game, GameEvent, OutboxMessage, Seat
from games.selectors.events import events_list
from games.selectors.games import game_get
from games.services.expiry import game_cancel_unfilled, turn_expire
from games.services.moves import move_submit
from games.services.turns import seat_resign
from games.services.upkeep import game_check
from games.store import read
from players.errors import Refusal
from players.models import Player
from tests.games.playing import opened_game, people, play, random_move, started_game, state_of
from tests.moved import Clock

pytestmark = pytest.mark.django_db

TURN = timedelta(days=1)


def kinds_after(game_id: str, version: int) -> list[str]:
    return list(GameEvent.objects.filter(game=game_id, seq__gt=version).values_list("kind", flat=True))


def deadline_of(game_id: str) -> datetime:
    deadline = Game.objects.get(pk=game_id).deadline
    assert deadline is not None
    return deadline


def expire(clock: Clock, game_id: str) -> tuple[int, list[str]]:
    """Let the running turn expire; the seat whose it was, and the events that it made."""
    game = Game.objects.get(pk=game_id)
    assert game.to_act is not None
    clock.stop(game.deadline)
    assert turn_expire(game_id=game_id) is True
    return game.to_act, kinds_after(game_id, game.version)


def test_a_turn_expires_at_its_deadline_and_not_before(clock: Clock) -> None:
    game_id = started_game(people("ann", "bob", "cleo"))
    deadline = deadline_of(game_id)
    version = Game.objects.get(pk=game_id).version

    clock.stop(deadline - timedelta(microseconds=1))
    assert turn_expire(game_id=game_id) is False
    assert kinds_after(game_id, version) == []
    clock.stop(deadline)
    assert turn_expire(game_id=game_id) is True

    assert kinds_after(game_id, version) == [EventKind.TURN_EXPIRED, EventKind.OFFER_MADE]
    expired, made = read(game_id, up_to=version + 2, after=version)
    assert expired.event == TurnExpired(seat=made.event.from_seat)  # type: ignore[union-attr]
    assert (expired.at, made.at) == (deadline, deadline)
    assert deadline_of(game_id) == deadline + TURN
    assert turn_expire(game_id=game_id) is False
    assert game_check(game_id=game_id, with_projections=True) is None


def test_the_move_of_one_who_is_late_is_refused_and_changes_nothing(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    seat = state_of(game_id).to_act
    assert seat is not None
    move, version = random_move(game_id, seated[seat], random.Random(1))
    expire(clock, game_id)
    facts = GameEvent.objects.count()

    with pytest.raises(Refusal, match="stale_version"):
        move_submit(game_id=game_id, actor=seated[seat], move=move, version=version)

    assert GameEvent.objects.count() == facts


def test_a_move_that_comes_before_the_sweeper_is_in_time(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    seat = state_of(game_id).to_act
    assert seat is not None
    clock.stop(deadline_of(game_id) + timedelta(seconds=1))

    move, version = random_move(game_id, seated[seat], random.Random(1))
    move_submit(game_id=game_id, actor=seated[seat], move=move, version=version)

    assert turn_expire(game_id=game_id) is False
    assert not GameEvent.objects.filter(kind=EventKind.TURN_EXPIRED).exists()
    assert state_of(game_id).missed == ()


def test_after_the_second_expiry_in_a_row_the_seat_is_handed_over_before_the_bot_moves(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    gone: list[int] = []
    while True:
        version = Game.objects.get(pk=game_id).version
        seat, made = expire(clock, game_id)
        if EventKind.SEAT_HANDED_OVER in made:
            break
        gone.append(seat)

    assert gone.count(seat) == 1
    assert made[:2] == [EventKind.TURN_EXPIRED, EventKind.SEAT_HANDED_OVER]
    assert made[2] in {EventKind.OFFER_MADE, EventKind.LOT_ACCEPTED, EventKind.LOT_REFUSED}
    row = Seat.objects.get(game=game_id, seat=seat)
    assert (row.former_player, row.player.level) == (seated[seat], "guarded")
    over = read(game_id, up_to=version + 2, after=version + 1)[0].event
    assert over == SeatHandedOver(seat, seated[seat].pk, row.player.pk, HandOverReason.EXPIRED)
    assert game_get(game_id=game_id, viewer=seated[seat]).view.you is None
    with pytest.raises(Refusal, match="not_seated"):
        seat_resign(game_id=game_id, actor=seated[seat])
    assert game_check(game_id=game_id, with_projections=True) is None


def test_a_move_in_time_between_two_expiries_keeps_the_seat(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    rng = random.Random(7)
    absent, is_away = state_of(game_id).to_act, True
    misses = 0
    while (seat := state_of(game_id).to_act) is not None and misses < 4:
        if seat == absent and is_away:
            expire(clock, game_id)
            misses += 1
        else:
            move, version = random_move(game_id, seated[seat], rng)
            move_submit(game_id=game_id, actor=seated[seat], move=move, version=version)
        is_away = is_away != (seat == absent)

    assert misses > 1
    assert not GameEvent.objects.filter(kind=EventKind.SEAT_HANDED_OVER).exists()


def test_a_table_that_everybody_left_plays_itself_to_its_end(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo", "dan")
    game_id = started_game(seated)
    steps = 0
    while Game.objects.get(pk=game_id).status == "active":
        expire(clock, game_id)
        steps += 1

    game = Game.objects.get(pk=game_id)
    assert (game.status, game.deadline, game.turn_started_at) == ("finished", None, None)
    handed = GameEvent.objects.filter(kind=EventKind.SEAT_HANDED_OVER)
    assert handed.count() == Seat.objects.filter(game=game_id).exclude(former_player=None).count() <= 4
    assert GameEvent.objects.filter(kind=EventKind.TURN_EXPIRED).count() <= steps
    clock.move(timedelta(days=365))
    assert turn_expire(game_id=game_id) is False
    assert game_check(game_id=game_id, with_projections=True) is None
    assert list(OutboxMessage.objects.filter(topic="game_ended").values_list("version", flat=True)) == [game.version]


def test_a_bots_late_turn_is_played_and_not_held_against_it(clock: Clock) -> None:
    (ann,) = people("ann")
    game_id = opened_game(ann, players=3, bots=("novice", "guarded"))
    if state_of(game_id).to_act == 0:
        move, version = random_move(game_id, ann, random.Random(1))
        move_submit(game_id=game_id, actor=ann, move=move, version=version)

    _, made = expire(clock, game_id)

    assert EventKind.TURN_EXPIRED not in made
    assert made[0] in {EventKind.OFFER_MADE, EventKind.LOT_ACCEPTED, EventKind.LOT_REFUSED}
    assert state_of(game_id).missed == ()


def test_the_next_bot_is_told(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    first = state_of(game_id).to_act
    for seat, player in enumerate(seated):
        if seat != first:
            seat_resign(game_id=game_id, actor=player)

    expire(clock, game_id)

    message = OutboxMessage.objects.get(topic="bot_turn")
    assert (message.topic, message.version) == ("bot_turn", Game.objects.get(pk=game_id).version)


class Peeping:
    """A policy that remembers what it was shown."""

    level = "guarded"
    shown: GameView | None = None

    def choose(self, view: GameView, rng: object) -> object:
        Peeping.shown = view
        return LEVELS["guarded"].policy.choose(view, rng)  # type: ignore[arg-type]


def test_the_bot_sees_what_the_seat_sees_and_the_seat_sees_what_the_bot_played(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    version = Game.objects.get(pk=game_id).version
    level = Level(level="guarded", name="", description="", policy=Peeping())  # type: ignore[arg-type]
    monkeypatch.setattr("bots.registry.LEVELS", {**LEVELS, "guarded": level})
    before = {player.pk: game_get(game_id=game_id, viewer=player).view for player in seated}

    seat, _ = expire(clock, game_id)

    assert Peeping.shown == before[seated[seat].pk]
    cards = {
        player.pk: page.items[1].view.card  # type: ignore[union-attr]
        for player in seated
        for page in [events_list(game_id=game_id, viewer=player, after=version, limit=9)]
    }
    assert {pk for pk, card in cards.items() if card is not None} == {seated[seat].pk}


def test_a_policy_that_fails_does_not_keep_the_turn(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing:
        level = "guarded"

        def choose(self, view: GameView, rng: object) -> object:
            raise RuntimeError

    level = Level(level="guarded", name="", description="", policy=Failing())  # type: ignore[arg-type]
    monkeypatch.setattr("bots.registry.LEVELS", {**LEVELS, "guarded": level})
    game_id = started_game(people("ann", "bob", "cleo"))

    _, made = expire(clock, game_id)

    assert made == [EventKind.TURN_EXPIRED, EventKind.OFFER_MADE]


def test_an_expiry_is_whole_or_not_at_all(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is killed between the expiry and the move has done neither; the next sweep does both."""
    game_id = started_game(people("ann", "bob", "cleo"))
    version = Game.objects.get(pk=game_id).version
    clock.stop(deadline_of(game_id))

    def killed(**asked: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(levels, "_choosers", [killed])
        with pytest.raises(SystemExit):
            turn_expire(game_id=game_id)

    assert kinds_after(game_id, version) == []
    assert turn_expire(game_id=game_id) is True
    assert kinds_after(game_id, version) == [EventKind.TURN_EXPIRED, EventKind.OFFER_MADE]


def test_games_that_wait_too_long_are_cancelled(clock: Clock) -> None:
    ann, bob, cleo = people("ann", "bob", "cleo")
    waiting, started = opened_game(ann, players=4), started_game([ann, bob, cleo])
    opened_at = Game.objects.get(pk=waiting).created_at

    clock.stop(opened_at + timedelta(days=30) - timedelta(microseconds=1))
    assert game_cancel_unfilled(game_id=waiting) is False
    clock.stop(opened_at + timedelta(days=31))
    assert game_cancel_unfilled(game_id=started) is False
    assert game_cancel_unfilled(game_id=waiting) is True

    assert game_cancel_unfilled(game_id=waiting) is False
    game = Game.objects.get(pk=waiting)
    assert (game.status, game.reason) == ("cancelled", "unfilled")
    assert game_check(game_id=waiting, with_projections=True) is None
    assert Game.objects.get(pk=started).status == "active"


def test_the_clock_may_go_back(clock: Clock) -> None:
    """An hour back: nothing expires early, and nothing twice."""
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    expire(clock, game_id)
    deadline, version = deadline_of(game_id), Game.objects.get(pk=game_id).version

    clock.move(-timedelta(hours=1))
    assert turn_expire(game_id=game_id) is False
    clock.stop(deadline - timedelta(hours=1))
    assert turn_expire(game_id=game_id) is False
    assert kinds_after(game_id, version) == []
    clock.stop(deadline)
    assert turn_expire(game_id=game_id) is True
    assert kinds_after(game_id, version)[0] == EventKind.TURN_EXPIRED


def test_the_count_follows_from_the_log(clock: Clock) -> None:
    """A process that never saw the first expiry hands over at the second."""
    seated = people("ann", "bob", "cleo")
    game_id = started_game(seated)
    handed = 0
    while not handed:
        store.forget_all()
        expire(clock, game_id)
        handed = GameEvent.objects.filter(kind=EventKind.SEAT_HANDED_OVER).count()
    expired = [entry.event.seat for entry in read(game_id, up_to=10**6) if isinstance(entry.event, TurnExpired)]
    assert expired.count(expired[-1]) == 2
    assert Player.objects.filter(seats__game=game_id, kind="bot").count() == 1


def test_whole_games_with_misses_replay(clock: Clock) -> None:
    seated = people("ann", "bob", "cleo", "dan")
    rng = random.Random(3)
    for _ in range(3):
        game_id = started_game(seated)
        moves = play(game_id, seated, rng)
        for _ in range(60):
            state = state_of(game_id)
            if state.to_act is None:
                break
            sitting = state.seats[state.to_act]
            if rng.random() < 0.3 or sitting not in [player.pk for player in seated]:
                expire(clock, game_id)
            else:
                next(moves, None)
        assert game_check(game_id=game_id, with_projections=True) is None
