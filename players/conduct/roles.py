"""Who may do what at the desk, and to whom. Asked by each service itself, whoever calls it.

A role is membership of a group of that name; what it allows stands in the table below, and nowhere else: no row that
somebody could edit makes a moderator of anyone, or lets one do more.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from django.contrib.auth.models import Group
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.conduct.audit import Act, audit_write
from players.conduct.models import AuditEntry, Case
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.transactions import one_transaction


class Role(StrEnum):
    """The names of the groups."""

    MODERATOR = "moderator"
    SENIOR = "senior moderator"
    OPERATOR = "operator"


_OF_MODERATORS: Final = frozenset(
    {
        Act.LOOK_QUEUE,
        Act.LOOK_CASE,
        Act.LOOK_GAME,
        Act.LOOK_SEAT,
        Act.LOOK_DASHBOARD,
        Act.CASE_OPEN,
        Act.CASE_CLAIM,
        Act.CASE_RELEASE,
        Act.CASE_CLOSE,
        Act.WARN,
        Act.MUTE,
        Act.SUSPEND,
        Act.RENAME,
        Act.SANCTION_LIFT,
        Act.APPEAL_ANSWER,
        Act.MESSAGE_HIDE,
        Act.MESSAGE_UNHIDE,
        Act.SEAT_HAND_OVER,
        Act.GAME_CANCEL,
        Act.DEADLINE_EXTEND,
    }
)
_OF_SENIORS: Final = _OF_MODERATORS | {
    Act.CASE_TAKE_OVER,
    Act.BAN,
    Act.GAME_VOID,
    Act.GLASS_ASK,
    Act.GLASS_ANSWER,
    Act.LOOK_GLASS,
    Act.LOOK_AUDIT,
    Act.AUDIT_EXPORT,
}
# Who keeps the service running puts right what it did to games, and watches the moderators; they judge nobody, and see
# no seat. Somebody may be both, by both groups.
_OF_OPERATORS: Final = frozenset(
    {
        Act.LOOK_AUDIT,
        Act.LOOK_DASHBOARD,
        Act.AUDIT_EXPORT,
        Act.GAME_CANCEL,
        Act.GAME_VOID,
        Act.DEADLINE_EXTEND,
        Act.ROLES_CHANGE,
    }
)

ACTS_OF: Final[Mapping[Role, frozenset[Act]]] = MappingProxyType(
    {Role.MODERATOR: _OF_MODERATORS, Role.SENIOR: _OF_SENIORS, Role.OPERATOR: _OF_OPERATORS}
)
"""The one table: what each role allows."""

_RANKS: Final = MappingProxyType({Role.MODERATOR: 1, Role.SENIOR: 2, Role.OPERATOR: 3})

type SatAt = Callable[[Collection[int], Collection[str]], bool]
"""Whether one of these accounts sits or sat at one of these games."""
type Meet = Callable[[Collection[int], Collection[int]], bool]
"""Whether one of these accounts sits in a game that goes on with one of those."""

_TABLES: Final[list[tuple[SatAt, Meet]]] = []


def tables_look_add(*, sat_at: SatAt, meet: Meet) -> None:
    """The room of the games knows who sits where, and says so here."""
    _TABLES.append((sat_at, meet))


@dataclass(frozen=True, slots=True)
class Standing:
    """What an account may do at the desk now, and since which entry of the audit log: a new one when roles were given
    or taken, or the account was suspended or banned, so that no session sleeps through it and wakes up again."""

    roles: frozenset[Role]
    since: int

    @property
    def acts(self) -> frozenset[Act]:
        """All that the roles allow."""
        return _allowed_by(self.roles)


def standing_of(player: Player) -> Standing:
    """The standing of an account, in one statement."""
    turns = AuditEntry.objects.filter(player=OuterRef("pk"), act__in=(Act.ROLES_CHANGE, Act.SUSPEND, Act.BAN))
    since = Subquery(turns.order_by("-at", "-pk").values("pk")[:1])
    rows = list(_at_work(player).values_list("groups__name", "is_superuser", since))
    return Standing(_roles_in([row[:2] for row in rows]), max((row[2] or 0 for row in rows), default=0))


def roles_of(player: Player) -> frozenset[Role]:
    """The roles of an account now, as the database says; none while it is closed, suspended, or not of the staff.

    A superuser is an operator, and no moderator without the group.
    """
    return _roles_in(_at_work(player).values_list("groups__name", "is_superuser"))


def _allowed_by(roles: frozenset[Role]) -> frozenset[Act]:
    return frozenset().union(*(ACTS_OF[role] for role in roles))


def _at_work(player: Player) -> QuerySet[Player, Player]:
    here = Player.objects.filter(pk=player.pk, is_active=True, is_staff=True)
    return here.filter(Q(suspended_until=None) | Q(suspended_until__lte=Now()))


def _roles_in(found: Iterable[tuple[Any, ...]]) -> frozenset[Role]:
    rows = list(found)
    named = {name for name, _ in rows}
    roles = {role for role in Role if role.value in named}
    return frozenset(roles | {Role.OPERATOR} if any(is_superuser for _, is_superuser in rows) else roles)


def acts_of(player: Player) -> frozenset[Act]:
    """All that an account may do at the desk."""
    return _allowed_by(roles_of(player))


def may(player: Player, act: Act) -> bool:
    """Whether an account may do this at the desk at all; whether to somebody in particular is another question."""
    return act in acts_of(player)


def expect_may(actor: Player, act: Act) -> None:
    """Raises forbidden, with `act`, unless one of the roles of `actor` allows it."""
    if not may(actor, act):
        raise Refusal(ErrorCode.FORBIDDEN, _("Your role does not allow this."), extra={"act": act.value})


def expect_may_act_on(actor: Player, act: Act, player: Player) -> None:
    """`expect_may`, and forbidden too when `actor` has a part in it.

    Nobody acts on themselves or on a bot of theirs, on somebody of a higher role (or on their bot), nor on somebody
    with whom they sit in a game that goes on. The bots of levels are the service's own: nobody acts on them.
    """
    expect_may(actor, act)
    if player.is_played_by_level:
        raise Refusal(ErrorCode.FORBIDDEN, _("This bot is the service's own."))
    if actor.pk in _with_owner(player):
        raise _has_part()
    if rank_of(actor) < max(rank_of(player), 0 if player.owner is None else rank_of(player.owner)):
        raise Refusal(ErrorCode.FORBIDDEN, _("They have a higher role than yours."))
    if any(meet(with_bots([actor.pk]), with_bots(_with_owner(player))) for _, meet in _TABLES):
        raise _has_part()


def expect_not_at(actor: Player, game_refs: Collection[str]) -> None:
    """Raises forbidden when `actor`, or a bot of theirs, sits or sat at one of these games."""
    refs = [ref for ref in game_refs if ref]
    if refs and any(sat_at(with_bots([actor.pk]), refs) for sat_at, _ in _TABLES):
        raise _has_part()


def expect_no_part(actor: Player, case: Case) -> None:
    """Raises forbidden when the case is about `actor` or their bot, reported by them, or about a game of theirs."""
    if case.subject is not None and actor.pk in _with_owner(case.subject):
        raise _has_part()
    reports = list(case.reports.values_list("author", "author__owner", "game_ref"))
    if any(actor.pk in (author, owner) for author, owner, _ in reports):
        raise _has_part()
    expect_not_at(actor, [game_ref for _, _, game_ref in reports])


def rank_of(player: Player) -> int:
    """How high their highest role is; 0 without one. While they are suspended or closed it stays what it is."""
    named = set(Player.objects.filter(pk=player.pk, is_staff=True).values_list("groups__name", flat=True))
    ranks = [rank for role, rank in _RANKS.items() if role.value in named]
    return max([*ranks, _RANKS[Role.OPERATOR] if player.is_staff and player.is_superuser else 0])


def roles_change(*, actor: Player, player: Player, roles: Collection[Role], reason: str) -> frozenset[Role]:
    """Make these the roles of an account, which is of the staff while it has any.

    Raises forbidden (also for oneself), invalid_value (bots and guests have none).
    """
    expect_may(actor, Act.ROLES_CHANGE)
    if player.pk == actor.pk:
        raise _has_part()
    return roles_set(player=player, roles=roles, by=actor, reason=reason)


def roles_set(*, player: Player, roles: Collection[Role], by: Player | None, reason: str = "") -> frozenset[Role]:
    """The same without asking whether they may: `by` is None for whoever runs commands, who may do all.

    Raises invalid_value (bots and guests have none).
    """
    if player.is_bot or player.is_guest:
        raise Refusal(ErrorCode.INVALID_VALUE, _("Bots and guests have no role."), field="player")
    with one_transaction():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        ours = Group.objects.filter(name__in=[role.value for role in Role])
        before = sorted(locked.groups.filter(pk__in=ours).values_list("name", flat=True))
        wanted = [Group.objects.get_or_create(name=role.value)[0] for role in Role if role in roles]
        locked.groups.remove(*ours)
        locked.groups.add(*wanted)
        Player.objects.filter(pk=player.pk).update(is_staff=bool(wanted) or locked.is_superuser)
        audit_write(
            actor=by,
            act=Act.ROLES_CHANGE,
            player=player,
            reason=reason,
            before={"roles": [*before]},
            after={"roles": [*sorted(group.name for group in wanted)]},
        )
    player.refresh_from_db()
    return roles_of(player)


def with_bots(players: Collection[int]) -> set[int]:
    """These accounts, and the bots that they answer for."""
    return {*players, *Player.objects.filter(owner__in=players).values_list("pk", flat=True)}


def _with_owner(player: Player) -> set[int]:
    return {player.pk} if player.owner_id is None else {player.pk, player.owner_id}


def _has_part() -> Refusal:
    return Refusal(ErrorCode.FORBIDDEN, _("You have a part in this: another moderator decides."))
