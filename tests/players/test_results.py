"""Statistics and ratings of finished games, counted once; accounts of bots, made once."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from players.models import PlayedGame, Player
from players.selectors import PlayerCard, players_by_id
from players.services import bot_player, results_record


def bots(count: int) -> list[Player]:
    return [bot_player(level="guarded", ordinal=ordinal) for ordinal in range(1, count + 1)]


def statistics() -> list[tuple[str, int, int, int]]:
    return list(Player.objects.order_by("pk").values_list("name", "games_played", "games_won", "games_rated"))


@pytest.mark.django_db
def test_a_result_counts_once() -> None:
    # given three players
    one, two, three = bots(3)
    standings = [(two.pk, 1), (three.pk, 2), (one.pk, 2)]
    # when a rated game is recorded twice
    assert results_record(game_ref="k7q2", rated=True, standings=standings) is True
    after = list(Player.objects.order_by("pk").values())
    assert results_record(game_ref="k7q2", rated=True, standings=standings) is False
    # then it counted once: the winner rose, the two who drew fell alike
    assert list(Player.objects.order_by("pk").values()) == after
    assert statistics() == [("guarded-1", 1, 0, 1), ("guarded-2", 1, 1, 1), ("guarded-3", 1, 0, 1)]
    for player in (one, two, three):
        player.refresh_from_db()
    assert two.rating_mu > 25.0 > one.rating_mu == three.rating_mu
    assert two.rating_sigma < 25.0 / 3
    assert PlayedGame.objects.count() == 3


@pytest.mark.django_db
def test_a_game_that_is_not_rated_leaves_the_ratings() -> None:
    one, two, three = bots(3)
    results_record(game_ref="k7q2", rated=False, standings=[(one.pk, 1), (two.pk, 1), (three.pk, 3)])
    assert statistics() == [("guarded-1", 1, 1, 0), ("guarded-2", 1, 1, 0), ("guarded-3", 1, 0, 0)]
    assert set(Player.objects.values_list("rating_mu", flat=True)) == {25.0}


@pytest.mark.django_db
@pytest.mark.parametrize("broken", [lambda ids: [(ids[0], 1), (ids[0], 2)], lambda ids: [(ids[0], 1), (10**9, 2)]])
def test_a_result_that_makes_no_sense_counts_for_nobody(broken: Callable[[list[int]], Any]) -> None:
    ids = [player.pk for player in bots(2)]
    with pytest.raises(ValueError, match="rank"):
        results_record(game_ref="k7q2", rated=True, standings=broken(ids))
    assert statistics() == [("guarded-1", 0, 0, 0), ("guarded-2", 0, 0, 0)]
    assert PlayedGame.objects.count() == 0


def at_once(call: Callable[[int], object], count: int) -> list[object]:
    """The outcomes of `count` calls that start together, each over its own connection."""
    barrier, outcomes = threading.Barrier(count), [None] * count

    def run(number: int) -> None:
        try:
            barrier.wait()
            outcomes[number] = call(number)  # type: ignore[call-overload]
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return list(outcomes)


@pytest.mark.django_db(transaction=True)
def test_a_result_recorded_by_many_at_once_counts_once() -> None:
    ids = [player.pk for player in bots(4)]
    orders = [ids, ids[::-1], ids[2:] + ids[:2], ids[1:] + ids[:1]]
    ranks = {pk: rank for rank, pk in enumerate(ids, start=1)}

    def record(number: int) -> bool:
        return results_record(game_ref="k7q2", rated=True, standings=[(pk, ranks[pk]) for pk in orders[number]])

    assert sorted(map(bool, at_once(record, 4))) == [False, False, False, True]
    assert [row[1:] for row in statistics()] == [(1, 1, 1), (1, 0, 1), (1, 0, 1), (1, 0, 1)]


@pytest.mark.django_db(transaction=True)
def test_a_bot_asked_for_by_many_at_once_is_one_account() -> None:
    found = at_once(lambda _: bot_player(level="shrewd", ordinal=3).pk, 4)
    player = Player.objects.get()
    assert found == [player.pk] * 4
    assert (player.name, player.kind, player.level) == ("shrewd-3", "bot", "shrewd")
    assert not player.has_usable_password()


@pytest.mark.django_db
def test_cards_come_in_one_statement() -> None:
    one, two = bots(2)
    with CaptureQueriesContext(connection) as queries:
        cards = players_by_id([two.pk, one.pk, one.pk, 10**9])
    assert len(queries) == 1
    assert cards == {
        one.pk: PlayerCard(id=one.pk, name="guarded-1", kind="bot", level="guarded"),
        two.pk: PlayerCard(id=two.pk, name="guarded-2", kind="bot", level="guarded"),
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "bot", "level": ""},
        {"kind": "human", "level": "guarded"},
        {"kind": "god"},
        {"games_won": 1},
        {"games_played": -1},
    ],
)
def test_the_database_itself_refuses_what_cannot_be(fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(name="ann", name_key="ann", **fields)
    assert not Player.objects.exists()
