"""JSON out, and nothing else."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from players.bodies import json_bytes


class JsonRenderer(BaseRenderer):
    """`json_bytes`, and an empty body for nothing."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else json_bytes(data)


class AlwaysJson(DefaultContentNegotiation):
    """JSON whatever `Accept` says: there is nothing else to choose, and a refusal would help nobody."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
