"""Ratings, and what they would be without one game.

A rating follows from the ratings of all at the table before the game, and so from every game before it. Without a game
its players' later ratings are others, and then those of whom they met later. So the rated games after it are rated anew
in their order, as far as somebody is concerned: the result is the same as if it had never been played.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from openskill.models import PlackettLuce

from players.models import INITIAL_MU, INITIAL_SIGMA, PlayedGame, Player
from players.store import ratings_lock

_BATCH: Final = 500
_STATISTICS: Final = ("games_played", "games_won", "games_rated", "rating_mu", "rating_sigma")


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's strength, and how unsure that is."""

    mu: float = INITIAL_MU
    sigma: float = INITIAL_SIGMA


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player (an account's key) whose rating becomes another."""

    player: int
    before: Rating
    after: Rating


def rate(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """New ratings after Weng and Lin, "A Bayesian approximation method for online ranking" (2011), Plackett–Luce."""
    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(new.mu, new.sigma) for (new,) in rated]


def ratings_without(*, game_ref: str) -> tuple[RatingChange, ...]:
    """The ratings that would change if this game did not count, by player. Nothing when it was not counted or rated."""
    return _changes(_Replay(game_ref))


def result_undo(*, game_ref: str) -> tuple[RatingChange, ...]:
    """Let a counted game count no more: in statistics, in ratings, and in what later games are based on.

    Returns the ratings that changed. Must run in a transaction; no game is counted until it ends. Safe to call twice.
    """
    ratings_lock(alone=True)
    replay = _Replay(game_ref)
    changes = _changes(replay)
    rows = list(PlayedGame.objects.filter(game_ref=game_ref))
    concerned = {*replay.ratings, *(row.player_id for row in rows)}
    # In one order, as everybody locks several players.
    players = Player.objects.select_for_update(no_key=True).filter(pk__in=concerned).order_by("pk").in_bulk()
    for row in rows:
        player = players[row.player_id]
        player.games_played -= 1
        player.games_won -= row.rank == 1
        player.games_rated -= replay.is_rated
    for change in changes:
        player = players[change.player]
        player.rating_mu, player.rating_sigma = change.after.mu, change.after.sigma
    Player.objects.bulk_update(players.values(), _STATISTICS, batch_size=_BATCH)
    PlayedGame.objects.filter(pk__in=[row.pk for row in rows]).delete()
    PlayedGame.objects.bulk_update(replay.rows, ["rating_mu", "rating_sigma"], batch_size=_BATCH)
    return changes


def _changes(replay: "_Replay") -> tuple[RatingChange, ...]:
    before = _current(replay.ratings)
    return tuple(
        RatingChange(player, before[player], rating)
        for player, rating in sorted(replay.ratings.items())
        if before[player] != rating
    )


class _Replay:
    """The games that were counted after one, rated anew without it.

    `ratings` are those of everybody whom it concerns, `rows` what is to be kept of the later games.
    """

    def __init__(self, game_ref: str) -> None:
        self.ratings: dict[int, Rating] = {}
        self.rows: list[PlayedGame] = []
        gone = list(PlayedGame.objects.filter(game_ref=game_ref).order_by("pk"))
        self.is_rated = len(gone) > 1 and gone[0].rated
        if not self.is_rated:
            return
        # Rows of one player are numbered in the order in which games were counted: each waited for the one before.
        later = PlayedGame.objects.filter(pk__gt=gone[0].pk).exclude(game_ref=game_ref).order_by("pk")
        games: dict[str, list[PlayedGame]] = {}
        for row in later.iterator():
            games.setdefault(row.game_ref, []).append(row)
        people = {row.player_id for row in gone} | {row.player_id for rows in games.values() for row in rows}
        stored = _before(gone[0].pk, people)
        self.ratings = {row.player_id: stored.get(row.player_id, Rating()) for row in gone}
        for rows in games.values():
            self._again(sorted(rows, key=lambda row: row.player_id), stored)

    def _again(self, rows: Sequence[PlayedGame], stored: dict[int, Rating]) -> None:
        """One later game: `stored` is what ratings were before it, and is brought to what they were after it."""
        concerned = [row for row in rows if row.player_id in self.ratings]
        if concerned and rows[0].rated and len(rows) > 1:
            before = [self.ratings.get(row.player_id, stored.get(row.player_id, Rating())) for row in rows]
            for row, rating in zip(rows, rate(before, [row.rank for row in rows]), strict=True):
                self.ratings[row.player_id] = rating
            concerned = list(rows)
        for row in rows:
            stored[row.player_id] = Rating(row.rating_mu, row.rating_sigma)
        for row in concerned:
            new = self.ratings[row.player_id]
            row.rating_mu, row.rating_sigma = new.mu, new.sigma
        self.rows += concerned


def _before(first: int, people: Iterable[int]) -> dict[int, Rating]:
    """The ratings of these players before the row `first`; those who had not played are left out."""
    rows = PlayedGame.objects.filter(pk__lt=first, player__in=set(people)).order_by("player", "-pk").distinct("player")
    return {player: Rating(mu, sigma) for player, mu, sigma in rows.values_list("player", "rating_mu", "rating_sigma")}


def _current(players: Iterable[int]) -> Mapping[int, Rating]:
    rows = Player.objects.filter(pk__in=set(players)).values_list("pk", "rating_mu", "rating_sigma")
    return {player: Rating(mu, sigma) for player, mu, sigma in rows}
