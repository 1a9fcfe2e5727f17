"""Whether the moves of bots followed from what they saw: a finished game played again, out of its record.

Nothing but the record is looked at, as anyone may fetch it, and the policies of this checkout. The game is dealt anew
from the seed that the record opens, and each bot is asked again, with the view and the chance that it had.
"""

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from bots.services import bot_choose
from games.engine import lobby
from games.engine.errors import ActRefused, RuleViolation
from games.engine.events import (
    CardsDealt,
    Event,
    GameOpened,
    RoundStarted,
    SeatHandedOver,
    SeatLeft,
    SeatTaken,
    TurnExpired,
)
from games.engine.moves import Accept, Move, Offer, Refuse
from games.engine.projection import project
from games.engine.rules import decide, fold, opened
from games.engine.setup import bot_secret, commitment_of
from games.engine.state import GameState
from games.engine.types import HandOverReason, PlayerId, Visibility
from games.levels import BotKind, is_kind, version_of

type Record = Mapping[str, Any]


class Verdict(StrEnum):
    """What is to be said of a bot's move."""

    FOLLOWS = "follows"
    DIFFERS = "differs"
    OTHER_VERSION = "other_version"
    UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Checked:
    """A move that a bot made at `version`; `policy` is the version of the level's policy that is said to have made it.

    `differs`: the same version of the policy makes another move. `other_version`: another move too, but this checkout
    has another version of the policy, or none. `unrecorded`: nothing says which policy moved.
    """

    version: int
    seat: int
    kind: str
    policy: str
    made: Move
    verdict: Verdict


class BadRecord(Exception):
    """The record contradicts itself, or the rules. The text is for people."""


_HAND_OVERS: Final = {reason.value: reason for reason in HandOverReason}


def record_check(record: Record) -> list[Checked]:
    """Every move of a bot in the record of a finished game, judged. Raises BadRecord."""
    try:
        return list(_Check(record).moves())
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as missing:
        raise BadRecord(f"this is not the record of a game: {type(missing).__name__} {missing}") from None
    except (RuleViolation, ActRefused) as broken:
        raise BadRecord(f"this is no game by the rules: {broken}") from None


class _Check:
    """One record, played again."""

    def __init__(self, record: Record) -> None:
        self._game_id: str = record["game"]["id"]
        self._events: list[Record] = record["events"]
        self._rules_version: int = record["rules_version"]
        self._deck: list[int] = record["deck"]
        seed: str = record["fairness"]["reveal"]
        if commitment_of(seed) != record["fairness"]["commitment"]:
            raise BadRecord("the seed is not the one that was committed to")
        self._secret = bytes.fromhex(record["bots"]["secret"])
        if not hmac.compare_digest(self._secret, bot_secret(seed)):
            raise BadRecord("the secret of the bots does not follow from the seed")
        self._seed = seed
        self._stamps: dict[int, Record] = {move["version"]: move for move in record["bots"]["moves"]}
        self._ids: dict[str, PlayerId] = {}
        self._levels: dict[PlayerId, BotKind] = {}
        # What the seats brought to the shuffle, by player.
        started = next((event["data"] for event in self._events if event["kind"] == "game_started"), None)
        self._entropy: dict[PlayerId, str] = {}
        if started is not None:
            for seat, entropy in zip(started["seats"], started["entropy"], strict=True):
                self._entropy[self._player(seat["player"])] = entropy

    def moves(self) -> Iterator[Checked]:
        """Each move of a bot, in order."""
        state: GameState | None = None
        for event in self._events:
            move = None if state is None else self._move(event)
            if state is not None and move is not None:
                checked = self._checked(state, event["seq"] - 1, move)
                if checked is not None:
                    yield checked
                if state.to_act is None:
                    raise BadRecord(f"nobody was to act at event {event['seq']}")
                state = fold(state, decide(state, state.to_act, move))
            else:
                state = self._happened(state, event)
        unused = self._stamps.keys() - {event["seq"] - 1 for event in self._events if self._move(event) is not None}
        if unused:
            raise BadRecord(f"bots are said to have moved at versions at which nobody did: {sorted(unused)}")

    def _checked(self, state: GameState, version: int, made: Move) -> Checked | None:
        seat = state.to_act
        player = None if seat is None else state.seats[seat]
        if seat is None or player is None:
            raise BadRecord(f"nobody was to act at version {version}")
        stamp = self._stamps.get(version)
        if stamp is None:
            if player not in self._levels and not state.turn_expired:
                return None
            kind = self._levels.get(player, BotKind(""))
            return Checked(version, seat, str(kind), "", made, Verdict.UNRECORDED)
        kind = BotKind(stamp["level"], stamp["temperament"] or "")
        sitting = self._levels.get(player)
        if stamp["seat"] != seat or not (state.turn_expired or sitting == kind):
            raise BadRecord(f"at version {version} another was to act than the bot that is said to have moved")
        return Checked(
            version, seat, str(kind), stamp["policy"], made, self._verdict(state, version, kind, stamp, made)
        )

    def _verdict(self, state: GameState, version: int, kind: BotKind, stamp: Record, made: Move) -> Verdict:
        is_same_version = is_kind(kind) and version_of(kind.level) == stamp["policy"]
        if is_kind(kind):
            view = project(state, stamp["seat"])
            again = bot_choose(kind=kind, view=view, secret=self._secret, game_id=self._game_id, version=version)
            if again == made:
                return Verdict.FOLLOWS
        return Verdict.DIFFERS if is_same_version else Verdict.OTHER_VERSION

    def _happened(self, state: GameState | None, event: Record) -> GameState:
        """What happened beside moves. What moves caused was caused already."""
        data = event["data"]
        facts: tuple[Event, ...]
        if state is None:
            if event["kind"] != "game_opened":
                raise BadRecord("a game begins with game_opened")
            return opened(self._opening(data))
        match event["kind"]:
            case "seat_taken":
                player = self._player(data["player"])
                facts = (SeatTaken(data["seat"], player, self._entropy.get(player, "")),)
            case "seat_left":
                facts = (SeatLeft(data["seat"], self._player(data["player"])),)
            case "game_started":
                facts = lobby.start(state, self._game_id, self._rules_version)
                self._expect_dealt(facts)
            case "turn_expired":
                facts = (TurnExpired(data["seat"]),)
            case "seat_handed_over":
                came, went = self._player(data["to"]), self._player(data["from"])
                facts = (SeatHandedOver(data["seat"], went, came, _HAND_OVERS[data["reason"]]),)
            case _:
                facts = ()
        return fold(state, facts)

    def _expect_dealt(self, facts: tuple[Event, ...]) -> None:
        _, dealt, begun = facts
        if not isinstance(dealt, CardsDealt) or not isinstance(begun, RoundStarted):
            raise BadRecord("a game begins with the deal")
        hands = (*dealt.hands[begun.first_seat :], *dealt.hands[: begun.first_seat])
        if [card for hand in hands for card in hand] + list(dealt.draw_pile) != self._deck:
            raise BadRecord("the cards were not dealt as the seed says")

    def _opening(self, data: Record) -> GameOpened:
        return GameOpened(
            players=data["players"],
            turn=0,
            commitment=data["commitment"],
            creator=self._player({"name": data["creator"]}),
            name=data["name"],
            visibility=Visibility(data["visibility"]),
            rated=data["rated"],
            server_seed=self._seed,
            allow_bots=data.get("allow_bots", False),
        )

    def _player(self, shown: Record) -> PlayerId:
        """A number for a name, and what is said of the bot of that name."""
        player = self._ids.setdefault(shown["name"], len(self._ids) + 1)
        if shown.get("level"):
            self._levels[player] = BotKind(shown["level"], shown.get("temperament", ""))
        return player

    @staticmethod
    def _move(event: Record) -> Move | None:
        match event["kind"]:
            case "offer_made":
                data = event["data"]
                return Offer(card=data["card"], claim=data["claim"], to=data["to"])
            case "lot_accepted":
                return Accept()
            case "lot_refused":
                return Refuse()
            case _:
                return None
