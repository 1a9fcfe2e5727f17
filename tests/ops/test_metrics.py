"""`/metrics`: there for one bearer alone, true, and without anything that has a name."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.db.models.functions import Now
from django.test import Client
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families

from bots.tasks import play_turn
from games.models import ClockTimestamp, Game, Heartbeat, OutboxMessage
from games.selectors.upkeep import sweep_status_get
from games.tasks import heartbeat
from nessos_service.celery import lay_down, take_over
from players.mail.models import Mail
from players.mail.posting import mails_claim
from players.measures import DELIVERIES, OPEN_STREAMS, Reading, readings_offer
from players.models import Delivery, Webhook
from players.notices.models import NoticeKind
from players.webhooks.services import webhook_create, webhook_ping
from tests.api.caller import Caller, registered
from tests.games.playing import opened_game, people, started_game

ALERTS = Path(__file__).resolve().parents[2] / "docs" / "alerts.yml"
TOKEN = "a-token-for-the-scraper"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settings(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def scraped(token: str = TOKEN) -> Any:
    return Client().get("/metrics", headers={"Authorization": f"Bearer {token}"})


def samples() -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Every value, by name and labels."""
    answer = scraped()
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def value(name: str, **labels: str) -> float:
    return samples().get((name, tuple(sorted(labels.items()))), 0.0)


def test_it_is_there_for_one_bearer_alone(settings: Any) -> None:
    assert scraped().status_code == 200
    assert scraped()["Cache-Control"] == "no-store"
    nowhere = Client().get("/nowhere").status_code
    assert nowhere == 404
    for token in ("", "another", TOKEN + "x", str(registered("ann").token)):
        assert scraped(token).status_code == nowhere
    assert Client().get("/metrics").status_code == nowhere
    settings.METRICS_TOKEN = ""
    assert scraped("").status_code == nowhere
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == nowhere


def test_turns_and_messages_that_wait_are_counted() -> None:
    started_game(people("ann", "bob", "cleo"))
    late = started_game(people("dan", "eve", "finn"))
    Game.objects.filter(pk=late).update(deadline=ClockTimestamp() - timedelta(seconds=90))
    OutboxMessage.objects.filter(game=late).update(created_at=ClockTimestamp() - timedelta(seconds=40))
    waiting = OutboxMessage.objects.filter(topic="news").count()
    heartbeat("sweeper")

    found = samples()

    assert found["nessos_turns_waiting", (("who", "human"),)] == 2
    assert found["nessos_turns_waiting", (("who", "bot"),)] == 0
    assert 90 <= found["nessos_oldest_overdue_turn_seconds", ()] < 100
    assert found["nessos_outbox_messages", (("topic", "news"),)] == waiting > 0
    assert 40 <= found["nessos_outbox_oldest_seconds", (("topic", "news"),)] < 50
    assert found["nessos_outbox_messages", (("topic", "game_ended"),)] == 0
    assert found["nessos_part_seen_seconds", (("part", "sweeper"),)] < 10
    assert found["nessos_database_up", ()] == 1


def test_what_should_have_gone_out_is_measured_and_what_rests_is_not() -> None:
    (ann,) = people("ann")
    hook = webhook_create(player=ann, url="https://hooks.example.org/", events=tuple(NoticeKind))[0]
    webhook_ping(player=ann, webhook_id=hook.pk)
    Mail.objects.create(player=ann, purpose="warning", address="a@mail.example", made_at=Now() - timedelta(seconds=70))
    # The sweeper asks for it again and again, and nobody comes.
    assert len(mails_claim(limit=10)) == 1
    Delivery.objects.update(next_at=Now() - timedelta(seconds=30))
    channels = {name: ("nessos_deliveries_overdue_seconds", (("channel", name),)) for name in ("mail", "webhook")}

    found = samples()
    assert 70 <= found[channels["mail"]] < 100
    assert 30 <= found[channels["webhook"]] < 60

    Webhook.objects.update(rests_until=Now() + timedelta(hours=1))
    Mail.objects.update(outcome="sent", ended_at=Now())
    found = samples()
    assert found[channels["mail"]] == found[channels["webhook"]] == 0


def test_nothing_that_waits_is_nothing() -> None:
    Heartbeat.objects.all().delete()

    status = sweep_status_get()

    assert status.turns == {"human": 0, "bot": 0}
    assert status.overdue == 0
    assert {topic: (backlog.waiting, backlog.oldest) for topic, backlog in status.outbox.items()} == {
        "bot_turn": (0, 0),
        "game_ended": (0, 0),
        "news": (0, 0),
        "analysis": (0, 0),
    }
    assert status.seen == {}


def test_sweep_status_says_it_to_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    started_game(people("ann", "bob", "cleo"))
    Game.objects.update(deadline=ClockTimestamp() - timedelta(seconds=90))
    heartbeat("worker")

    call_command("sweep_status")

    said = capsys.readouterr().out
    assert "turns of a human: 1\nturns of a bot: 0\noldest overdue turn: 9" in said
    assert re.search(r"^outbox, news: \d+, the oldest \d+\.\d s$", said, re.MULTILINE)
    assert re.search(r"^worker seen 0\.\d s ago$", said, re.MULTILINE)


@pytest.mark.parametrize(
    ("method", "path", "route", "status"),
    [
        ("get", "/players/ann", "/api/v1/players/<str:name>", "200"),
        ("get", "/players/nobody-of-that-name", "/api/v1/players/<str:name>", "404"),
        ("get", "/no/such/address", "none", "404"),
        ("post", "/games", "/api/v1/games", "401"),
    ],
)
def test_requests_are_counted_by_template(method: str, path: str, route: str, status: str) -> None:
    registered("ann")
    labels = {"method": method.upper(), "route": route, "status": status}
    before = value("nessos_request_seconds_count", **labels)

    getattr(Caller(), method)(path)

    assert value("nessos_request_seconds_count", **labels) == before + 1


def test_a_method_of_ones_own_is_no_label() -> None:
    before = value("nessos_request_seconds_count", method="other", route="none", status="404")
    Client().generic("BREW", "/no/such/pot")
    assert value("nessos_request_seconds_count", method="other", route="none", status="404") == before + 1


def test_bots_and_tasks_are_timed() -> None:
    (ann,) = people("ann")
    game_id = opened_game(ann, players=3, bots=("guarded", "guarded"))
    game = Game.objects.get(pk=game_id)
    if game.to_act == 0:
        from games.services.turns import seat_resign

        seat_resign(game_id=game_id, actor=ann)
        game.refresh_from_db()
    before = value("nessos_bot_move_seconds_count", level="guarded")
    tasks = value("nessos_task_seconds_count", task="bots.play_turn", result="success")

    take_over(task=play_turn)
    play_turn(game_id, game.version)
    lay_down(task=play_turn, args=(game_id, game.version), state="SUCCESS")

    assert value("nessos_bot_move_seconds_count", level="guarded") == before + 1
    assert value("nessos_task_seconds_count", task="bots.play_turn", result="success") == tasks + 1


def test_other_rooms_add_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("players.measures._READERS", [])
    readings_offer(lambda: [Reading("nessos_letters_waiting", "Letters.", ("kind",), {("turn",): 3})])
    DELIVERIES.labels("mail", "failed").inc()
    OPEN_STREAMS.labels("game").inc(2)

    assert value("nessos_letters_waiting", kind="turn") == 3
    assert value("nessos_deliveries_total", channel="mail", result="failed") >= 1
    assert value("nessos_open_streams", kind="game") == 2
    OPEN_STREAMS.labels("game").dec(2)


def test_nothing_with_a_name_is_in_it() -> None:
    ann = registered("ann-the-seen")
    game = ann.post("/games", {"players": 3, "name": "the-table", "bots": ["novice", "novice"]}).json()
    ann.get(f"/games/{game['id']}")
    ann.get("/players/ann-the-seen")

    text = scraped().content.decode()

    for hidden in ("ann-the-seen", "the-table", game["id"], str(ann.token), TOKEN, "127.0.0.1"):
        assert hidden not in text


def test_every_alert_is_about_something_that_is_told() -> None:
    started_game(people("ann", "bob", "cleo"))
    heartbeat("sweeper")
    Caller().get("/problems")
    DELIVERIES.labels("mail", "failed").inc(0)
    told = {name for name, _ in samples()}
    told |= {family.name + end for family in _defined() for end in ("", "_count", "_bucket", "_sum", "_total")}
    rules = [rule for group in yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"] for rule in group["rules"]]

    assert len(rules) >= 8
    for rule in rules:
        named = set(re.findall(r"nessos_\w+", rule["expr"]))
        assert named, rule
        assert named <= told, named - told
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in {"page", "ticket"}
    assert len({rule["alert"] for rule in rules}) == len(rules)


def _defined() -> list[Any]:
    from players import measures

    metrics = [metric for metric in vars(measures).values() if isinstance(metric, MetricWrapperBase)]
    return [family for metric in metrics for family in metric.describe()]
