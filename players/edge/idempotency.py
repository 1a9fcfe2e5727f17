"""`Idempotency-Key`: a POST that comes again gets the first answer again, and has no second effect.

One place for REST and GraphQL: the view runs inside the transaction that also keeps its answer. So there is no moment
at which the effect is kept and the answer is not, wherever the process is killed.
"""

import hashlib
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from players.access import asking, token_sent
from players.answers import Answer, KeyedRequest, answer_awaited, answer_keep
from players.bodies import raw_body
from players.cookies import csrf_expect
from players.crashes import reach
from players.edge.passing import is_passing
from players.edge.paths import begins_session, is_api
from players.edge.refusing import refused_early
from players.errors import ErrorCode, Refusal
from players.transactions import joined_transaction

HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotency-Replayed"
LONGEST_KEY: Final = 255


class IdempotencyMiddleware:
    """The innermost: what it keeps is what the view said, and headers of the moment are put on outside."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = request.headers.get(HEADER)
        if key is None or request.method != "POST" or not is_api(request):
            return self._get_response(request)
        try:
            asked = keyed_request(request, key)
            return self._get_response(request) if asked is None else self._once(request, asked)
        except Exception as failure:
            return refused_early(request, failure)

    def _once(self, request: HttpRequest, asked: KeyedRequest) -> HttpResponse:
        with joined_transaction():
            known = answer_awaited(asked)
            if known is not None:
                return _replay(known)
            response = self._get_response(request)
            if response.status_code >= 500:
                transaction.set_rollback(True)
            elif not response.streaming and not is_passing(request, response):
                answer_keep(asked, Answer(response.status_code, _headers(response), response.content))
                reach("answer.kept")
        reach("answer.committed")
        return response


def keyed_request(request: HttpRequest, key: str) -> KeyedRequest | None:
    """The request as the key sees it; None for a bad token, which the view refuses.

    A key belongs to a token. Without one, it belongs to whoever can send the same body: that one has the password.
    Raises Refusal: invalid_value, csrf_failed, too_large.
    """
    if len(key) > LONGEST_KEY:
        raise Refusal(ErrorCode.INVALID_VALUE, f"A key has at most {LONGEST_KEY} characters.", field=HEADER)
    if begins_session(request):
        # Its answer holds a cookie: it is given to pages of ours alone, also when it is given again.
        csrf_expect(request)
    try:
        bearer = asking(request)
    except Refusal:
        return None
    address, body = request.get_full_path(), raw_body(request)
    return KeyedRequest(
        owner=_whoever_sends(address, body) if bearer is None else f"token:{bearer[1].pk}",
        key=key,
        secret=token_sent(request) or "",
        address=address,
        body=body,
    )


def _headers(response: HttpResponse) -> dict[str, str]:
    """With the cookie of a session: whoever begins one twice gets it twice. What else is set is of the moment."""
    session = response.cookies.get(settings.BROWSER_COOKIE)
    return {**dict(response.items()), **({} if session is None else {"Set-Cookie": session.OutputString()})}


def _whoever_sends(address: str, body: bytes) -> str:
    return f"body:{address}:{hashlib.sha256(body).hexdigest()}"


def _replay(answer: Answer) -> HttpResponse:
    return HttpResponse(answer.body, status=answer.status, headers={**answer.headers, REPLAYED: "true"})
