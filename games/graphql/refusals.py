"""Refusals in GraphQL: in the payload of a mutation, or as an error of a query. The same codes as REST."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import graphene
from graphene import ID, Boolean, Int, String
from graphene.utils.str_converters import to_camel_case

from games.graphql.context import context_of
from games.graphql.fields import listed, perhaps, shown, some
from games.graphql.game import Event, Game
from games.graphql.rows import row_of_view
from games.graphql.scalars import DateTime, ErrorCode, MoveReason, TokenScope
from players.edge.passing import mark_passing
from players.errors import Json, Refusal
from players.models import Player

_RELAY: Final = {"cursor": "after", "limit": "first"}


class UserError(graphene.ObjectType):
    """Why a mutation was refused: nothing was changed. Of several faults of one input each has an entry."""

    class Meta:
        default_resolver = shown

    code = some(ErrorCode, "Switch on this.")
    message = some(String, "For people; may change, and speaks the language of `Accept-Language`.")
    field = perhaps(String, "The member of the input at fault, as a dotted path.")
    reason = perhaps(MoveReason, "With `illegal_move`: the first rule that the move breaks.")
    scope = perhaps(TokenScope, "With `missing_scope`: the scope that is needed.")
    game = perhaps(Game, "With `stale_version`: the game as it is now. Look at it, and send the move again if it fits.")
    events = perhaps(
        graphene.List(graphene.NonNull(Event)), "With `stale_version`: what you missed, 100 events at most."
    )
    still_legal = perhaps(Boolean, "With `stale_version`: whether the move you sent would be legal now.")
    until = perhaps(DateTime, "With `muted`: until when.")
    sanction = perhaps(ID, "With `warning_unacknowledged`: the warning that waits.")
    report = perhaps(ID, "With `already_reported`: your report that is open.")
    retry_after = perhaps(Int, "With `rate_limited`: after how many seconds to come again.")


def error_list() -> Any:
    """The `errors` of a payload."""
    return listed(UserError, "Why it was refused; empty when it was done.")


def refusable(resolve: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """The resolver of a mutation, with refusals in its payload."""

    @wraps(resolve)
    def resolved(root: object, info: Any, **arguments: Any) -> dict[str, Any]:
        try:
            return {**resolve(root, info, **arguments), "errors": []}
        except Refusal as refusal:
            context = context_of(info)
            mark_passing(context.request, refusal)
            bearer = context.bearer
            return {"errors": errors_json(refusal, viewer=None if bearer is None else bearer[0])}

    return resolved


def errors_json(refusal: Refusal, *, viewer: Player | None) -> list[dict[str, Any]]:
    """The refusal as the `errors` of a payload. The first one says it all; more name further faults of the input."""
    extra: dict[str, Any] = dict(refusal.extra)
    if "game" in extra:
        extra["game"] = row_of_view(extra["game"], viewer)
    first = {**extra, "code": refusal.code.value, "message": str(refusal.detail), "field": path(refusal.field)}
    more = [
        {"code": fault.code.value, "message": fault.message, "field": path(fault.field)} for fault in refusal.errors[1:]
    ]
    return [first, *more]


def extensions_of(refusal: Refusal) -> dict[str, Json]:
    """The refusal as the `extensions` of an error."""
    extensions: dict[str, Json] = {to_camel_case(name): value for name, value in refusal.extra.items()}
    extensions["code"] = refusal.code.value
    if refusal.field is not None:
        extensions["field"] = path(refusal.field)
    return extensions


def path(field: str | None) -> str | None:
    """A dotted path as GraphQL writes it: in camelCase, and with Relay's names for pages."""
    if field is None:
        return None
    return ".".join(_RELAY.get(step, to_camel_case(step)) for step in field.split("."))
