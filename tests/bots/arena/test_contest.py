"""Who plays whom, and where."""

from collections import Counter

import pytest

from bots.arena.contest import Contest, Contestant, ContestRefused, contest_made, seating
from bots.arena.playing import dealt

SIZES = [3, 4, 5, 6]
each_size = pytest.mark.parametrize("players", SIZES)


def contest(*names: str, players: int = 4, games: int = 40) -> Contest:
    return contest_made(names, players=players, games=games, seed=1)


def test_as_many_names_as_seats_sit_together() -> None:
    made = contest("guarded", "novice", "guarded", "guarded")

    assert made.contestants == (Contestant("guarded", "guarded"), Contestant("novice", "novice"))
    assert made.entries == (0, 1, 0, 0)


def test_of_two_names_one_sits_against_the_rest() -> None:
    made = contest("guarded", "novice", players=5)

    assert made.contestants == (Contestant("guarded", "guarded"), Contestant("novice", "novice"))
    assert made.entries == (0, 1, 1, 1, 1)


def test_of_two_equal_names_one_is_told_from_the_rest() -> None:
    made = contest("novice", "novice")

    assert made.contestants == (Contestant("novice", "novice"), Contestant("novice (the rest)", "novice"))
    assert made.entries == (0, 1, 1, 1)


def test_policies_of_ones_own_have_short_names_while_these_differ() -> None:
    assert [one.name for one in contest("a.b:Mine", "c:Yours").contestants] == ["Mine", "Yours"]
    assert [one.name for one in contest("a.b:Mine", "c:Mine").contestants] == ["a.b:Mine", "c:Mine"]


@pytest.mark.parametrize(
    ("names", "players", "games", "said"),
    [
        (("a", "b", "c"), 4, 40, "3 are neither"),
        (("a",), 4, 40, "1 are neither"),
        (("a", "b", "c", "d", "e"), 4, 40, "5 are neither"),
        (("a", "b"), 2, 40, "3 to 6 players"),
        (("a", "b"), 7, 40, "3 to 6 players"),
        (("a", "b"), 4, 0, "a game at least"),
    ],
)
def test_anything_else_is_refused(names: tuple[str, ...], players: int, games: int, said: str) -> None:
    with pytest.raises(ContestRefused, match=said):
        contest(*names, players=players, games=games)


@each_size
def test_games_are_rounded_up_to_whole_deals(players: int) -> None:
    made = contest("a", "b", players=players, games=10 * players + 1)

    assert (made.deals, made.games) == (11, 11 * players)


@each_size
def test_in_each_deal_everyone_sits_everywhere_once(players: int) -> None:
    made = contest("a", "b", players=players)

    for deal in range(150):
        at = [seating(made, deal, rotation) for rotation in range(players)]
        assert all(sorted(seats) == list(range(players)) for seats in at)
        for entry in range(players):
            assert sorted(seats.index(entry) for seats in at) == list(range(players))


@each_size
def test_over_the_deals_everyone_has_every_neighbour_equally_often(players: int) -> None:
    made = contest("a", "b", players=players)
    deals = {3: 2, 4: 6, 5: 24, 6: 120}[players]

    left_of = Counter(
        (seats[seat], seats[(seat + 1) % players])
        for deal in range(deals)
        for seats in [seating(made, deal, 0)]
        for seat in range(players)
    )

    assert len(left_of) == players * (players - 1)
    assert len(set(left_of.values())) == 1


def test_each_deal_is_another_and_each_seed_has_others() -> None:
    made = contest("a", "b")
    again = contest("guarded", "novice")
    other = contest_made(["a", "b"], players=4, games=40, seed=2)

    assert len({dealt(made, deal) for deal in range(10)}) == 10
    assert dealt(made, 3) == dealt(again, 3)
    assert not {dealt(made, deal) for deal in range(10)} & {dealt(other, deal) for deal in range(10)}
