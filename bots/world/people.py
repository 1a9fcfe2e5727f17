"""The people of a made-up world, what they say, and what moderators do about it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bots.policies.policy import Rng
from bots.world.games import MadeGame
from bots.world.rows import Row
from games.engine.types import Status
from players.conduct.models import (
    Appeal,
    AuditEntry,
    Case,
    CaseOrigin,
    CaseOutcome,
    Ground,
    Report,
    ReportKind,
    Sanction,
    SanctionKind,
)
from players.models import Player
from players.names import name_key

STAFF: Final = 8
"""So many are moderators."""
UNUSABLE: Final = "!"
"""Stands where the digest of a password would."""
MESSAGES: Final = ("id", "game_id", "seq", "author_id", "seat", "text", "at")
PLAYED: Final = ("game_ref", "player_id", "rank", "rated", "rating_mu", "rating_sigma")
SAID: Final = (
    *("Good luck, everyone.", "You lie, and I can prove it.", "Thanks for the game!", "Hurry up, please."),
    *("That was a fine bluff.", "Not again…", "Bonne chance à tous.", "<b>who is next?</b>"),
)
ACTS: Final = ("look_case", "look_queue", "look_game", "case_claim", "case_close", "warn", "mute", "look_seat")


def people_made(rng: Rng, count: int, prefix: str) -> list[Player]:
    """So many accounts, the first ones staff. Nobody can log in as one of them."""
    people = []
    for place in range(count):
        name = f"{prefix}{_word(rng, 4)}-{place}"
        people.append(
            Player(name=name, name_key=name_key(name), password=UNUSABLE, is_staff=place < STAFF, games_played=0)
        )
    return people


def messages_of(rng: Rng, game: MadeGame) -> list[Row]:
    """What was said at the table: often nothing."""
    if not game.state.is_started or rng.random() < 0.5:
        return []
    rows: list[Row] = []
    for seq in range(1, 2 + int(8 * rng.random())):
        seat = int(rng.random() * len(game.seats))
        at = game.logged[int(rng.random() * len(game.logged))].at
        rows.append((_word(rng, 16), game.id, seq, game.seats[seat], seat, rng.choice(SAID), at))
    return rows


def results_of(game: MadeGame) -> list[Row]:
    """Who won, as it counted. Ratings stay as they are."""
    result = game.state.result
    if game.state.status is not Status.FINISHED or result is None:
        return []
    return [
        (game.id, player, 1 if seat in result.winners else 2, game.state.opening.rated, 25.0, 8.3)
        for seat, player in enumerate(game.state.seats)
    ]


def conduct_made(
    rng: Rng, people: Sequence[Player], games: Sequence[tuple[str, tuple[int, ...]]], count: int, now: datetime
) -> None:
    """So many reports, the cases they make, about half of them closed, and what came of those."""
    if not count or not games:
        return
    staff, subjects = people[:STAFF], people[STAFF:] or people
    closed_by = {subject.pk: rng.random() < 0.5 for subject in subjects}
    cases: dict[int, Case] = {}
    reports: list[Report] = []
    seen: set[tuple[int, str]] = set()
    for _ in range(count):
        game_id, seats = rng.choice(games)
        subject, author = rng.choice(seats), rng.choice(seats)
        if subject == author or subject not in closed_by or (author, f"{game_id}.{subject}") in seen:
            continue
        seen.add((author, f"{game_id}.{subject}"))
        at = now - timedelta(minutes=int(300_000 * rng.random()))
        case = cases.setdefault(subject, _case(rng, subject, at, staff if closed_by[subject] else ()))
        case.weight += 1
        reports.append(
            Report(
                id=_word(rng, 16),
                author_id=author,
                player_id=subject,
                game_ref=game_id,
                kind=rng.choice(ReportKind.values),
                about=f"game:{game_id}.{subject}",
                case=case,
                text=rng.choice(SAID),
                closed_at=case.closed_at,
            )
        )
    Case.objects.bulk_create(cases.values(), batch_size=1_000)
    Report.objects.bulk_create(reports, batch_size=1_000)
    acted = [(subject, case) for subject, case in cases.items() if case.outcome == CaseOutcome.ACTED]
    sanctions = [_sanction(rng, subject, case, now) for subject, case in acted]
    Sanction.objects.bulk_create(sanctions, batch_size=1_000)
    Appeal.objects.bulk_create(
        [Appeal(sanction=sanction, text=rng.choice(SAID)) for sanction in sanctions if rng.random() < 0.1],
        batch_size=1_000,
    )
    looked = [case for case in cases.values() for _ in range(5)]
    AuditEntry.objects.bulk_create(
        [
            AuditEntry(
                actor=rng.choice(staff), act=rng.choice(ACTS), player_id=case.subject_id, case=case, reason="made up"
            )
            for case in looked
        ],
        batch_size=1_000,
    )


def _case(rng: Rng, subject: int, at: datetime, closers: Sequence[Player]) -> Case:
    case = Case(id=_word(rng, 16), subject_id=subject, origin=CaseOrigin.REPORT, opened_at=at)
    if closers:
        case.closed_by, case.closed_at = rng.choice(closers), at + timedelta(hours=1 + int(90 * rng.random()))
        case.outcome = rng.choice(CaseOutcome.values)
    return case


def _sanction(rng: Rng, subject: int, case: Case, now: datetime) -> Sanction:
    kind = rng.choice((SanctionKind.WARNING, SanctionKind.MUTE, SanctionKind.SUSPENSION))
    is_timed = kind != SanctionKind.WARNING
    if case.closed_by_id is None:
        raise ValueError("nobody decided this case")
    return Sanction(
        id=_word(rng, 16),
        player_id=subject,
        kind=kind,
        ground=rng.choice(Ground.values),
        reason="made up",
        case=case,
        decided_by_id=case.closed_by_id,
        # All of it is over: nobody of this world is kept from anything.
        until=now - timedelta(days=1) if is_timed else None,
    )


def _word(rng: Rng, length: int) -> str:
    return "".join(rng.choice("abcdefghijkmnpqrstuvwxyz") for _ in range(length))
