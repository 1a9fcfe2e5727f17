"""Who asks, as every resolver sees it."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from players.access import Bearer, Scope, actor_of, expect_bearer, viewer_of
from players.models import Player


@dataclass(frozen=True, slots=True)
class Context:
    """One request: its token and whose it is, or None."""

    request: HttpRequest
    bearer: Bearer | None

    @property
    def viewer(self) -> Player | None:
        """Who looks on. Raises Refusal: missing_scope."""
        return viewer_of(self.bearer)

    def actor(self, scope: Scope, *, even_suspended: bool = False) -> Player:
        """Who acts. Raises Refusal: not_authenticated, missing_scope, suspended."""
        return actor_of(self.bearer, scope, even_suspended=even_suspended)

    def expect_bearer(self) -> Bearer:
        """The player and the token. Raises Refusal: not_authenticated."""
        return expect_bearer(self.bearer)


def context_of(info: Any) -> Context:
    """The context of a resolver."""
    context: Context = info.context
    return context
