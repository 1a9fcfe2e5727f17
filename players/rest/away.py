"""The calls about being away."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.absence import away_cancel, away_take, days_of
from players.errors import ErrorCode
from players.models import AwayPeriod
from players.rest.access import actor
from players.rest.documents import AwayEntry, AwayPage
from players.rest.query import PageQuery, Query, parse_query
from players.rest.schema import answers, parameters
from players.rest.views import ApiView, body
from players.selectors import away_list
from players.wire import AwayRequest, away_json


class AwayView(ApiView):
    @extend_schema(
        operation_id="take_away_days",
        summary="Be away",
        tags=["players"],
        request=AwayRequest,
        responses=answers({201: AwayEntry}, ErrorCode.MISSING_SCOPE, ErrorCode.NO_AWAY_DAYS_LEFT, reads_body=True),
    )
    def post(self, request: Request) -> Response:
        """While you are away the clock of your turns stands still, in games with turns of a day and more.

        There are so many days a year, counted in your time zone. They are shown at the table. Scope `play`.
        """
        player = actor(request, "play", even_suspended=True)
        wanted = body(request, AwayRequest)
        period = away_take(player=player, since=wanted.since, until=wanted.until)
        location = {"Location": reverse("away-period", args=[period.id])}
        return Response(away_json(period, days_of(period).total()), 201, headers=location)

    @extend_schema(
        operation_id="list_away_days",
        summary="When I am away",
        tags=["players"],
        parameters=parameters(PageQuery),
        responses=answers({200: AwayPage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """All that are not cancelled, past ones too, the last made first. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = away_list(player=player, limit=query.limit, cursor=query.cursor)
        return Response({"items": [_entry(period) for period in page.items], "next": page.next})


class AwayPeriodView(ApiView):
    @extend_schema(
        operation_id="cancel_away_days",
        summary="Be back",
        tags=["players"],
        responses=answers({204: None}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def delete(self, request: Request, away_id: str) -> Response:
        """Days that have not begun are given back, unless a turn was given time for them. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        parse_query(Query, request)
        away_cancel(player=player, away_id=away_id)
        return Response(status=204)


def _entry(period: AwayPeriod) -> dict[str, object]:
    return {**away_json(period, days_of(period).total())}
