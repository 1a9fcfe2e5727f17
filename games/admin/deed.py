"""The shape of what a moderator can do, and of whom or what it is done to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import Http404
from django.utils.functional import Promise

from games.admin.forms import NothingForm
from players.conduct.audit import Act
from players.conduct.files import case_get
from players.conduct.models import Case
from players.models import Player

type Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Target:
    """Whom or what it is done to, what it is called, and where one goes afterwards; `game` is the id of the game that
    it is about, if it is about one."""

    key: str
    name: str
    back: str
    person: Player | None = None
    game: str = ""
    case: Case | None = None
    thing: Any = None
    initial: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Deed:
    """An act. `on` is the kind of what it is done to; a quick one asks nothing and is done at once.

    `run` gives the address at which it is taken back, or nothing; `then` says what else whoever did it must know.
    `is_many`: it is several transactions, by its service's own wish, and refuses by itself to be done twice.
    """

    act: Act
    on: str
    title: str | Promise
    find: Callable[[Player, str, str], Target]
    run: Callable[[Player, Target, Values], str]
    preview: Callable[[Player, Target, Values], list[str]] = lambda actor, aim, values: []
    form: type[forms.Form] = NothingForm
    then: Callable[[Target], str] = lambda aim: ""
    is_quick: bool = False
    is_many: bool = False


def case_named(case_id: str) -> Case:
    """Raises Http404."""
    found = None if "\x00" in case_id else case_get(case_id)
    if found is None:
        raise Http404
    return found


def person_of(aim: Target) -> Player:
    """Raises Http404 where there is nobody."""
    if aim.person is None:
        raise Http404
    return aim.person
