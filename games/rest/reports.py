"""What players tell the moderators."""

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.services.reports import report_make
from players.conduct.reports import report_get, reports_of
from players.conduct.wire import ReportRequest, report_json
from players.edge.limits import report_spend
from players.errors import ErrorCode
from players.rest.access import actor
from players.rest.conduct_documents import ReportEntry, ReportPage
from players.rest.query import PageQuery, Query, parse_query
from players.rest.schema import answers, parameters
from players.rest.views import ApiView, body


class ReportsView(ApiView):
    """My reports."""

    @extend_schema(
        operation_id="file_report",
        summary="Tell the moderators",
        tags=["conduct"],
        request=ReportRequest,
        responses=answers(
            {201: ReportEntry},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.SUSPENDED,
            ErrorCode.NOT_FOUND,
            ErrorCode.ALREADY_REPORTED,
            reads_body=True,
        ),
    )
    def post(self, request: Request) -> Response:
        """Of a player (`abuse` and `name` need one), of a player in a game (`collusion`, `stalling`), of a message, or
        of a `bug`. Scope `play`."""
        player = actor(request, "play")
        wanted = body(request, ReportRequest)
        report_spend(request._request)
        report = report_make(
            author=player,
            kind=wanted.kind,
            player=wanted.player,
            game=wanted.game,
            message=wanted.message,
            text=wanted.text,
        )
        return Response(report_json(report), 201, headers={"Location": reverse("report", args=[report.id])})

    @extend_schema(
        operation_id="list_reports",
        summary="What I reported",
        tags=["conduct"],
        parameters=parameters(PageQuery),
        responses=answers({200: ReportPage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """The newest first, with what came of it. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = reports_of(author=player, limit=query.limit, cursor=query.cursor)
        return Response({"items": [report_json(report) for report in page.items], "next": page.next})


class ReportView(ApiView):
    """A report of mine."""

    @extend_schema(
        operation_id="get_report",
        summary="A report of mine",
        tags=["conduct"],
        responses=answers({200: ReportEntry}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def get(self, request: Request, report_id: str) -> Response:
        """With its state and outcome; who handled it is not told. Scope `read`."""
        player = actor(request, "read")
        parse_query(Query, request)
        return Response(report_json(report_get(author=player, report_id=report_id)))
