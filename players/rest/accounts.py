"""The calls about players and their tokens, and the list of problems."""

from contextlib import nullcontext

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from players.edge.address import origin_of
from players.edge.limits import confirmation_spend, guest_spend, log_in_guess, password_guess, register_spend
from players.edge.passing import mark_unkept
from players.errors import ERROR_KINDS, ErrorCode
from players.guests import guest_register
from players.rest.access import actor, bearer, viewer
from players.rest.documents import Account, ProblemList, Profile, Registered, TokenMade, TokenPage
from players.rest.query import PageQuery, Query, parse_query
from players.rest.schema import TOKEN_WELCOME, answers, parameters
from players.rest.views import ApiView, body
from players.selectors import player_get, tokens_of
from players.services import ALL_SCOPES, player_register, player_update, token_create, token_revoke
from players.wire import Nothing, PlayerChange, Registration, TokenRequest, account_json, profile_json, token_json


class PlayersView(ApiView):
    @extend_schema(
        operation_id="register",
        summary="Open an account",
        tags=["players"],
        auth=TOKEN_WELCOME,
        request=Registration,
        responses=answers(
            {201: Registered},
            ErrorCode.INVALID_NAME,
            ErrorCode.WEAK_PASSWORD,
            ErrorCode.NAME_TAKEN,
            reads_body=True,
        ),
    )
    def post(self, request: Request) -> Response:
        """The answer holds the first token of the account. It is shown only now."""
        wanted = body(request, Registration)
        register_spend(request._request)
        confirmation_spend(request._request, player=None, email=wanted.email or "")
        player, token = player_register(
            name=wanted.name,
            password=wanted.password,
            email=wanted.email or "",
            origin=origin_of(request._request),
        )
        location = {"Location": reverse("player", args=[player.name])}
        return Response({"player": account_json(player), "token": token}, 201, headers=location)


class GuestsView(ApiView):
    @extend_schema(
        operation_id="register_guest",
        summary="Play without an account",
        tags=["players"],
        auth=TOKEN_WELCOME,
        request=Nothing,
        responses=answers({201: Registered}, reads_body=True),
    )
    def post(self, request: Request) -> Response:
        """A name is drawn for you. Games of guests are not rated. `PATCH /players/me` with a name and a password makes
        an account of it, with all of its games; without, it is closed when it was not used for a while."""
        body(request, Nothing)
        guest_spend(request._request)
        mark_unkept(request._request)
        player, token = guest_register(origin=origin_of(request._request))
        location = {"Location": reverse("player", args=[player.name])}
        return Response({"player": account_json(player), "token": token}, 201, headers=location)


class MeView(ApiView):
    @extend_schema(
        operation_id="get_me",
        summary="My page",
        tags=["players"],
        responses=answers({200: Account}, ErrorCode.MISSING_SCOPE, ErrorCode.UNKNOWN_FIELD),
    )
    def get(self, request: Request) -> Response:
        """My profile, with what only I may see. Scope `read`."""
        player = actor(request, "read")
        parse_query(Query, request)
        return Response(account_json(player))

    @extend_schema(
        operation_id="update_me",
        summary="Change my account",
        tags=["players"],
        request=PlayerChange,
        responses=answers(
            {200: Account},
            ErrorCode.MISSING_SCOPE,
            ErrorCode.INVALID_NAME,
            ErrorCode.WEAK_PASSWORD,
            ErrorCode.NAME_TAKEN,
            reads_body=True,
        ),
    )
    def patch(self, request: Request) -> Response:
        """A new password ends all other tokens and all sessions at once. With a name and a password a guest becomes a
        player like any other. Scope `play`."""
        player = actor(request, "play", even_suspended=True)
        _, token = bearer(request)
        change = body(request, PlayerChange)
        if change.email_given is not None and change.email_given != player.email:
            confirmation_spend(request._request, player=player, email=change.email_given)
        is_guess = change.password is not None and not player.is_guest
        with password_guess(request._request, player) if is_guess else nullcontext():
            changed = player_update(
                player=player,
                name=change.name,
                email=change.email_given,
                language=change.language,
                time_zone=change.time_zone,
                quiet=change.quiet_given,
                password=change.password,
                current_password=change.current_password,
                keep=token,
            )
        return Response(account_json(changed))


class PlayerView(ApiView):
    everybody_alike = True

    @extend_schema(
        operation_id="get_player",
        summary="A player's page",
        tags=["players"],
        auth=TOKEN_WELCOME,
        responses=answers({200: Profile}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND, ErrorCode.UNKNOWN_FIELD),
    )
    def get(self, request: Request, name: str) -> Response:
        """The profile of a player or a bot. The case of the name does not matter."""
        viewer(request)
        parse_query(Query, request)
        return Response(profile_json(player_get(name)))


class TokensView(ApiView):
    @extend_schema(
        operation_id="create_token",
        summary="Make a token",
        tags=["tokens"],
        auth=TOKEN_WELCOME,
        request=TokenRequest,
        responses=answers({201: TokenMade}, ErrorCode.BAD_CREDENTIALS, reads_body=True),
    )
    def post(self, request: Request) -> Response:
        """Log in: a token for whoever knows the password. Its text is shown only now."""
        wanted = body(request, TokenRequest)
        with log_in_guess(request._request, wanted.name):
            token, plain = token_create(
                name=wanted.name,
                password=wanted.password,
                label=wanted.label or "",
                scopes=wanted.scopes or ALL_SCOPES,
                expires_in=wanted.expires_in,
                origin=origin_of(request._request),
            )
        location = {"Location": reverse("token", args=[token.id])}
        return Response({**token_json(token), "token": plain}, 201, headers=location)

    @extend_schema(
        operation_id="list_tokens",
        summary="My tokens",
        tags=["tokens"],
        parameters=parameters(PageQuery),
        responses=answers({200: TokenPage}, ErrorCode.MISSING_SCOPE, ErrorCode.BAD_CURSOR, ErrorCode.INVALID_VALUE),
    )
    def get(self, request: Request) -> Response:
        """All that are not revoked, the newest first, without their text. Scope `read`."""
        player = actor(request, "read")
        query = parse_query(PageQuery, request)
        page = tokens_of(player=player, limit=query.limit, cursor=query.cursor)
        return Response({"items": [token_json(token) for token in page.items], "next": page.next})


class TokenView(ApiView):
    @extend_schema(
        operation_id="revoke_token",
        summary="Revoke a token",
        tags=["tokens"],
        responses=answers({204: None}, ErrorCode.MISSING_SCOPE, ErrorCode.NOT_FOUND, ErrorCode.UNKNOWN_FIELD),
    )
    def delete(self, request: Request, token_id: str) -> Response:
        """It ends at once. Scope `play`; but every token may revoke itself."""
        player, token = bearer(request)
        if token_id != token.id:
            actor(request, "play", even_suspended=True)
        parse_query(Query, request)
        token_revoke(player=player, token_id=token_id)
        return Response(status=204)


class ProblemsView(ApiView):
    everybody_alike = True

    @extend_schema(
        operation_id="list_problems",
        summary="Every way to be refused",
        tags=["service"],
        auth=TOKEN_WELCOME,
        responses=answers({200: ProblemList}, ErrorCode.UNKNOWN_FIELD),
    )
    def get(self, request: Request) -> Response:
        """One list of codes for REST and GraphQL."""
        parse_query(Query, request)
        items = [
            {
                "code": code.value,
                "status": kind.status,
                "title": str(kind.title),
                "description": str(kind.description),
                "type": f"/api/v1/problems#{code}",
            }
            for code, kind in ERROR_KINDS.items()
        ]
        return Response({"items": items, "next": None})
