"""The rounds of games: read models that hold nothing hidden, and the viewer's own cards out of the projection."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any

from games.engine.types import Card, Status
from games.models import Round
from games.selectors.games import game_get, games_seen
from games.wire.games import GameSummary, SeenGame
from games.wire.rounds import SeenOffer, SeenOutcome, SeenRound
from players.models import Player

type Lot = tuple[int | None, tuple[Card | None, ...]]
"""The number of the current round, and the faces of its lot as the viewer sees them: None but for their own."""


def rounds_list(*, game_id: str, viewer: Player | None, invite: str | None = None) -> tuple[SeenRound, ...]:
    """All rounds of a game, as `viewer` may see them. Raises not_found."""
    seen = game_get(game_id=game_id, viewer=viewer, invite=invite)
    return rounds_seen(game_id=game_id, lot=_lot_of(seen))


def rounds_seen(*, game_id: str, lot: Lot) -> tuple[SeenRound, ...]:
    """The rounds of a game that somebody was shown, with its lot as they saw it."""
    return _rounds([game_id], {game_id: lot})[game_id]


def rounds_of(*, games: Collection[GameSummary], viewer: Player | None) -> dict[str, tuple[SeenRound, ...]]:
    """The rounds of listed games, by id, in a constant number of statements."""
    seated = [game for game in games if game.your_seat is not None and game.status in (Status.ACTIVE, Status.VOIDED)]
    lots = {game_id: _lot_of(seen) for game_id, seen in games_seen(games=seated, viewer=viewer).items()}
    return _rounds([game.id for game in games], lots)


def _lot_of(seen: SeenGame) -> Lot:
    return seen.view.round, tuple(card.card for card in seen.view.lot)


def _rounds(game_ids: Collection[str], lots: Mapping[str, Lot]) -> dict[str, tuple[SeenRound, ...]]:
    """One statement, so that no lot is seen half revealed."""
    rows = (
        Round.objects.filter(game__in=game_ids)
        .order_by("game_id", "number", "offers__position")
        .values_list(
            "game_id",
            "number",
            "first_seat",
            "outcome",
            "by",
            "receiver",
            "points",
            "charons",
            "eliminated",
            "offers__position",
            "offers__from_seat",
            "offers__to_seat",
            "offers__claim",
            "offers__card",
        )
    )
    rounds: dict[str, list[SeenRound]] = {game_id: [] for game_id in game_ids}
    for round_columns, entries in groupby(rows, key=itemgetter(slice(0, 9))):
        game_id, number, first_seat, kind, by, receiver, points, charons, eliminated = round_columns
        # The game may have moved on since its lot was looked at.
        of_round, faces = lots.get(game_id, (None, ()))
        own = faces if kind is None and number == of_round else ()
        outcome = None if kind is None else SeenOutcome(kind, by, receiver, points, charons, eliminated)
        rounds[game_id].append(SeenRound(number, first_seat, _offers(entries, own), outcome))
    return {game_id: tuple(found) for game_id, found in rounds.items()}


def _offers(rows: Iterable[tuple[Any, ...]], own: tuple[Card | None, ...]) -> tuple[SeenOffer, ...]:
    """The offers of one round. A round without offers is one row whose offer is empty: it has just begun."""
    return tuple(
        SeenOffer(from_seat, to, claim, card if card is not None or position >= len(own) else own[position])
        for *_, position, from_seat, to, claim, card in rows
        if position is not None
    )
