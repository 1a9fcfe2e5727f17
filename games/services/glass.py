"""Breaking the glass: the hidden cards of a running game, for one senior moderator, confirmed by another.

Neither of them sits or sat at the game. What was opened is told in the game's record when it is over: that, when, up to
which event, and that it was a senior moderator; not who, and not why.
"""

from datetime import timedelta
from typing import Final

from django.db.models import F, Value
from django.db.models.functions import Coalesce, Greatest

from games.errors import not_found
from games.models import ClockTimestamp
from games.moderated import BrokenGlass
from games.selectors.glass import glass_open, open_cards
from games.services.table import Table, game_moderated
from players.conduct.audit import Act, audit_write
from players.conduct.cases import case_held, reason_of
from players.conduct.models import Case
from players.conduct.roles import expect_may, expect_not_at
from players.errors import ErrorCode, Json, Refusal
from players.models import Player
from players.wire import time_json

OPEN_FOR: Final = timedelta(hours=1)
"""How long the one who asked may look, from the answer on."""


def glass_ask(*, actor: Player, game_id: str, reason: str, case: Case | None = None) -> BrokenGlass:
    """Ask to see the hidden cards of a running game; the same once more while it is not answered.

    Raises not_found, forbidden (also at a seat of it, ever), invalid_value (reason), game_not_started, game_over,
    case_closed, case_claimed, already_done (it is open to them now).
    """
    words = reason_of(reason)
    expect_may(actor, Act.GLASS_ASK)
    with game_moderated(game_id=game_id) as table:
        expect_not_at(actor, [game_id])
        table.expect_active()
        held = None if case is None else case_held(actor=actor, case=case)
        if glass_open(game_id=game_id, viewer=actor) is not None:
            raise Refusal(ErrorCode.ALREADY_DONE)
        asked = BrokenGlass.objects.filter(game=game_id, asked_by=actor, answered_at=None).first()
        if asked is not None:
            return asked
        glass = BrokenGlass.objects.create(game_id=game_id, asked_by=actor, reason=words)
        glass.refresh_from_db()
        _write(actor, Act.GLASS_ASK, glass, words, {"glass": glass.pk, "version": table.version}, case=held)
        return glass


def glass_answer(*, actor: Player, glass_id: int, granted: bool, reason: str = "") -> BrokenGlass:
    """Confirm or refuse what another senior moderator asked for. Granted, the game is open to them for an hour.

    Raises not_found, forbidden (whoever asked, and whoever sat there), game_over, already_done (it is answered).
    """
    expect_may(actor, Act.GLASS_ANSWER)
    asked = BrokenGlass.objects.select_related("asked_by").filter(pk=glass_id).first()
    if asked is None:
        raise not_found()
    with game_moderated(game_id=asked.game_id) as table:
        glass = BrokenGlass.objects.select_related("asked_by").get(pk=glass_id)
        if glass.asked_by_id == actor.pk:
            raise Refusal(ErrorCode.FORBIDDEN)
        expect_not_at(actor, [glass.game_id])
        if glass.answered_at is not None:
            raise Refusal(ErrorCode.ALREADY_DONE)
        if granted:
            # What was right when they asked must be right now.
            expect_may(glass.asked_by, Act.GLASS_ASK)
            expect_not_at(glass.asked_by, [glass.game_id])
            table.expect_active()
        _answer(glass, table, actor, granted=granted)
        until = None if glass.until is None else time_json(glass.until)
        said: dict[str, Json] = {"glass": glass.pk, "granted": granted, "until": until, "version": table.version}
        _write(actor, Act.GLASS_ANSWER, glass, reason.strip(), said, player=glass.asked_by)
        return glass


def glass_look(*, actor: Player, game_id: str) -> dict[str, Json]:
    """`{"game", "hands", "lot"}` of a running game that is open to `actor` now; each look is written down.

    Raises not_found, forbidden, game_not_started, game_over (the record tells all).
    """
    expect_may(actor, Act.LOOK_GLASS)
    with game_moderated(game_id=game_id) as table:
        table.expect_active()
        glass = glass_open(game_id=game_id, viewer=actor)
        if glass is None:
            raise Refusal(ErrorCode.FORBIDDEN)
        version, cards = open_cards(game_id=game_id, viewer=actor)
        BrokenGlass.objects.filter(pk=glass.pk).update(
            seen_up_to=Greatest(Coalesce(F("seen_up_to"), Value(0)), Value(version))
        )
        _write(actor, Act.LOOK_GLASS, glass, glass.reason, {"glass": glass.pk, "version": version})
        return cards


def _answer(glass: BrokenGlass, table: Table, actor: Player, *, granted: bool) -> None:
    answered = BrokenGlass.objects.filter(pk=glass.pk, answered_at=None)
    answered.update(
        answered_by=actor,
        answered_at=ClockTimestamp(),
        granted=granted,
        until=ClockTimestamp() + OPEN_FOR if granted else None,
        version=table.version if granted else None,
    )
    glass.refresh_from_db()


def _write(
    actor: Player,
    act: Act,
    glass: BrokenGlass,
    reason: str,
    after: dict[str, Json],
    *,
    case: Case | None = None,
    player: Player | None = None,
) -> None:
    audit_write(actor=actor, act=act, player=player, game_ref=glass.game_id, case=case, reason=reason, after=after)
