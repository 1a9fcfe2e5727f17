"""How fields get their values: out of what `wire` shows, and nothing else."""

from collections.abc import Mapping
from typing import Any

import graphene

type Arguments = Mapping[str, Any]


def shown(name: str, default: object, value: Any, info: object, **arguments: object) -> Any:
    """The member of that name of a plain JSON object. `from_` is `from`, which Python keeps for itself."""
    return value.get(name.rstrip("_"))


def lightly_shown(name: str, default: object, row: Any, info: object, **arguments: object) -> Any:
    """The member of that name of what lists know of a row."""
    return row.light.get(name)


def listed(kind: Any, description: str, **more: Any) -> Any:
    """A list of things, never null itself."""
    return graphene.List(graphene.NonNull(kind), required=True, description=description, **more)


def some(kind: Any, description: str, **more: Any) -> Any:
    """A thing that is always there."""
    return graphene.Field(kind, required=True, description=description, **more)


def perhaps(kind: Any, description: str, **more: Any) -> Any:
    """A thing that may be null."""
    return graphene.Field(kind, description=description, **more)


def act(payload: Any, input_type: Any, description: str, *, optional: bool = False) -> Any:
    """A mutation that takes one `input`."""
    argument = (
        graphene.Argument(input_type, default_value={}, required=True, description="How; nothing needs to be said.")
        if optional
        else graphene.Argument(input_type, required=True, description="What to do it with.")
    )
    return some(payload, description, args={"input": argument})
