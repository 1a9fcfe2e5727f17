"""Who becomes a moderator: by the operator's own hand, at a terminal."""

from collections.abc import Collection

from django.contrib.auth.models import Group
from django.utils.translation import gettext_lazy as _

from players.conduct.audit import Act, audit_write
from players.conduct.roles import Role, roles_of
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.transactions import one_transaction


def staff_make(*, player: Player, roles: Collection[Role]) -> frozenset[Role]:
    """Make these the roles of an account. Raises Refusal: invalid_value, for bots and guests have none.

    As `roles_change`, but that nobody is asked whether they may: who runs commands may do all.
    """
    if player.is_bot or player.is_guest:
        raise Refusal(ErrorCode.INVALID_VALUE, _("Bots and guests have no role."), field="player")
    with one_transaction():
        locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        wanted = [Group.objects.get_or_create(name=role.value)[0] for role in Role if role in roles]
        ours = Group.objects.filter(name__in=[role.value for role in Role])
        before = sorted(locked.groups.filter(pk__in=ours).values_list("name", flat=True))
        locked.groups.remove(*ours)
        locked.groups.add(*wanted)
        Player.objects.filter(pk=player.pk).update(is_staff=bool(wanted) or locked.is_superuser)
        audit_write(
            actor=None,
            act=Act.ROLES_CHANGE,
            player=player,
            before={"roles": [*before]},
            after={"roles": [*sorted(group.name for group in wanted)]},
        )
    player.refresh_from_db()
    return roles_of(player)
