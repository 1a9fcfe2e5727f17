"""The only writers of accounts, tokens and statistics. One transaction each."""

from collections.abc import Iterable, Sequence
from datetime import time, timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from players.away import is_time_zone
from players.changes import time_changed
from players.conduct.renames import name_expect_free
from players.conduct.traces import trace_note
from players.crashes import reach
from players.errors import ErrorCode, FieldError, Refusal
from players.mail.addresses import address_change, confirmation_ask
from players.mail.mailboxes import BadAddress, address_normal
from players.models import PlayedGame, Player, Token
from players.names import name_choose, name_key
from players.origins import Origin
from players.ratings import Rating, rate
from players.secrets import token_digest, token_plain
from players.selectors import USE_NOTED_EVERY
from players.store import ratings_lock
from players.transactions import one_transaction

type Quiet = tuple[time, time] | tuple[()]

NO_HOURS: Final[Quiet] = ()
EXPIRES_IN_LEAST = timedelta(seconds=1)
EXPIRES_IN_MOST = timedelta(days=3660)
ALL_SCOPES = tuple(Token.Scope.values)


def player_register(*, name: str, password: str, email: str = "", origin: Origin | None = None) -> tuple[Player, str]:
    """Open an account; return it with the plain text of its first token, which may do everything.

    Raises Refusal: invalid_name, weak_password, invalid_value (email), name_taken.
    """
    player = Player(name=name_choose(name), email=_email(email))
    player.name_key = name_key(player.name)
    password_expect_strong(password, player)
    name_expect_free(player.name)
    player.set_password(password)
    try:
        with one_transaction():
            player.save(force_insert=True)
            confirmation_ask(player=player, email=player.email)
            _, plain = token_issue(player, label="registration", scopes=ALL_SCOPES, expires_in=None)
    except IntegrityError:
        raise Refusal(ErrorCode.NAME_TAKEN, field="name") from None
    trace_note(player=player, origin=origin)
    return player, plain


def token_create(
    *,
    name: str,
    password: str,
    label: str = "",
    scopes: Iterable[str] = ALL_SCOPES,
    expires_in: timedelta | None = None,
    origin: Origin | None = None,
) -> tuple[Token, str]:
    """Make a token for whoever knows the password; return it with its plain text.

    Raises Refusal: bad_credentials (in the same time, whether it is the name or the password), invalid_value.
    """
    if expires_in is not None and not EXPIRES_IN_LEAST <= expires_in <= EXPIRES_IN_MOST:
        raise Refusal(ErrorCode.INVALID_VALUE, "A token lives from a second to ten years.", field="expires_in")
    player = Player.objects.named(name)
    # Without an account, or with a bot's, Django hashes all the same: the time tells nothing.
    right = check_password(password, player.password if player else UNUSABLE_PASSWORD_PREFIX)
    with one_transaction():
        # The password may have changed since: no token may outlive it.
        if not right or player is None or not still_has_password(player):
            raise Refusal(ErrorCode.BAD_CREDENTIALS)
        issued = token_issue(player, label=label, scopes=scopes, expires_in=expires_in)
    trace_note(player=player, origin=origin)
    return issued


@transaction.atomic
def token_revoke(*, player: Player, token_id: str) -> None:
    """End one of the player's tokens at once. Raises Refusal: not_found, also for another player's."""
    if not Token.objects.filter(pk=token_id, player=player, revoked_at=None).update(revoked_at=Now()):
        raise Refusal(ErrorCode.NOT_FOUND)


def token_note_use(*, token: Token) -> None:
    """Remember that the token was used, once a minute at most. Not part of any other transaction."""
    old = Q(last_used_at=None) | Q(last_used_at__lt=Now() - USE_NOTED_EVERY)
    Token.objects.filter(old, pk=token.pk).update(last_used_at=Now())


def player_update(
    *,
    player: Player,
    name: str | None = None,
    email: str | None = None,
    language: str | None = None,
    time_zone: str | None = None,
    quiet: Quiet | None = None,
    password: str | None = None,
    current_password: str | None = None,
    keep: Token | None = None,
) -> Player:
    """Change what is given; return the player as they are now.

    A name and a password make an account of a guest; nobody else can change their name. A new address is unconfirmed,
    and gets a mail that asks for confirmation; a confirmed one that is left is warned. A new password ends all tokens
    but `keep`, and all sessions, at once. `quiet` is when no deadline is to fall, in the
    player's time zone: from, until; `NO_HOURS` takes them away.
    Raises Refusal: missing_field, bad_credentials (current_password), invalid_name, weak_password, invalid_value,
    name_taken.
    """
    changes: dict[str, Any] = {}
    address = None if email is None else _email(email)
    if language is not None:
        changes["language"] = _language(language)
    if time_zone is not None:
        if not is_time_zone(time_zone):
            raise Refusal(
                ErrorCode.INVALID_VALUE, "There is no such time zone; Europe/Paris is one.", field="time_zone"
            )
        changes["time_zone"] = time_zone
    if quiet is not None:
        changes["quiet_from"], changes["quiet_until"] = quiet or (None, None)
    is_about_time = time_zone is not None or quiet is not None
    if is_about_time:
        changes["time_changed_at"] = Now()
    if player.is_guest:
        changes |= _account_made(player, name, password, email)
    elif name is not None:
        raise _named_for_good()
    elif password is not None:
        if current_password is None:
            raise Refusal(ErrorCode.MISSING_FIELD, field="current_password")
        if not check_password(current_password, player.password):
            raise _not_your_password()
        password_expect_strong(password, player)
        changes["password"] = make_password(password)
    try:
        with transaction.atomic():
            if "password" in changes:
                if not still_has_password(player):
                    raise _named_for_good() if player.is_guest else _not_your_password()
                others = Token.objects.filter(player=player, revoked_at=None)
                others.exclude(pk=keep.pk if keep else None).update(revoked_at=Now())
            if changes:
                Player.objects.filter(pk=player.pk).update(**changes)
            if address is not None:
                address_change(player=player, email=address)
    except IntegrityError:
        # Somebody else took the name at this moment; nothing else here has to be the only one.
        raise Refusal(ErrorCode.NAME_TAKEN, field="name") from None
    if is_about_time:
        time_changed(player.pk)
    player.refresh_from_db()
    return player


@transaction.atomic
def bot_player(*, level: str, ordinal: int, temperament: str = "") -> Player:
    """The account of a bot, `guarded-1` or `guarded-bold-1`, made when first asked for. Nobody can log in to it."""
    name = "-".join(filter(None, (level, temperament, str(ordinal))))
    player, _ = Player.objects.get_or_create(
        name_key=name_key(name),
        defaults={
            "name": name,
            "kind": Player.Kind.BOT,
            "level": level,
            "temperament": temperament,
            "password": make_password(None),
        },
    )
    return player


@transaction.atomic
def results_record(*, game_ref: str, rated: bool, standings: Sequence[tuple[int, int]]) -> bool:
    """Count a finished game once in the statistics, and in the ratings if `rated`; whether it was the first time.

    `standings` are pairs of player id and rank, 1 for each winner; equal ranks are a draw. Locks the players' rows in
    the order of their ids.
    """
    ranks = dict(standings)
    if len(ranks) != len(standings):
        raise ValueError("A player has one rank in a game.")
    # Not while a game is taken out of the ratings.
    ratings_lock(alone=False)
    players = list(Player.objects.select_for_update(no_key=True).filter(pk__in=ranks).order_by("pk"))
    if len(players) != len(ranks):
        raise ValueError("Only players are ranked.")
    if PlayedGame.objects.filter(game_ref=game_ref).exists():
        return False
    if rated and len(players) > 1:
        _rate(players, [ranks[player.pk] for player in players])
    for player in players:
        player.games_played += 1
        player.games_won += ranks[player.pk] == 1
    Player.objects.bulk_update(
        players, ["games_played", "games_won", "games_rated", "rating_mu", "rating_sigma"], batch_size=100
    )
    PlayedGame.objects.bulk_create(
        PlayedGame(
            game_ref=game_ref,
            player=player,
            rank=ranks[player.pk],
            rated=rated,
            rating_mu=player.rating_mu,
            rating_sigma=player.rating_sigma,
        )
        for player in players
    )
    reach("results.written")
    return True


def _rate(players: Sequence[Player], ranks: Sequence[int]) -> None:
    before = [Rating(player.rating_mu, player.rating_sigma) for player in players]
    for player, rating in zip(players, rate(before, ranks), strict=True):
        player.rating_mu = rating.mu
        player.rating_sigma = rating.sigma
        player.games_rated += 1


def token_issue(
    player: Player, *, label: str, scopes: Iterable[str], expires_in: timedelta | None
) -> tuple[Token, str]:
    """A new token and its text, in the running transaction."""
    plain = token_plain()
    known = [scope for scope in ALL_SCOPES if scope in set(scopes)]
    token = Token(player=player, digest=token_digest(plain), label=label, scopes=known)
    if expires_in is not None:
        token.expires_at = Now() + expires_in
    token.save(force_insert=True)
    token.refresh_from_db()
    return token, plain


def still_has_password(player: Player) -> bool:
    """Lock the account and say whether its password is still the one that was read, and the account still open."""
    locked = Player.objects.select_for_update(no_key=True)
    return locked.filter(pk=player.pk, password=player.password, is_active=True).exists()


def password_expect_strong(password: str, player: Player) -> None:
    """Raises Refusal weak_password with every reason."""
    try:
        validate_password(password, player)
    except ValidationError as weak:
        errors = tuple(FieldError(ErrorCode.WEAK_PASSWORD, "password", message) for message in weak.messages)
        raise Refusal(ErrorCode.WEAK_PASSWORD, errors[0].message, field="password", errors=errors) from None


def _account_made(player: Player, name: str | None, password: str | None, email: str | None) -> dict[str, Any]:
    """What makes an account of a guest, whose games stay theirs; nothing unless that is asked for.

    Raises Refusal: missing_field, invalid_name, weak_password, name_taken.
    """
    if name is None and password is None:
        return {}
    if name is None or password is None:
        raise Refusal(ErrorCode.MISSING_FIELD, field="name" if name is None else "password")
    shown = name_choose(name)
    password_expect_strong(password, Player(name=shown, email=player.email if email is None else email))
    name_expect_free(shown, but=player.pk)
    return {
        "name": shown,
        "name_key": name_key(shown),
        "password": make_password(password),
        "is_guest": False,
    }


def _named_for_good() -> Refusal:
    return Refusal(ErrorCode.INVALID_VALUE, "Only a guest can choose another name.", field="name")


def _not_your_password() -> Refusal:
    return Refusal(ErrorCode.BAD_CREDENTIALS, "This is not your password.", field="current_password")


def _email(email: str) -> str:
    if email:
        try:
            return address_normal(email)
        except BadAddress as wrong:
            raise Refusal(ErrorCode.INVALID_VALUE, str(wrong), field="email") from None
    return email


def _language(language: str) -> str:
    known = [code for code, _ in settings.LANGUAGES]
    if language not in known:
        raise Refusal(ErrorCode.INVALID_VALUE, f"Languages: {', '.join(known)}.", field="language")
    return language
