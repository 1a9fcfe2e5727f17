"""Ratings without a game are those of a world in which it was not played, to the last bit."""

import random

import pytest

from players.models import PlayedGame, Player
from players.ratings import ratings_without, result_undo
from players.services import bot_player, results_record

pytestmark = pytest.mark.django_db

type Played = list[tuple[bool, list[tuple[int, int]]]]


def history(seed: int, *, games: int = 9, players: int = 7) -> Played:
    """Some games, rated or not, among some of the players, each with a rank."""
    rng = random.Random(seed)
    return [
        (rng.random() < 0.8, [(place, rng.randint(1, 3)) for place in rng.sample(range(players), rng.randint(3, 5))])
        for _ in range(games)
    ]


def lived(played: Played, *, but: int | None = None, undone: bool = False) -> list[tuple[object, ...]]:
    """What everybody's statistics are after these games; one is left out, or undone at the end."""
    PlayedGame.objects.all().delete()
    Player.objects.all().delete()
    people = [bot_player(level="guarded", ordinal=ordinal) for ordinal in range(1, 8)]
    for number, (rated, standings) in enumerate(played):
        if undone or number != but:
            results_record(
                game_ref=str(number), rated=rated, standings=[(people[place].pk, rank) for place, rank in standings]
            )
    if undone:
        expected = ratings_without(game_ref=str(but))
        before = _rows()
        assert result_undo(game_ref=str(but)) == expected
        changed = {change.player for change in expected}
        assert {new[0] for old, new in zip(before, _rows(), strict=True) if old[4:] != new[4:]} == {
            Player.objects.get(pk=player).name for player in changed
        }
        # Once more changes nothing.
        assert result_undo(game_ref=str(but)) == ()
    return _rows() + _kept()


@pytest.mark.parametrize("seed", range(6))
def test_undone_is_as_never_played(seed: int) -> None:
    played = history(seed)
    gone = seed % 5
    assert lived(played, but=gone, undone=True) == lived(played, but=gone)


def test_it_makes_a_difference() -> None:
    played = [(True, [(0, 1), (1, 2), (2, 3)]), (True, [(1, 1), (2, 2), (3, 3)]), (True, [(4, 1), (5, 2), (6, 3)])]
    lived(played)
    everything = _rows()
    # Whoever met them later is concerned, and nobody else.
    concerned = {Player.objects.get(pk=change.player).name for change in ratings_without(game_ref="0")}
    assert concerned == {"guarded-1", "guarded-2", "guarded-3", "guarded-4"}
    assert _rows() == everything
    assert ratings_without(game_ref="none") == ()


def _rows() -> list[tuple[object, ...]]:
    columns = ("name", "games_played", "games_won", "games_rated", "rating_mu", "rating_sigma")
    return list(Player.objects.order_by("name").values_list(*columns))


def _kept() -> list[tuple[object, ...]]:
    """What each game says of the rating after it: later games are worked out from that."""
    columns = ("game_ref", "player__name", "rank", "rated", "rating_mu", "rating_sigma")
    return list(PlayedGame.objects.order_by("game_ref", "player__name").values_list(*columns))
