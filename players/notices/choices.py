"""What players want to be told of, and how: by kind of notice and channel."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from players.models import Player
from players.notices.models import NoticeChannel, NoticeChoice, NoticeKind, When
from players.transactions import one_transaction


@dataclass(frozen=True, slots=True)
class Choice:
    """When one kind of notice comes on one channel; `hours` lie between two digests, None if there are none."""

    kind: NoticeKind
    channel: NoticeChannel
    when: When = When.AT_ONCE
    hours: int | None = None


type Key = tuple[int, NoticeKind]


def choices_by_player(*, players: Iterable[int], channel: NoticeChannel) -> dict[Key, Choice]:
    """What differs from the default, by player and kind."""
    rows = NoticeChoice.objects.filter(player__in=set(players), channel=channel)
    return {(row.player_id, NoticeKind(row.kind)): _choice(row) for row in rows}


def never_wanted(*, players: Iterable[int], channel: NoticeChannel) -> set[Key]:
    """What players (by their accounts' keys) do not want on that channel at all, by player and kind."""
    chosen = choices_by_player(players=players, channel=channel)
    return {key for key, choice in chosen.items() if choice.when is When.NEVER}


def choices_of(*, player: Player) -> list[Choice]:
    """Every kind on every channel, in a fixed order."""
    chosen = {(row.kind, row.channel): _choice(row) for row in NoticeChoice.objects.filter(player=player)}
    return [
        chosen.get((kind.value, channel.value), Choice(kind, channel))
        for kind in NoticeKind
        for channel in NoticeChannel
    ]


_COLUMNS: Final = ("when", "hours")


def choices_update(*, player: Player, choices: Sequence[Choice]) -> list[Choice]:
    """Choose; what is not named stays as it is. Returns all choices as they are now."""
    with one_transaction():
        NoticeChoice.objects.bulk_create(
            [
                NoticeChoice(
                    player=player, kind=choice.kind, channel=choice.channel, when=choice.when, hours=choice.hours
                )
                for choice in choices
            ],
            update_conflicts=True,
            unique_fields=["player", "kind", "channel"],
            update_fields=_COLUMNS,
        )
        return choices_of(player=player)


def _choice(row: NoticeChoice) -> Choice:
    return Choice(NoticeKind(row.kind), NoticeChannel(row.channel), When(row.when), row.hours)
