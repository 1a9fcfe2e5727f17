"""What a moderator can do from the desk, each with what it asks for, what it would do, and the service that does it.

The services judge: who may, whom, and whether it still makes sense. This table only names them.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.deed import Deed, Target, Values, case_named, person_of
from games.admin.forms import (
    AppealForm,
    CloseForm,
    ReasonForm,
    RenameForm,
    RolesForm,
    SanctionForm,
    TimedSanctionForm,
)
from games.admin.game_deeds import GAME_DEEDS
from games.admin.words import SEATS
from games.services import moderation
from players.conduct import acts, cases
from players.conduct.audit import Act
from players.conduct.files import person_get, sanction_get
from players.conduct.models import CaseOutcome, Ground, Sanction, SanctionKind
from players.conduct.renames import name_after_lift
from players.conduct.roles import roles_change, roles_of
from players.models import Player
from players.staff.factor import has_second_factor, setup_code

# --- What is found under a target -----------------------------------------------------------------------------------


def _person(actor: Player, key: str, case_id: str) -> Target:
    found = person_get(int(key)) if key.isascii() and key.isdecimal() and len(key) < 18 else None
    if found is None:
        raise Http404
    case = case_named(case_id) if case_id else None
    back = reverse("admin:person", args=[found.pk]) if case is None else reverse("admin:case", args=[case.pk])
    return Target(key, found.name, back, person=found, case=case, initial={"current": found.name})


def _person_of_roles(actor: Player, key: str, case_id: str) -> Target:
    """Operators look into nobody's file: the list of people is where they come from."""
    found = _person(actor, key, "")
    initial = {"roles": sorted(role.value for role in roles_of(person_of(found)))}
    return replace(found, back=reverse("admin:players_player_changelist"), initial=initial)


def _case(actor: Player, key: str, case_id: str) -> Target:
    found = case_named(key)
    name = found.pk if found.subject is None else f"{found.pk} · {found.subject.name}"
    return Target(key, name, reverse("admin:case", args=[found.pk]), person=found.subject, case=found)


def _sanction(actor: Player, key: str, case_id: str) -> Target:
    found = None if "\x00" in key else sanction_get(key)
    if found is None:
        raise Http404
    name = f"{found.get_kind_display()} · {found.player.name}"
    back = reverse("admin:person", args=[found.player_id])
    return Target(key, name, back, person=found.player, case=found.case, thing=found)


# --- What they do ---------------------------------------------------------------------------------------------------


def _why(values: Values) -> dict[str, Any]:
    return {"ground": Ground(values["ground"]), "reason": values["reason"]}


def _lift_address(sanction: Sanction) -> str:
    return reverse("admin:act", args=[Act.SANCTION_LIFT.value, sanction.pk])


def _warn(actor: Player, aim: Target, values: Values) -> str:
    return _lift_address(acts.player_warn(actor=actor, player=person_of(aim), case=aim.case, **_why(values)))


def _mute(actor: Player, aim: Target, values: Values) -> str:
    duration = values["duration"]
    return _lift_address(
        acts.player_mute(actor=actor, player=person_of(aim), case=aim.case, duration=duration, **_why(values))
    )


def _suspend(actor: Player, aim: Target, values: Values) -> str:
    duration = values["duration"]
    done = moderation.player_suspend(
        actor=actor, player=person_of(aim), case=aim.case, duration=duration, **_why(values)
    )
    return _lift_address(done.sanction)


def _ban(actor: Player, aim: Target, values: Values) -> str:
    done = moderation.player_ban(actor=actor, player=person_of(aim), case=aim.case, **_why(values))
    return _lift_address(done.sanction)


def _rename(actor: Player, aim: Target, values: Values) -> str:
    return _lift_address(
        acts.player_rename(
            actor=actor,
            player=person_of(aim),
            case=aim.case,
            current=values["current"],
            name=values["name"] or None,
            **_why(values),
        )
    )


def _lift(actor: Player, aim: Target, values: Values) -> str:
    acts.sanction_lift(actor=actor, sanction_id=aim.key, reason=values["reason"])
    return ""


def _answer_appeal(actor: Player, aim: Target, values: Values) -> str:
    acts.appeal_answer(actor=actor, sanction_id=aim.key, granted=values["granted"], answer=values["answer"])
    return ""


def _open_case(actor: Player, aim: Target, values: Values) -> str:
    cases.case_open(actor=actor, subject=person_of(aim), reason=values["reason"])
    return ""


def _claim(actor: Player, aim: Target, values: Values) -> str:
    cases.case_claim(actor=actor, case_id=aim.key)
    return ""


def _release(actor: Player, aim: Target, values: Values) -> str:
    cases.case_release(actor=actor, case_id=aim.key)
    return ""


def _take_over(actor: Player, aim: Target, values: Values) -> str:
    cases.case_take_over(actor=actor, case_id=aim.key, reason=values["reason"])
    return ""


def _close(actor: Player, aim: Target, values: Values) -> str:
    cases.case_close(actor=actor, case_id=aim.key, outcome=CaseOutcome(values["outcome"]), note=values["note"])
    return ""


def _roles(actor: Player, aim: Target, values: Values) -> str:
    roles_change(actor=actor, player=person_of(aim), roles=values["roles"], reason=values["reason"])
    return ""


def _roles_then(aim: Target) -> str:
    """Who is of the staff now sets up a second factor, with a code that they have from whoever made them so."""
    person = person_of(aim)
    person.refresh_from_db(fields=["is_staff"])
    if not person.is_staff or has_second_factor(player=person):
        return ""
    return _("Tell them, by a way that is safe, with which code they set up their second factor: %(code)s") % {
        "code": setup_code(player=person)
    }


# --- What would follow ----------------------------------------------------------------------------------------------


def _told(preview: acts.Preview) -> list[str]:
    lines = [_("The player is told: %(text)s") % {"text": preview.told}]
    if preview.tokens:
        one, many = _("%(n)d token ends, and every stream with it."), _("%(n)d tokens end, and every stream with them.")
        lines.append((one if preview.tokens == 1 else many) % {"n": preview.tokens})
    if preview.bots:
        lines.append(_("Their bots stop too: %(names)s.") % {"names": ", ".join(preview.bots)})
    if preview.new_name:
        lines.append(_("They are called %(name)s from now on.") % {"name": preview.new_name})
    return lines


def _with_seats(preview: moderation.SuspensionPreview) -> list[str]:
    """And which seats pass to bots, or become free; their games go on."""
    lines = _told(preview.account)
    lines += [
        _("Seat %(seat)s of game %(game)s passes to a bot for good; the game goes on.")
        % {"seat": SEATS[held.seat], "game": held.game_id}
        for held in preview.handed_over
    ]
    lines += [
        (
            _("Game %(game)s, which they opened and which waits for players, is cancelled.")
            if held.is_creator
            else _("Their seat in game %(game)s, which waits for players, is free again.")
        )
        % {"game": held.game_id}
        for held in preview.left
    ]
    return lines


def _warn_before(actor: Player, aim: Target, values: Values) -> list[str]:
    return _told(acts.preview_warn(actor=actor, player=person_of(aim), **_why(values)))


def _mute_before(actor: Player, aim: Target, values: Values) -> list[str]:
    return _told(acts.preview_mute(actor=actor, player=person_of(aim), duration=values["duration"], **_why(values)))


def _rename_before(actor: Player, aim: Target, values: Values) -> list[str]:
    name = values["name"] or None
    lines = _told(acts.preview_rename(actor=actor, player=person_of(aim), name=name, **_why(values)))
    return lines if name else [*lines[:-1], _("A neutral name is drawn when it is done.")]


def _suspend_before(actor: Player, aim: Target, values: Values) -> list[str]:
    duration = values["duration"]
    preview = moderation.preview_suspend(actor=actor, player=person_of(aim), duration=duration, **_why(values))
    return _with_seats(preview)


def _ban_before(actor: Player, aim: Target, values: Values) -> list[str]:
    return _with_seats(moderation.preview_suspend_for_good(actor=actor, player=person_of(aim), **_why(values)))


def _lift_before(actor: Player, aim: Target, values: Values) -> list[str]:
    sanction = acts.preview_lift(actor=actor, sanction_id=aim.key)
    lines = [_("The %(kind)s ends now, and the player is told.") % {"kind": sanction.get_kind_display()}]
    return [*lines, *_name_before(sanction)]


def _name_before(sanction: Sanction) -> list[str]:
    """What lifting a rename does to the name; nothing of other sanctions."""
    if sanction.kind != SanctionKind.RENAME:
        return []
    name = name_after_lift(sanction, sanction.player)
    if name is None:
        return [_("They keep the name that they have now: it is not the one they were given, or the old one is taken.")]
    return [_("They are called %(name)s again.") % {"name": name}]


def _answer_before(actor: Player, aim: Target, values: Values) -> list[str]:
    text = (
        _("The sanction is lifted.") if values["granted"] else _("The sanction stands, and cannot be appealed again.")
    )
    names = _name_before(aim.thing) if values["granted"] else []
    return [text, *names, _("The player is told your words as they are.")]


def _close_before(actor: Player, aim: Target, values: Values) -> list[str]:
    return [_("Everybody who reported is told the outcome.")]


_ALL: Final = (
    Deed(Act.CASE_CLAIM, "case", gettext_lazy("Claim"), _case, _claim, is_quick=True),
    Deed(Act.CASE_RELEASE, "case", gettext_lazy("Release"), _case, _release, is_quick=True),
    Deed(Act.CASE_TAKE_OVER, "case", gettext_lazy("Take over"), _case, _take_over, form=ReasonForm),
    Deed(Act.CASE_CLOSE, "case", gettext_lazy("Close"), _case, _close, _close_before, CloseForm),
    Deed(Act.CASE_OPEN, "person", gettext_lazy("Open a case"), _person, _open_case, form=ReasonForm),
    Deed(Act.WARN, "person", gettext_lazy("Warn"), _person, _warn, _warn_before, SanctionForm),
    Deed(Act.MUTE, "person", gettext_lazy("Mute"), _person, _mute, _mute_before, TimedSanctionForm),
    Deed(
        Act.SUSPEND,
        "person",
        gettext_lazy("Suspend"),
        _person,
        _suspend,
        _suspend_before,
        TimedSanctionForm,
        is_many=True,
    ),
    Deed(Act.BAN, "person", gettext_lazy("Ban"), _person, _ban, _ban_before, SanctionForm, is_many=True),
    Deed(Act.RENAME, "person", gettext_lazy("Rename"), _person, _rename, _rename_before, RenameForm),
    Deed(Act.SANCTION_LIFT, "sanction", gettext_lazy("Lift"), _sanction, _lift, _lift_before, ReasonForm),
    Deed(
        Act.APPEAL_ANSWER,
        "sanction",
        gettext_lazy("Answer the appeal"),
        _sanction,
        _answer_appeal,
        _answer_before,
        AppealForm,
    ),
    Deed(
        Act.ROLES_CHANGE,
        "person",
        gettext_lazy("Change roles"),
        _person_of_roles,
        _roles,
        form=RolesForm,
        then=_roles_then,
    ),
)

DEEDS: Final[Mapping[str, Deed]] = MappingProxyType({deed.act.value: deed for deed in (*_ALL, *GAME_DEEDS)})
"""By the name of the act."""
