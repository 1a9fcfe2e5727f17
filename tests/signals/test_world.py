"""A made-up world: every log replays, its read models are what the log says, and the seed decides it."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameEvent
from games.moderated import Message
from players.conduct.models import AuditEntry, Case, Report
from players.models import PlayedGame, Player

GAMES = 100

pytestmark = pytest.mark.django_db(transaction=True)


def made(**options: Any) -> None:
    call_command("make_world", games=GAMES, reports=30, verbosity=0, stdout=StringIO(), **options)


def test_every_game_is_one_by_the_rules() -> None:
    made()

    checked = StringIO()
    call_command("replay_check", projections=True, quiet=True, stdout=checked)

    assert f"{GAMES} games replayed, no difference" in checked.getvalue()
    assert set(Game.objects.values_list("status", flat=True)) == {"open", "active", "finished", "cancelled", "voided"}
    assert GameEvent.objects.count() > 50 * GAMES
    for model in (AuditEntry, Case, Message, PlayedGame, Player, Report):
        assert model.objects.exists(), model


def test_the_same_seed_makes_the_same_games() -> None:
    made(seed=1)
    first = set(Game.objects.values_list("pk", "version", "status"))
    made(seed=2, beside=True)
    other = set(Game.objects.values_list("pk", "version", "status")) - first

    assert len(other) == GAMES
    with pytest.raises(Exception, match="duplicate"):
        made(seed=1, beside=True)


def test_it_is_not_made_up_beside_what_is_real(settings: Any) -> None:
    made()
    count = Game.objects.count()
    with pytest.raises(CommandError, match="already"):
        made(seed=3)
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="production"):
        made(seed=3, beside=True)
    assert Game.objects.count() == count
