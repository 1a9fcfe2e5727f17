"""Webhooks as their owners see them."""

from typing import Any

import pytest
from django.db import connection

from players.models import Webhook
from tests.api.caller import Caller, refused, registered

pytestmark = pytest.mark.django_db

HOOK = {"url": "https://hooks.example.org/", "events": ["your_turn"]}


def made(caller: Caller, **more: object) -> Any:
    answer = caller.post("/webhooks", {**HOOK, **more})
    assert answer.status_code == 201, answer.content
    return answer.json()


def test_a_webhook_is_made_and_its_secret_shown_once() -> None:
    ann = registered("ann")
    answer = ann.post("/webhooks", {**HOOK, "events": ["webhook_disabled", "your_turn", "your_turn"], "label": "mine"})

    webhook = answer.json()
    secret = webhook.pop("secret")
    assert secret.startswith("whsec_")
    assert len(secret) == 6 + 44
    assert answer["Location"] == f"/api/v1/webhooks/{webhook['id']}"
    assert answer["Cache-Control"] == "private, no-store"
    assert {name: webhook[name] for name in ("url", "label", "events", "enabled", "disabled_reason")} == {
        "url": "https://hooks.example.org/",
        "label": "mine",
        "events": ["your_turn", "webhook_disabled"],
        "enabled": True,
        "disabled_reason": None,
    }
    assert ann.get(f"/webhooks/{webhook['id']}").json() == webhook
    assert ann.get("/webhooks").json() == {"items": [webhook], "next": None}


def test_a_dump_of_the_database_has_no_secret() -> None:
    ann = registered("ann")
    secrets = [made(ann)["secret"]]
    webhook_id = Webhook.objects.get().pk
    secrets.append(ann.post(f"/webhooks/{webhook_id}/secret").json()["secret"])

    with connection.cursor() as cursor:
        cursor.execute("SELECT w::text, encode(secret, 'escape'), encode(old_secret, 'escape') FROM players_webhook w")
        dump = str(cursor.fetchall())

    for secret in secrets:
        assert secret not in dump
        assert secret.removeprefix("whsec_") not in dump
        assert secret.encode().hex() not in dump


def test_ten_are_enough() -> None:
    ann, bob = registered("ann"), registered("bob")
    webhooks = [made(ann)["id"] for _ in range(10)]

    assert refused(ann.post("/webhooks", HOOK)) == (409, "too_many_webhooks", None)
    made(bob)
    ann.delete(f"/webhooks/{webhooks[0]}")
    made(ann)
    assert len(ann.get("/webhooks").json()["items"]) == 10


def test_a_forgotten_webhook_takes_its_log_along() -> None:
    ann = registered("ann")
    webhook = made(ann)["id"]
    ann.post(f"/webhooks/{webhook}/ping")

    assert ann.delete(f"/webhooks/{webhook}").status_code == 204
    assert refused(ann.get(f"/webhooks/{webhook}/deliveries")) == (404, "not_found", None)
    assert refused(ann.delete(f"/webhooks/{webhook}")) == (404, "not_found", None)


def test_the_log_has_pages() -> None:
    ann = registered("ann")
    webhook = made(ann)["id"]
    ping = ann.post(f"/webhooks/{webhook}/ping").json()

    page = ann.get(f"/webhooks/{webhook}/deliveries?limit=1").json()
    assert page == {"items": [ping], "next": None}
    assert (ping["kind"], ping["seq"], ping["status"], ping["attempts"], ping["reason"]) == (
        "ping",
        None,
        "waiting",
        0,
        None,
    )


def test_pings_and_redeliveries_are_limited(settings: Any) -> None:
    settings.RATE_LIMITS = {"webhook": (3, 3600)}
    ann = registered("ann")
    webhook = made(ann)["id"]
    ping = ann.post(f"/webhooks/{webhook}/ping").json()["id"]
    for _ in range(2):
        assert ann.post(f"/webhooks/{webhook}/deliveries/{ping}/redeliver").status_code == 202

    refusal = ann.post(f"/webhooks/{webhook}/ping")
    assert refused(refusal)[:2] == (429, "rate_limited")
    assert int(refusal["Retry-After"]) > 0


def test_private_addresses_are_refused_in_production(settings: Any) -> None:
    ann = registered("ann")
    settings.WEBHOOK_ALLOW_PRIVATE = False

    for url in ("http://example.org/", "https://127.0.0.1/", "https://[::1]/", "https://localhost/"):
        assert refused(ann.post("/webhooks", {**HOOK, "url": url})) == (422, "invalid_value", "url")
    webhook = made(ann)["id"]
    assert refused(ann.patch(f"/webhooks/{webhook}", {"url": "https://10.0.0.1/"})) == (422, "invalid_value", "url")


def test_check_deploy_refuses_webhooks_that_lead_inside(settings: Any) -> None:
    from nessos_service.checks import webhooks_lead_outside

    settings.WEBHOOK_ALLOW_PRIVATE = True
    assert [problem.id for problem in webhooks_lead_outside()] == ["nessos.E003"]
    settings.WEBHOOK_ALLOW_PRIVATE = False
    assert webhooks_lead_outside() == []
