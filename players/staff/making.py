"""Who becomes a moderator: by the operator's own hand, at a terminal."""

from collections.abc import Collection

from players.conduct.roles import Role, roles_set
from players.models import Player


def staff_make(*, player: Player, roles: Collection[Role]) -> frozenset[Role]:
    """Make these the roles of an account. Raises Refusal: invalid_value, for bots and guests have none."""
    return roles_set(player=player, roles=roles, by=None)
