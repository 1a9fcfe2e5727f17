"""Reports about what happens in games: only of what their authors may see."""

from games.selectors.games import game_visible, has_sat
from games.selectors.messages import message_author
from players.conduct.models import Report, ReportKind
from players.conduct.reports import OF_A_GAME, report_file
from players.errors import ErrorCode, Refusal
from players.models import Player
from players.selectors import player_get


def report_make(
    *, author: Player, kind: ReportKind, player: str | None, game: str | None, message: str | None, text: str
) -> Report:
    """Tell the moderators of a player, a game, a message or a bug. A message is about who wrote it.

    Raises Refusal: missing_field (player, game), not_found (a game, message or player that is not there, or not for
    `author` to see), invalid_value (player), already_reported.
    """
    if message is not None and game is None:
        raise Refusal(ErrorCode.MISSING_FIELD, "Say of which game the message is.", field="game")
    subject = None if player is None else player_get(player)
    if game is not None:
        seen = game_visible(game_id=game, viewer=author)
        if subject is not None and kind in OF_A_GAME and not has_sat(game=seen, viewer=subject):
            raise Refusal(ErrorCode.INVALID_VALUE, "They did not sit at this game.", field="player")
    if game is not None and message is not None:
        writer = message_author(game_id=game, viewer=author, message_id=message)
        if subject is not None and subject.pk != writer.pk:
            raise Refusal(ErrorCode.INVALID_VALUE, "Somebody else wrote the message.", field="player")
        subject = subject if kind is ReportKind.BUG else writer
    return report_file(
        author=author, kind=kind, player=subject, game_ref=game or "", message_ref=message or "", text=text
    )
