"""What can be done with one's account, and by whoever has none yet."""

from contextlib import nullcontext
from typing import Any, Final

import graphene
from graphene import ID, Int, String

from games.graphql.accounts import Account, AwayPeriod, Me, NoticeChoice, Token, away_of
from games.graphql.arguments import asked, input_of
from games.graphql.context import context_of
from games.graphql.fields import act, perhaps, shown, some
from games.graphql.refusals import error_list, refusable
from games.graphql.scalars import NoticeChannel, NoticeKind, NoticeTime
from players.absence import away_cancel, away_take
from players.edge.address import origin_of
from players.edge.limits import confirmation_spend, guest_spend, log_in_guess, password_guess, register_spend
from players.edge.passing import mark_unkept
from players.guests import guest_register
from players.mail.addresses import confirmation_repeat
from players.notices.choices import choices_update
from players.notices.wire import ChoicesBody, choices_json
from players.services import ALL_SCOPES, player_register, player_update, token_create, token_revoke
from players.wire import AwayRequest, PlayerChange, Registration, TokenRequest, account_json, token_json

RegisterInput: Final = input_of(Registration, "RegisterInput", "The new account.")
CreateTokenInput: Final = input_of(TokenRequest, "CreateTokenInput", "Whose token, and what it may do.")
UpdateMeInput: Final = input_of(PlayerChange, "UpdateMeInput", "What to change. What is absent stays as it is.")
TakeAwayDaysInput: Final = input_of(AwayRequest, "TakeAwayDaysInput", "From when until when.")


class RevokeTokenInput(graphene.InputObjectType):
    """Which token to end."""

    id = graphene.InputField(ID, required=True, description="The `id` of the token, not its text.")


class CancelAwayDaysInput(graphene.InputObjectType):
    """Which away period to end."""

    id = graphene.InputField(ID, required=True, description="Its `id`.")


class NoticeChoiceInput(graphene.InputObjectType):
    """What is wanted of one kind on one channel."""

    kind = graphene.InputField(NoticeKind, required=True, description="What it is about.")
    channel = graphene.InputField(NoticeChannel, required=True, description="Where it comes.")
    when = graphene.InputField(
        NoticeTime, required=True, description="`at_once`, `never`, or, for mails of `your_turn`, `digest`."
    )
    hours = graphene.InputField(Int, description="With `digest`: hours between two of them, 1 to 168.")


class UpdateNoticesInput(graphene.InputObjectType):
    """What to change. What is not named stays as it is."""

    choices = graphene.InputField(
        graphene.List(graphene.NonNull(NoticeChoiceInput)),
        required=True,
        description="What to change; each kind and channel once.",
    )


class RegisterPayload(graphene.ObjectType):
    """A new account and its first token."""

    class Meta:
        default_resolver = shown

    player = perhaps(Account, "The account; null when refused.")
    token = perhaps(String, "The text of its first token, which may do everything. Shown only now: keep it.")
    errors = error_list()


class MePayload(graphene.ObjectType):
    """What became of a change of your account."""

    class Meta:
        default_resolver = shown

    player = perhaps(Me, "Your account as it is now; null when refused.")
    errors = error_list()


class NoticesPayload(graphene.ObjectType):
    """What became of a change of what you are told."""

    class Meta:
        default_resolver = shown

    notices = graphene.List(
        graphene.NonNull(NoticeChoice), description="All choices as they are now; null when refused."
    )
    errors = error_list()


class AwayPayload(graphene.ObjectType):
    """Days on which you are away."""

    class Meta:
        default_resolver = shown

    away = perhaps(AwayPeriod, "The period; null when refused.")
    errors = error_list()


class CancelAwayPayload(graphene.ObjectType):
    """An away period that ended."""

    class Meta:
        default_resolver = shown

    id = perhaps(ID, "The `id` of the period; null when refused.")
    errors = error_list()


class CreateTokenPayload(graphene.ObjectType):
    """A new token."""

    class Meta:
        default_resolver = shown

    token = perhaps(String, "The text of the token. Shown only now: keep it. Null when refused.")
    entry = perhaps(Token, "The token as lists show it; null when refused.")
    errors = error_list()


class RevokeTokenPayload(graphene.ObjectType):
    """A token that ended."""

    class Meta:
        default_resolver = shown

    id = perhaps(ID, "The `id` of the token that ended; null when refused.")
    errors = error_list()


class AccountMutations:
    """A part of `Mutation`."""

    register = act(
        RegisterPayload,
        RegisterInput,
        "Open an account. Refusals: `invalid_name`, `weak_password`, `invalid_value`, `name_taken`.",
    )
    register_guest = some(
        RegisterPayload,
        "Play without an account: a name is drawn for you. Games of guests are not rated. `updateMe` with a name and a "
        "password makes an account of it, with all of its games.",
    )
    update_me = act(
        MePayload,
        UpdateMeInput,
        "Change your account. A new password ends all other tokens and all sessions. With a name and a password a "
        "guest becomes a player like any other. Refusals: `missing_field`, `bad_credentials`, `invalid_name`, "
        "`weak_password`, `invalid_value`, `name_taken`.",
    )
    take_away_days = act(
        AwayPayload,
        TakeAwayDaysInput,
        "Be away: the clock of your turns stands still, in games with turns of a day and more. Refusals: "
        "`invalid_value`, `no_away_days_left`.",
    )
    cancel_away_days = act(
        CancelAwayPayload,
        CancelAwayDaysInput,
        "Be back. Days that have not begun are given back, unless a turn was given time for them. Refusals: "
        "`not_found`.",
    )
    repeat_confirmation = some(
        MePayload,
        "Send the mail that asks for confirmation of your address again; links sent before are void. Scope `play`. "
        "Refusals: `nothing_to_confirm`.",
    )
    update_notices = act(
        NoticesPayload, UpdateNoticesInput, "Choose what you want to be told. Scope `play`. Refusals: `invalid_value`."
    )
    create_token = act(
        CreateTokenPayload,
        CreateTokenInput,
        "Log in: a token for whoever knows the password. Refusals: `bad_credentials`, `invalid_value`.",
    )
    revoke_token = act(
        RevokeTokenPayload,
        RevokeTokenInput,
        "End a token at once. Scope `play`; but every token may revoke itself. Refusals: `not_found`.",
    )

    @staticmethod
    @refusable
    def resolve_register(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        wanted = asked(Registration, input)
        register_spend(context_of(info).request)
        confirmation_spend(context_of(info).request, player=None, email=wanted.email or "")
        player, token = player_register(
            name=wanted.name,
            password=wanted.password,
            email=wanted.email or "",
            origin=origin_of(context_of(info).request),
        )
        return {"player": account_json(player), "token": token}

    @staticmethod
    @refusable
    def resolve_register_guest(root: object, info: Any) -> dict[str, Any]:
        guest_spend(context_of(info).request)
        mark_unkept(context_of(info).request)
        player, token = guest_register(origin=origin_of(context_of(info).request))
        return {"player": account_json(player), "token": token}

    @staticmethod
    @refusable
    def resolve_update_me(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        _, token = context_of(info).expect_bearer()
        change = asked(PlayerChange, input)
        if change.email_given is not None and change.email_given != player.email:
            confirmation_spend(context_of(info).request, player=player, email=change.email_given)
        is_guess = change.password is not None and not player.is_guest
        with password_guess(context_of(info).request, player) if is_guess else nullcontext():
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
        return {"player": account_json(changed)}

    @staticmethod
    @refusable
    def resolve_take_away_days(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        wanted = asked(AwayRequest, input)
        return {"away": away_of(away_take(player=player, since=wanted.since, until=wanted.until))}

    @staticmethod
    @refusable
    def resolve_cancel_away_days(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        away_cancel(player=player, away_id=input["id"])
        return {"id": input["id"]}

    @staticmethod
    @refusable
    def resolve_repeat_confirmation(root: object, info: Any) -> dict[str, Any]:
        player = context_of(info).actor("play", even_suspended=True)
        confirmation_spend(context_of(info).request, player=player, email=player.email)
        confirmation_repeat(player=player)
        return {"player": account_json(player)}

    @staticmethod
    @refusable
    def resolve_update_notices(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        choices = choices_update(player=player, choices=asked(ChoicesBody, input).wanted)
        return {"notices": choices_json(choices)}

    @staticmethod
    @refusable
    def resolve_create_token(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        wanted = asked(TokenRequest, input)
        with log_in_guess(context_of(info).request, wanted.name):
            token, plain_text = token_create(
                name=wanted.name,
                password=wanted.password,
                label=wanted.label or "",
                scopes=wanted.scopes or ALL_SCOPES,
                expires_in=wanted.expires_in,
                origin=origin_of(context_of(info).request),
            )
        return {"token": plain_text, "entry": token_json(token)}

    @staticmethod
    @refusable
    def resolve_revoke_token(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player, token = context_of(info).expect_bearer()
        token_id: str = input["id"]
        if token_id != token.id:
            context_of(info).actor("play", even_suspended=True)
        token_revoke(player=player, token_id=token_id)
        return {"id": token_id}
