"""The analysis of a game as clients get it: each decision judged by what was knowable, and what became of bluffs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import zip_longest
from typing import Any, Final, cast

from games.engine.decisions import Decision
from games.engine.moves import Accept, Offer, Refuse
from games.engine.types import CHARON
from games.levels import Advised
from games.wire.games import Cards
from games.wire.hints import move_json, option_json, part_json
from players.errors import Json
from players.wire import player_json, time_json

type Judged = dict[str, Any]
"""A decision as it is kept: what clients get, with the id of the player in place of their name."""


class AnalysisState(StrEnum):
    """Where the work stands."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"


class Answer(StrEnum):
    """What the seat before which a card was put did about it."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    PASSED_ON = "passed_on"


_ANSWERS: Final = {Accept: Answer.ACCEPTED, Refuse: Answer.REFUSED, Offer: Answer.PASSED_ON}


@dataclass(frozen=True, slots=True)
class SeenAnalysis:
    """How far the analysis of a game is, and what it says so far."""

    game_id: str
    level: str
    policy: str
    decisions: Sequence[Judged]
    total: int
    asked_at: datetime
    finished_at: datetime | None
    players: Cards

    @property
    def state(self) -> AnalysisState:
        if self.finished_at is not None:
            return AnalysisState.DONE
        return AnalysisState.RUNNING if self.decisions else AnalysisState.QUEUED


def analysis_json(analysis: SeenAnalysis) -> dict[str, Json]:
    """The analysis of the contract. `players` are summed up when all is done, and null before."""
    is_done = analysis.state is AnalysisState.DONE
    return {
        "game": analysis.game_id,
        "state": analysis.state.value,
        "done": len(analysis.decisions),
        "of": analysis.total,
        "level": analysis.level or None,
        "policy": analysis.policy or None,
        "asked_at": time_json(analysis.asked_at),
        "finished_at": None if analysis.finished_at is None else time_json(analysis.finished_at),
        "players": _summaries_json(analysis) if is_done else None,
        "decisions": [{**judged, "player": analysis.players[judged["player"]].name} for judged in analysis.decisions],
    }


def judged_json(decision: Decision, following: Decision | None, advised: Advised | None) -> Judged:
    """One decision judged; `following` is the next one of the game, None if there was none."""
    state, move = decision.state, decision.move
    judged: Judged = {
        "version": decision.version,
        "round": state.round,
        "seat": decision.seat,
        "player": decision.player,
        "expired": decision.is_expired,
        "move": move_json(move),
        "bluff": None,
        "lot": None,
        "made": None,
        "best": None,
        "loss": None,
        "level": None,
        "policy": None,
    }
    if isinstance(move, Offer) and move.card == CHARON != move.claim:
        answer = None if following is None else _ANSWERS[type(following.move)].value
        judged["bluff"] = {"claim": move.claim, "to": move.to, "answer": answer}
    if advised is None:
        return judged
    advice = advised.advice
    judged |= {"level": advised.level, "policy": advised.version}
    if advice.charon is not None:
        judged["lot"] = {
            "charon": part_json(advice.charon),
            "held": any(card.card == CHARON for card in state.lot),
            "cards": [
                {
                    "from": card.from_seat,
                    "to": card.to,
                    "claim": card.claim,
                    "card": card.card,
                    "charon": part_json(charon),
                }
                for card, charon in zip(state.lot, advice.charons, strict=True)
            ],
        }
    best = max(advice.weighed, key=lambda option: option.win)
    made = next((option for option in advice.weighed if option.move == move), None)
    judged["best"] = option_json(best)
    if made is not None:
        judged |= {"made": option_json(made), "loss": part_json(best.win - made.win)}
    return judged


def _summaries_json(analysis: SeenAnalysis) -> list[Json]:
    """What each player did, those who lost their seat to another named apart. Expired turns are nobody's doing."""
    by_player: dict[tuple[int, int], list[Judged]] = {}
    # How lies were answered, by who answered: the next decision is always theirs.
    answered: dict[tuple[int, int], Counter[str]] = {}
    for judged, following in zip_longest(analysis.decisions, analysis.decisions[1:]):
        if not judged["expired"]:
            by_player.setdefault((judged["seat"], judged["player"]), []).append(judged)
        if judged["bluff"] is not None and following is not None and not following["expired"]:
            who = (following["seat"], following["player"])
            answered.setdefault(who, Counter())[judged["bluff"]["answer"]] += 1
    return [
        {
            "seat": seat,
            "player": player_json(analysis.players[player]),
            "decisions": len(made),
            "loss": round(sum((judged["loss"] or 0.0 for judged in made), 0.0), 4),
            "best": sum(judged["loss"] == 0.0 for judged in made),
            "bluffs": _answers_json(
                Counter(judged["bluff"]["answer"] for judged in made if judged["bluff"] is not None)
            ),
            "lies": _answers_json(answered.get((seat, player), Counter())),
        }
        for (seat, player), made in sorted(by_player.items())
    ]


def _answers_json(answers: Counter[str]) -> Json:
    """How many there were, and how often a lie was believed, caught, or passed on with another card."""
    return cast(
        Json,
        {
            "all": answers.total(),
            "believed": answers[Answer.ACCEPTED],
            "caught": answers[Answer.REFUSED],
            "passed_on": answers[Answer.PASSED_ON],
        },
    )
