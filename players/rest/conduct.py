"""The calls about whom I mute and block, and about sanctions against me."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.conduct.circles import block_add, block_remove, blocks_of, mute_add, mute_remove, mutes_of
from players.conduct.sanctions import appeal_file, sanctions_of, warning_acknowledge
from players.conduct.wire import AppealRequest, block_json, mute_json, sanction_json
from players.errors import ErrorCode
from players.rest.access import actor
from players.rest.conduct_documents import CircleEntry, CirclePage, SanctionEntry, SanctionPage
from players.rest.query import PageQuery, Query, parse_query
from players.rest.schema import answers, parameters
from players.rest.views import ApiView, body
from players.wire import Nothing


class MutesView(ApiView):
    @extend_schema(
        operation_id="list_mutes",
        summary="Whom I mute",
        tags=["conduct"],
        parameters=parameters(PageQuery),
        responses=answers({200: CirclePage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """The last one first. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = mutes_of(player=player, limit=query.limit, cursor=query.cursor)
        return Response({"items": [mute_json(mute) for mute in page.items], "next": page.next})


class MuteView(ApiView):
    @extend_schema(
        operation_id="mute_player",
        summary="Mute a player",
        tags=["conduct"],
        request=Nothing,
        responses=answers(
            {200: CircleEntry}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND, ErrorCode.LIST_FULL, reads_body=True
        ),
    )
    def put(self, request: Request, name: str) -> Response:
        """What they and their bots write is not shown to you any more. They are not told. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        body(request, Nothing)
        return Response(mute_json(mute_add(player=player, name=name)))

    @extend_schema(
        operation_id="unmute_player",
        summary="Mute a player no more",
        tags=["conduct"],
        responses=answers({204: None}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def delete(self, request: Request, name: str) -> Response:
        """What they wrote meanwhile is shown too. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        parse_query(Query, request)
        mute_remove(player=player, name=name)
        return Response(status=204)


class BlocksView(ApiView):
    @extend_schema(
        operation_id="list_blocks",
        summary="Whom I block",
        tags=["conduct"],
        parameters=parameters(PageQuery),
        responses=answers({200: CirclePage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """The last one first. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = blocks_of(player=player, limit=query.limit, cursor=query.cursor)
        return Response({"items": [block_json(block) for block in page.items], "next": page.next})


class BlockView(ApiView):
    @extend_schema(
        operation_id="block_player",
        summary="Block a player",
        tags=["conduct"],
        request=Nothing,
        responses=answers(
            {200: CircleEntry}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND, ErrorCode.LIST_FULL, reads_body=True
        ),
    )
    def put(self, request: Request, name: str) -> Response:
        """From now on neither of you takes a seat where the other sits, nor do your bots. They are not told. Scope
        `play`."""
        player = actor(request, "play", even_suspended=True)
        body(request, Nothing)
        return Response(block_json(block_add(player=player, name=name)))

    @extend_schema(
        operation_id="unblock_player",
        summary="Block a player no more",
        tags=["conduct"],
        responses=answers({204: None}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND),
    )
    def delete(self, request: Request, name: str) -> Response:
        """If they block you too, that stays. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        parse_query(Query, request)
        block_remove(player=player, name=name)
        return Response(status=204)


class SanctionsView(ApiView):
    @extend_schema(
        operation_id="list_my_sanctions",
        summary="What moderators imposed on me",
        tags=["conduct"],
        parameters=parameters(PageQuery),
        responses=answers({200: SanctionPage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """All of it, the newest first; who decided it is not told. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = sanctions_of(player=player, limit=query.limit, cursor=query.cursor)
        return Response({"items": [sanction_json(sanction) for sanction in page.items], "next": page.next})


class AppealView(ApiView):
    @extend_schema(
        operation_id="appeal_sanction",
        summary="Object to a sanction",
        tags=["conduct"],
        request=AppealRequest,
        responses=answers(
            {201: SanctionEntry},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.NOT_FOUND,
            ErrorCode.ALREADY_APPEALED,
            reads_body=True,
        ),
    )
    def post(self, request: Request, sanction_id: str) -> Response:
        """Once. Somebody else than who decided it answers. Scope `play`, also while you are suspended."""
        player = actor(request, "play", even_suspended=True)
        wanted = body(request, AppealRequest)
        return Response(sanction_json(appeal_file(player=player, sanction_id=sanction_id, text=wanted.text)), 201)


class AcknowledgeView(ApiView):
    @extend_schema(
        operation_id="acknowledge_warning",
        summary="Say that I have read a warning",
        tags=["conduct"],
        request=Nothing,
        responses=answers({200: SanctionEntry}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND, reads_body=True),
    )
    def post(self, request: Request, sanction_id: str) -> Response:
        """Until then you take no seat and open no game. Scope `play`, also while you are suspended."""
        player = actor(request, "play", even_suspended=True)
        body(request, Nothing)
        return Response(sanction_json(warning_acknowledge(player=player, sanction_id=sanction_id)))
