"""`manage.py make_moderator NAME --role …`: who keeps the peace."""

import getpass
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from players.conduct.roles import Role
from players.errors import Refusal
from players.models import Player
from players.services import player_register
from players.staff.factor import has_second_factor, second_factor_forget, setup_code
from players.staff.making import staff_make


class Command(BaseCommand):
    help = (
        "Give an account these roles at the moderators' desk, and no others; without any it is of the staff no more. "
        "What it did before is in the audit log, and so is this."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the name of the account")
        parser.add_argument(
            "--role", action="append", default=[], choices=[role.value for role in Role], help="may be given again"
        )
        parser.add_argument(
            "--register", action="store_true", help="open the account first; the password is read from the terminal"
        )
        parser.add_argument(
            "--forget-second-factor", action="store_true", help="they lost it: the next log-in sets up a new one"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            player = self._account(options["name"], register=options["register"])
            roles = staff_make(player=player, roles=[Role(role) for role in options["role"]])
        except Refusal as refusal:
            raise CommandError(str(refusal.detail)) from None
        if options["forget_second_factor"]:
            second_factor_forget(player=player)
        told = ", ".join(sorted(role.value for role in roles)) or "no role"
        self.stdout.write(f"{player.name}: {told}.")
        if roles and not has_second_factor(player=player):
            self.stdout.write(
                "At their first log-in at /desk/ they set up their second factor, with this code, which you tell them "
                f"by a way that is safe: {setup_code(player=player)}"
            )

    def _account(self, name: str, *, register: bool) -> Player:
        if register:
            password = getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
            return player_register(name=name, password=password)[0]
        player = Player.objects.named(name)
        if player is None:
            raise CommandError("There is no account of this name. Register it, or say --register.")
        return player
