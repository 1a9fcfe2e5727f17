"""The session of a browser, for pages of our own: a token that the page may use and never see."""

from django.middleware.csrf import get_token, rotate_token
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.access import asking, bearer_of
from players.cookies import csrf_expect, device_set, device_text, session_set, session_text, session_unset
from players.edge.address import origin_of
from players.edge.limits import log_in_guess
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.rest.documents import SessionBegun, SessionShown
from players.rest.query import Query, parse_query
from players.rest.schema import NO_TOKEN, answers
from players.rest.views import ApiView, body_data
from players.secrets import device_plain
from players.sessions import session_begin, session_end, session_exchange
from players.wire import SessionByPassword, SessionByToken, SessionRequest, account_json, parse


class SessionView(ApiView):
    """What the cookie says is the matter here, so that a cookie that is dead is no reason to refuse.

    Each change must be asked for by a page of ours, also where there is no session yet: nobody is to be logged in as
    somebody else without knowing.
    """

    authentication_classes = ()

    @extend_schema(
        operation_id="get_session",
        summary="Who this browser is logged in as",
        tags=["session"],
        auth=NO_TOKEN,
        responses=answers({200: SessionShown}),
    )
    def get(self, request: Request) -> Response:
        """null without a session, or when it is over; then the cookie goes too. Also tells what to send as
        `X-CSRFToken`."""
        _expect_no_bad_token(request)
        parse_query(Query, request)
        player = _logged_in(request)
        shown = None if player is None else account_json(player)
        response = Response({"player": shown, "csrf_token": get_token(request._request)})
        if player is None and session_text(request._request) is not None:
            session_unset(response)
        return response

    @extend_schema(
        operation_id="begin_session",
        summary="Log in, in a browser",
        tags=["session"],
        auth=NO_TOKEN,
        request=SessionRequest,
        responses=answers(
            {201: SessionBegun},
            ErrorCode.BAD_CREDENTIALS,
            ErrorCode.CSRF_FAILED,
            ErrorCode.FORBIDDEN,
            ErrorCode.MISSING_SCOPE,
            reads_body=True,
        ),
    )
    def post(self, request: Request) -> Response:
        """With a name and a password, or with a token, which ends: the session takes its place. A session that there
        was before ends too. The token of the session is called `browser`, is listed with the others, and is revoked as
        they are."""
        _expect_no_bad_token(request)
        plain = request._request
        csrf_expect(plain)
        data, before = body_data(request), session_text(plain)
        device = device_text(plain) or device_plain()
        origin = origin_of(plain, device=device)
        if isinstance(data, dict) and "token" in data:
            player, text = session_exchange(text=parse(SessionByToken, data).token, before=before, origin=origin)
        else:
            wanted = parse(SessionByPassword, data)
            with log_in_guess(plain, wanted.name):
                player, text = session_begin(name=wanted.name, password=wanted.password, before=before, origin=origin)
        # What a page has that was drawn for whoever was here before is worth nothing any more.
        rotate_token(plain)
        response = Response({"player": account_json(player), "csrf_token": get_token(plain)}, 201)
        session_set(response, text)
        device_set(response, device)
        return response

    @extend_schema(
        operation_id="end_session",
        summary="Log out, in a browser",
        tags=["session"],
        auth=NO_TOKEN,
        responses=answers({204: None}, ErrorCode.CSRF_FAILED),
    )
    def delete(self, request: Request) -> Response:
        """Its token is revoked, and its streams end. 204 without a session too."""
        _expect_no_bad_token(request)
        plain = request._request
        csrf_expect(plain)
        parse_query(Query, request)
        text = session_text(plain)
        response = Response(status=204)
        if text is not None:
            session_end(text=text)
            session_unset(response)
            rotate_token(plain)
        return response


def _expect_no_bad_token(request: Request) -> None:
    """A token in the header has no say here; but whoever sends a bad one is told, as everywhere."""
    if "HTTP_AUTHORIZATION" in request._request.META:
        asking(request._request)


def _logged_in(request: Request) -> Player | None:
    try:
        found = bearer_of(session_text(request._request))
    except Refusal:
        return None
    return None if found is None else found[0]
