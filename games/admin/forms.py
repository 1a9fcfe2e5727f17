"""What is asked before something is done. Everything is judged again by the service that does it."""

from datetime import timedelta
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from players.conduct.models import LONGEST_TEXT, CaseOutcome, Ground
from players.conduct.roles import Role
from players.names import LONGEST

DURATIONS: Final = (
    ("3600", _("an hour")),
    ("86400", _("a day")),
    ("259200", _("three days")),
    ("604800", _("a week")),
    ("2592000", _("thirty days")),
    ("7776000", _("ninety days")),
)


class NothingForm(forms.Form):
    """Nothing is asked."""


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 4, "cols": 60}),
        help_text=_("For the audit log."),
    )


class SanctionForm(forms.Form):
    ground = forms.ChoiceField(label=_("Ground"), choices=Ground.choices)
    reason = forms.CharField(
        label=_("In your words"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea({"rows": 4, "cols": 60}),
        help_text=_("Shown to the player as it is, beside the ground in their language."),
    )


class TimedSanctionForm(SanctionForm):
    duration = forms.TypedChoiceField(
        label=_("For"), choices=DURATIONS, coerce=lambda text: timedelta(seconds=int(text))
    )


class RenameForm(SanctionForm):
    current = forms.CharField(label=_("Name now"), max_length=4 * LONGEST, widget=forms.HiddenInput())
    name = forms.CharField(
        label=_("New name"),
        max_length=4 * LONGEST,
        required=False,
        help_text=_("Left empty, a neutral one is drawn."),
    )


class CloseForm(forms.Form):
    outcome = forms.ChoiceField(
        label=_("Outcome"), choices=CaseOutcome.choices, help_text=_("Who reported is told this, and nothing more.")
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=LONGEST_TEXT,
        required=False,
        widget=forms.Textarea({"rows": 3, "cols": 60}),
        help_text=_("For moderators alone."),
    )


class AppealForm(forms.Form):
    granted = forms.TypedChoiceField(
        label=_("Answer"),
        choices=(("no", _("the sanction stands")), ("yes", _("the sanction is lifted"))),
        coerce=lambda text: text == "yes",
    )
    answer = forms.CharField(
        label=_("In your words"), max_length=LONGEST_TEXT, widget=forms.Textarea({"rows": 4, "cols": 60})
    )


class ExtendForm(ReasonForm):
    deadline = forms.DateTimeField(widget=forms.HiddenInput())
    hours = forms.IntegerField(label=_("By so many hours"), min_value=1, max_value=14 * 24, initial=24)


class GlassAnswerForm(ReasonForm):
    granted = forms.TypedChoiceField(
        label=_("Answer"),
        choices=(("no", _("no")), ("yes", _("yes, the hidden cards are opened to them"))),
        coerce=lambda text: text == "yes",
    )


class RolesForm(ReasonForm):
    roles = forms.TypedMultipleChoiceField(
        label=_("Roles"),
        choices=[(role.value, role.value) for role in Role],
        coerce=Role,
        required=False,
        widget=forms.CheckboxSelectMultiple(),
    )


def hidden(form: forms.Form) -> list[tuple[str, str]]:
    """What was given, to be sent once more."""
    return [
        (name, str(value))
        for name in form.fields
        for value in (form.data.getlist(name) if hasattr(form.data, "getlist") else [form.data.get(name, "")])
    ]


def given(form: forms.Form) -> list[tuple[Any, str]]:
    """What was given, to be read once more."""
    told = []
    for name, field in form.fields.items():
        if isinstance(field.widget, forms.HiddenInput):
            continue
        value = form.cleaned_data.get(name)
        words = dict(getattr(field, "choices", ()) or ())
        raw = form.data.getlist(name) if hasattr(form.data, "getlist") else [form.data.get(name, "")]
        shown = (
            ", ".join(str(words.get(text, text)) for text in raw) if words else str(value if value is not None else "")
        )
        told.append((field.label, shown))
    return told
