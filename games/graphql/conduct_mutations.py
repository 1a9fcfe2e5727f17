"""What players do about each other, and about sanctions against them."""

from typing import Any, Final

import graphene
from graphene import ID

from games.graphql.arguments import asked, input_of
from games.graphql.conduct import OtherPlayer, Report, Sanction
from games.graphql.context import context_of
from games.graphql.fields import act, perhaps, shown
from games.graphql.refusals import error_list, refusable
from games.services.reports import report_make
from players.conduct.circles import block_add, block_remove, mute_add, mute_remove
from players.conduct.sanctions import appeal_file, warning_acknowledge
from players.conduct.wire import AppealRequest, ReportRequest, block_json, mute_json, report_json, sanction_json
from players.conduct.wire import OtherPlayer as OtherPlayerBody
from players.edge.limits import report_spend

OtherPlayerInput: Final = input_of(OtherPlayerBody, "OtherPlayerInput", "Whom it is about.")
FileReportInput: Final = input_of(ReportRequest, "FileReportInput", "What to tell the moderators.")


class AppealSanctionInput(input_of(AppealRequest, "SanctionAppealed", "")):  # type: ignore[misc]
    """What to say against which sanction."""

    id = graphene.InputField(ID, required=True, description="Which sanction.")


class SanctionInput(graphene.InputObjectType):
    """Which sanction."""

    id = graphene.InputField(ID, required=True, description="Which sanction.")


class OtherPlayerPayload(graphene.ObjectType):
    """Somebody who is muted or blocked."""

    class Meta:
        default_resolver = shown

    other = perhaps(OtherPlayer, "Whom, and since when; null when refused.")
    errors = error_list()


class ForgetPlayerPayload(graphene.ObjectType):
    """Somebody who is muted or blocked no more."""

    class Meta:
        default_resolver = shown

    name = perhaps(ID, "The name that was given; null when refused.")
    errors = error_list()


class ReportPayload(graphene.ObjectType):
    """A report that was filed."""

    class Meta:
        default_resolver = shown

    report = perhaps(Report, "The report; null when refused.")
    errors = error_list()


class SanctionPayload(graphene.ObjectType):
    """A sanction to which something was said."""

    class Meta:
        default_resolver = shown

    sanction = perhaps(Sanction, "The sanction as it is now; null when refused.")
    errors = error_list()


class ConductMutations:
    """A part of `Mutation`."""

    mute_player = act(
        OtherPlayerPayload,
        OtherPlayerInput,
        "Show nothing any more of what they and their bots write. They are not told. Scope `play`. Refusals: "
        "`not_found`, `invalid_value`, `list_full`.",
    )
    unmute_player = act(ForgetPlayerPayload, OtherPlayerInput, "Mute them no more. Refusals: `not_found`.")
    block_player = act(
        OtherPlayerPayload,
        OtherPlayerInput,
        "From now on neither of you takes a seat where the other sits, nor do your bots. They are not told. Scope "
        "`play`. Refusals: `not_found`, `invalid_value`, `list_full`.",
    )
    unblock_player = act(ForgetPlayerPayload, OtherPlayerInput, "Block them no more. Refusals: `not_found`.")
    file_report = act(
        ReportPayload,
        FileReportInput,
        "Tell the moderators of a player, a message, a game or a bug. Scope `play`. Refusals: `missing_field`, "
        "`not_found`, `invalid_value`, `already_reported` (with `report`), `rate_limited`.",
    )
    appeal_sanction = act(
        SanctionPayload,
        AppealSanctionInput,
        "Object to a sanction, once; also while you are suspended. Scope `play`. Refusals: `not_found`, "
        "`already_appealed`.",
    )
    acknowledge_warning = act(
        SanctionPayload,
        SanctionInput,
        "Say that you have read a warning: until then you take no seat and open no game. Scope `play`. Refusals: "
        "`not_found`, `invalid_value`.",
    )

    @staticmethod
    @refusable
    def resolve_mute_player(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        return {"other": mute_json(mute_add(player=player, name=asked(OtherPlayerBody, input).player))}

    @staticmethod
    @refusable
    def resolve_unmute_player(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        name = asked(OtherPlayerBody, input).player
        mute_remove(player=player, name=name)
        return {"name": name}

    @staticmethod
    @refusable
    def resolve_block_player(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        return {"other": block_json(block_add(player=player, name=asked(OtherPlayerBody, input).player))}

    @staticmethod
    @refusable
    def resolve_unblock_player(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        name = asked(OtherPlayerBody, input).player
        block_remove(player=player, name=name)
        return {"name": name}

    @staticmethod
    @refusable
    def resolve_file_report(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play")
        wanted = asked(ReportRequest, input)
        report_spend(context_of(info).request)
        report = report_make(
            author=player,
            kind=wanted.kind,
            player=wanted.player,
            game=wanted.game,
            message=wanted.message,
            text=wanted.text,
        )
        return {"report": report_json(report)}

    @staticmethod
    @refusable
    def resolve_appeal_sanction(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        rest = dict(input)
        sanction_id = rest.pop("id")
        wanted = asked(AppealRequest, rest)
        return {"sanction": sanction_json(appeal_file(player=player, sanction_id=sanction_id, text=wanted.text))}

    @staticmethod
    @refusable
    def resolve_acknowledge_warning(root: object, info: Any, input: dict[str, Any]) -> dict[str, Any]:  # noqa: A002
        player = context_of(info).actor("play", even_suspended=True)
        return {"sanction": sanction_json(warning_acknowledge(player=player, sanction_id=input["id"]))}
