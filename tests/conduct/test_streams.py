"""Whoever is suspended is out within seconds: tokens, streams and seats; and may come back to read."""

import subprocess
import sys
import time

from tests.api.caller import PASSWORD
from tests.service import CHECKOUT, Service
from tests.streams.listening import Player, game_of, players_of
from tests.streams.test_endings import CLOSED_WITHIN, opened

SUSPEND = """
from datetime import timedelta
from django.contrib.auth.models import Group
from games.services.moderation import player_suspend
from players.conduct.models import Ground
from players.models import Player
actor = Player.objects.get(name="{actor}")
actor.is_staff = True
actor.save()
actor.groups.set([Group.objects.get(name="moderator")])
done = player_suspend(
    actor=actor, player=Player.objects.get(name="{player}"), ground=Ground.ABUSE, reason="{reason}",
    duration=timedelta(days=1),
)
print(len(done.handed_over), len(done.waiting))
"""


def test_a_suspension_ends_streams_and_games_go_on(service: Service) -> None:
    service.wait_ready()
    *seated, actor = players_of(service, 4)
    mal, ann, bob = seated
    games = [game_of([mal, ann, bob]), game_of([ann, bob, mal])]
    mine = [opened("sse", mal, games[0]), opened("me", mal, games[0]), opened("graphql", mal, games[1])]
    others = [opened("sse", ann, games[0]), opened("me", bob, games[0])]

    script = SUSPEND.format(actor=actor.name, player=mal.name, reason="Rude.")
    given = {"DATABASE_URL": service.database_url(), "REDIS_URL": service.given("REDIS_URL")}
    said = subprocess.run(
        (sys.executable, "-m", "nessos_service.local.manage", "shell", "--verbosity", "0", "-c", script),
        cwd=CHECKOUT,
        env=service.environment(**given),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )

    assert said.stdout.split() == ["2", "0"]
    until = time.monotonic() + CLOSED_WITHIN
    for listener in mine:
        listener.seconds_to_the_end(max(0.1, until - time.monotonic()))
    assert all(listener.is_open for listener in others)
    assert mal.refused("GET", "/players/me") == (401, "not_authenticated")
    for game in games:
        view = ann.view(game)
        assert (view["status"], view["you"] is not None) == ("active", True)
        assert mal.name not in [seat["player"]["name"] for seat in view["seats"]]
        events = ann.call("GET", f"/games/{game}/events?limit=100")["items"]
        (passed,) = [event for event in events if event["kind"] == "seat_handed_over"]
        assert (passed["data"]["from"]["name"], passed["data"]["reason"]) == (mal.name, "moderated")

    token = Player(service).call("POST", "/tokens", {"name": mal.name, "password": PASSWORD})["token"]
    back = Player(service, token, mal.name)
    assert back.call("GET", "/players/me")["suspended_until"] is not None
    assert back.view(games[0])["you"] is None
    assert back.refused("POST", "/games", {"players": 3}) == (403, "suspended")
