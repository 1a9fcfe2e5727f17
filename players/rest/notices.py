"""The calls about what players are told, and where."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.edge.limits import confirmation_spend
from players.errors import ErrorCode
from players.mail.addresses import confirmation_repeat
from players.notices.choices import choices_of, choices_update
from players.notices.wire import ChoicesBody, ConfirmationBody, choices_json
from players.rest.access import actor
from players.rest.documents import Account, NoticeChoices
from players.rest.query import Query, parse_query
from players.rest.schema import answers
from players.rest.views import ApiView, body
from players.wire import account_json


class NoticesView(ApiView):
    @extend_schema(
        operation_id="get_notice_choices",
        summary="What I want to be told",
        tags=["players"],
        responses=answers({200: NoticeChoices}, ErrorCode.MISSING_SCOPE),
    )
    def get(self, request: Request) -> Response:
        """Every kind of notice on every channel. Streams carry everything. Scope `read`."""
        player = actor(request, "read")
        parse_query(Query, request)
        return Response({"items": choices_json(choices_of(player=player)), "next": None})

    @extend_schema(
        operation_id="update_notice_choices",
        summary="Choose what I want to be told",
        tags=["players"],
        request=ChoicesBody,
        responses=answers({200: NoticeChoices}, ErrorCode.MISSING_SCOPE, reads_body=True),
    )
    def patch(self, request: Request) -> Response:
        """Returns all choices as they are now. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        choices = choices_update(player=player, choices=body(request, ChoicesBody).wanted)
        return Response({"items": choices_json(choices), "next": None})


class ConfirmationView(ApiView):
    @extend_schema(
        operation_id="repeat_confirmation",
        summary="Send the mail that asks for confirmation again",
        tags=["players"],
        request=ConfirmationBody,
        responses=answers({202: Account}, ErrorCode.MISSING_SCOPE, ErrorCode.NOTHING_TO_CONFIRM, reads_body=True),
    )
    def post(self, request: Request) -> Response:
        """Links sent before are void. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        body(request, ConfirmationBody)
        confirmation_spend(request._request, player=player, email=player.email)
        confirmation_repeat(player=player)
        return Response(account_json(player), 202)
