"""What is done to games, seats and messages."""

from datetime import datetime, timedelta
from typing import Final

from django.http import Http404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.admin.deed import Deed, Target, Values, case_named, person_of
from games.admin.forms import ExtendForm, GlassAnswerForm, ReasonForm
from games.admin.words import SEATS
from games.selectors.desk import game_for_desk, glass_for_desk, message_for_desk
from games.services import glass, moderation
from players.conduct.audit import Act
from players.conduct.files import person_get
from players.conduct.models import Case
from players.models import Player
from players.selectors import players_by_id

# --- What is found under a target -----------------------------------------------------------------------------------


def _case_of(case_id: str) -> Case | None:
    return case_named(case_id) if case_id else None


def _game(actor: Player, key: str, case_id: str) -> Target:
    found = None if "\x00" in key else game_for_desk(key)
    if found is None:
        raise Http404
    initial = {} if found.deadline is None else {"deadline": found.deadline.isoformat()}
    back = reverse("admin:game", args=[found.pk])
    name = found.name or found.pk
    return Target(found.pk, name, back, game=found.pk, case=_case_of(case_id), thing=found, initial=initial)


def _seat(actor: Player, key: str, case_id: str) -> Target:
    """`game.player`: who sits there may change meanwhile, and then it is done to nobody else."""
    game_id, _dot, player_id = key.partition(".")
    found = _game(actor, game_id, case_id)
    is_number = player_id.isascii() and player_id.isdecimal() and len(player_id) < 18
    person = person_get(int(player_id)) if is_number else None
    if person is None:
        raise Http404
    name = f"{person.name} · {found.name}"
    return Target(game_id, name, found.back, person=person, game=game_id, case=found.case)


def _message(actor: Player, key: str, case_id: str) -> Target:
    found = None if "\x00" in key else message_for_desk(key)
    if found is None:
        raise Http404
    back = f"{reverse('admin:game', args=[found.game_id])}#message-{found.pk}"
    case = _case_of(case_id)
    return Target(key, found.author.name, back, person=found.author, game=found.game_id, case=case, thing=found)


def _glass(actor: Player, key: str, case_id: str) -> Target:
    found = glass_for_desk(int(key)) if key.isascii() and key.isdecimal() and len(key) < 18 else None
    if found is None:
        raise Http404
    name = f"{found.asked_by.name} · {found.game_id}"
    return Target(key, name, reverse("admin:glass"), game=found.game_id, thing=found)


# --- What they do ---------------------------------------------------------------------------------------------------


def _void(actor: Player, aim: Target, values: Values) -> str:
    moderation.game_void(actor=actor, game_id=aim.key, reason=values["reason"], case=aim.case)
    return ""


def _cancel(actor: Player, aim: Target, values: Values) -> str:
    moderation.game_cancel(actor=actor, game_id=aim.key, reason=values["reason"], case=aim.case)
    return ""


def _extend(actor: Player, aim: Target, values: Values) -> str:
    by = timedelta(hours=values["hours"])
    seen: datetime = values["deadline"]
    reason = values["reason"]
    moderation.deadline_extend(actor=actor, game_id=aim.key, deadline=seen, by=by, reason=reason, case=aim.case)
    return ""


def _hand_over(actor: Player, aim: Target, values: Values) -> str:
    reason = values["reason"]
    moderation.seat_hand_over(actor=actor, game_id=aim.key, player=person_of(aim), reason=reason, case=aim.case)
    return ""


def _hide(actor: Player, aim: Target, values: Values) -> str:
    moderation.message_hide(actor=actor, message_id=aim.key, reason=values["reason"], case=aim.case)
    return reverse("admin:act", args=[Act.MESSAGE_UNHIDE.value, aim.key])


def _unhide(actor: Player, aim: Target, values: Values) -> str:
    moderation.message_unhide(actor=actor, message_id=aim.key, reason=values["reason"], case=aim.case)
    return ""


def _ask(actor: Player, aim: Target, values: Values) -> str:
    glass.glass_ask(actor=actor, game_id=aim.key, reason=values["reason"], case=aim.case)
    return ""


def _answer(actor: Player, aim: Target, values: Values) -> str:
    granted, reason = values["granted"], values["reason"]
    glass.glass_answer(actor=actor, glass_id=int(aim.key), granted=granted, reason=reason)
    return ""


# --- What would follow ----------------------------------------------------------------------------------------------


def _names(players: tuple[int, ...]) -> str:
    cards = players_by_id(players)
    return ", ".join(cards[player].name for player in players if player in cards)


def _void_before(actor: Player, aim: Target, values: Values) -> list[str]:
    preview = moderation.preview_void(actor=actor, game_id=aim.key)
    lines = [
        _("The game ends now and counts for nobody: %(names)s.") % {"names": _names(preview.players)},
        _("This cannot be undone: the log of the game says so for good."),
    ]
    cards = players_by_id([change.player for change in preview.ratings])
    lines += [
        _("The rating of %(name)s changes from %(old).1f to %(new).1f.")
        % {"name": cards[change.player].name, "old": change.before.mu, "new": change.after.mu}
        for change in preview.ratings
        if change.player in cards
    ]
    return lines


def _cancel_before(actor: Player, aim: Target, values: Values) -> list[str]:
    players = moderation.preview_cancel(actor=actor, game_id=aim.key)
    return [_("Nobody can take a seat any more. Who sits there is told: %(names)s.") % {"names": _names(players)}]


def _extend_before(actor: Player, aim: Target, values: Values) -> list[str]:
    by = timedelta(hours=values["hours"])
    now, then = moderation.preview_extend(actor=actor, game_id=aim.key, by=by)
    told = {"now": date_format(now, "j M Y H:i"), "then": date_format(then, "j M Y H:i")}
    hours = ngettext("%(n)d hour more.", "%(n)d hours more.", values["hours"]) % {"n": values["hours"]}
    return [hours, _("The turn ends at %(then)s at the earliest, instead of %(now)s (UTC).") % told]


def _hand_over_before(actor: Player, aim: Target, values: Values) -> list[str]:
    held = moderation.preview_hand_over(actor=actor, game_id=aim.key, player=person_of(aim))
    told = {"seat": SEATS[held.seat]}
    return [_("A bot plays on at seat %(seat)s, for good. The game goes on.") % told]


def _hide_before(actor: Player, aim: Target, values: Values) -> list[str]:
    message = moderation.preview_hide(actor=actor, message_id=aim.key)
    return [_("Nobody but moderators reads this any more:"), message.text]


def _unhide_before(actor: Player, aim: Target, values: Values) -> list[str]:
    message = moderation.preview_hide(actor=actor, message_id=aim.key)
    return [_("Everybody at the table reads this again:"), message.text]


def _ask_before(actor: Player, aim: Target, values: Values) -> list[str]:
    return [
        _("Another senior moderator is asked to confirm. Until then nothing is opened."),
        _("When the game ends, its record tells everybody that hidden cards were looked at."),
    ]


def _answer_before(actor: Player, aim: Target, values: Values) -> list[str]:
    if not values["granted"]:
        return [_("Nothing is opened.")]
    told = {"who": aim.thing.asked_by.name, "reason": aim.thing.reason}
    return [
        _("All hands of the game are open to %(who)s for an hour. They wrote: “%(reason)s”") % told,
        _("When the game ends, its record tells everybody that hidden cards were looked at."),
    ]


GAME_DEEDS: Final = (
    Deed(Act.DEADLINE_EXTEND, "game", gettext_lazy("Give more time"), _game, _extend, _extend_before, ExtendForm),
    Deed(Act.GAME_CANCEL, "game", gettext_lazy("Cancel"), _game, _cancel, _cancel_before, ReasonForm),
    Deed(Act.GAME_VOID, "game", gettext_lazy("Declare void"), _game, _void, _void_before, ReasonForm),
    Deed(Act.GLASS_ASK, "game", gettext_lazy("Ask to see hidden cards"), _game, _ask, _ask_before, ReasonForm),
    Deed(Act.GLASS_ANSWER, "glass", gettext_lazy("Answer"), _glass, _answer, _answer_before, GlassAnswerForm),
    Deed(Act.SEAT_HAND_OVER, "seat", gettext_lazy("Hand over"), _seat, _hand_over, _hand_over_before, ReasonForm),
    Deed(Act.MESSAGE_HIDE, "message", gettext_lazy("Hide"), _message, _hide, _hide_before, ReasonForm),
    Deed(Act.MESSAGE_UNHIDE, "message", gettext_lazy("Show again"), _message, _unhide, _unhide_before, ReasonForm),
)
