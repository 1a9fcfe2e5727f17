"""Names that moderators took away, and which one comes back when that is taken back."""

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from players.conduct.models import Sanction, SanctionKind
from players.errors import ErrorCode, Json, Refusal
from players.models import Player
from players.names import name_key


def name_expect_free(name: str, *, but: int | None = None) -> None:
    """Raises name_taken while an account other than `but` has this name, or had it until a moderator took it away.

    What somebody is not to be called, nobody else is called either; so it can be given back.
    """
    key = name_key(name)
    taken = Player.objects.filter(name_key=key)
    others = taken if but is None else taken.exclude(pk=but)
    if others.exists() or _standing().filter(before__key=key).exists():
        raise Refusal(ErrorCode.NAME_TAKEN, field="name")


def rename_kept(*, old: str, new: str) -> dict[str, Json]:
    """What a sanction keeps of the names, for whoever lifts it."""
    return {"name": old, "key": name_key(old), "given": new}


def name_set(player: Player, name: str) -> None:
    """Raises name_taken."""
    try:
        with transaction.atomic():
            Player.objects.filter(pk=player.pk).update(name=name, name_key=name_key(name))
    except IntegrityError:
        raise Refusal(ErrorCode.NAME_TAKEN, field="name") from None


def name_after_lift(sanction: Sanction, player: Player) -> str | None:
    """Which name comes back; None when the present one stays.

    It stays when they were given another one, or chose one, since, and when somebody has the old one.
    """
    old = str(sanction.before["name"])
    if sanction.before.get("given", player.name) != player.name:
        return None
    return None if Player.objects.filter(name_key=name_key(old)).exclude(pk=player.pk).exists() else old


def rename_undo(sanction: Sanction, player: Player) -> str | None:
    """Give the name back that comes back, in the running transaction; which one."""
    old = name_after_lift(sanction, player)
    if old is not None:
        name_set(player, old)
        return old
    # Whoever lifts a later one gives back what they were called before all of them.
    for later in _standing().filter(player=player, before__name=sanction.before.get("given")):
        Sanction.objects.filter(pk=later.pk).update(
            before={**later.before, "name": sanction.before["name"], "key": name_key(str(sanction.before["name"]))}
        )
    return None


def _standing() -> QuerySet[Sanction, Sanction]:
    return Sanction.objects.filter(kind=SanctionKind.RENAME, lifted_at=None)
