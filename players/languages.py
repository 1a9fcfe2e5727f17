"""In which language somebody is answered in words."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import override

from players.models import Player


@contextmanager
def spoken_to(player: Player, request: HttpRequest) -> Iterator[None]:
    """The language that the request asks for, or else the player's own, is switched on."""
    known = {code for code, _ in settings.LANGUAGES}
    if request.headers.get("Accept-Language") or player.language not in known:
        yield
    else:
        with override(player.language):
            yield
