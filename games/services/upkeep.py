"""The log looked after: is every stored game what the rules make of it, and are the read models what it says?"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import transaction

from games import projections, store
from games.codec import UnknownEvent
from games.engine.checking import first_difference
from games.engine.rules import replay
from games.models import LAST_SEQ, ClockTimestamp, Game, LogCheck, Offer, Round, Seat

type Rows = dict[str, list[tuple[object, ...]]]


@dataclass(frozen=True, slots=True)
class GameFault:
    """What is wrong with one stored game. `seq` is the first event that differs; None when it is a read model."""

    game_id: str
    seq: int | None
    why: str


def game_check(*, game_id: str, with_projections: bool) -> GameFault | None:
    """Replay one stored game by the rules; and, if asked, compare its read models with the replay. Writes nothing."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        try:
            logged = store.read(game.id, up_to=LAST_SEQ)
        except UnknownEvent as unknown:
            return GameFault(game.id, None, str(unknown))
        if [entry.seq for entry in logged] != list(range(1, len(logged) + 1)):
            return GameFault(game.id, None, "the log has a gap")
        if len(logged) != game.version:
            return GameFault(game.id, None, f"the log ends at {len(logged)}, the row of the game at {game.version}")
        difference = first_difference(game.id, [entry.event for entry in logged])
        if difference is not None:
            return GameFault(game.id, difference.seq, difference.why)
        if with_projections:
            stored = _rows_of(game.id)
            projections.rebuild(game, replay(entry.event for entry in logged), logged)
            rebuilt = _rows_of(game.id)
            transaction.set_rollback(True)
            for table, rows in rebuilt.items():
                if stored[table] != rows:
                    return GameFault(game.id, None, f"the rows of {table} are not what the log says")
    return None


def projections_rebuild(*, game_id: str) -> None:
    """Write the read models of one game anew from its log."""
    with transaction.atomic(durable=True):
        game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
        logged = store.read(game.id, up_to=LAST_SEQ)
        projections.rebuild(game, replay(entry.event for entry in logged), logged)


def log_check_keep(*, games: int, faults: int, first_fault: str) -> None:
    """Keep what a look over all games found, in place of what the last one did."""
    found = {"games": games, "faults": faults, "first_fault": first_fault[:200], "checked_at": ClockTimestamp()}
    with transaction.atomic():
        LogCheck.objects.update_or_create(name="all", defaults=found)


def games_named(*, ids: Iterable[str]) -> Iterator[str]:
    """The ids given, or those of all games, the oldest first, without holding them all in memory."""
    wanted = list(ids)
    games = Game.objects.filter(pk__in=wanted) if wanted else Game.objects.all()
    return games.order_by("created_at", "pk").values_list("pk", flat=True).iterator(chunk_size=1000)


def _rows_of(game_id: str) -> Rows:
    """All that the read models say of a game, without the rows' own numbers."""
    return {
        "Game": list(Game.objects.filter(pk=game_id).values_list(*_columns(Game), "current_round__number")),
        "Seat": list(Seat.objects.filter(game=game_id).order_by("seat").values_list(*_columns(Seat))),
        "Round": list(Round.objects.filter(game=game_id).order_by("number").values_list(*_columns(Round))),
        "Offer": list(
            Offer.objects.filter(round__game=game_id)
            .order_by("round__number", "position")
            .values_list("round__number", *_columns(Offer))
        ),
    }


def _columns(model: type[Game | Seat | Round | Offer]) -> list[str]:
    own_numbers = {"round_id", "current_round_id"} | ({"id"} if model is not Game else set())
    return [field.attname for field in model._meta.concrete_fields if field.attname not in own_numbers]
