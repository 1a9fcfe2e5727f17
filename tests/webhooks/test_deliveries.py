"""What a player is told arrives at their webhooks: once, or again, until it is taken or three days are over."""

import json
import threading
import time
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from examples.webhook_receiver import verified
from players.models import Delivery, Player, Webhook
from players.notices.models import Notice, NoticeKind
from players.notices.selectors import notices_after
from players.notices.services import feeds_locked
from players.notices.wire import notice_json
from players.services import player_register
from players.tracing import following, request_id
from players.transactions import one_transaction
from players.webhooks import deliveries
from players.webhooks.deliveries import (
    MOST_ATTEMPTS,
    PAUSES,
    attempt_claim,
    attempt_record,
    deliveries_expire,
    webhooks_sweep,
)
from players.webhooks.sending import Outcome
from players.webhooks.services import (
    delivery_redeliver,
    webhook_create,
    webhook_delete,
    webhook_ping,
    webhook_secret_rotate,
    webhook_update,
)
from tests.games.test_races import at_once
from tests.webhooks.conftest import elapse, hook_of, only, state, tell, work_off
from tests.webhooks.receiver import Receiver, receiving, status

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_kicks")]


def kinds(player: Player) -> list[str]:
    return [notice.kind for notice in notices_after(player=player, after=0, limit=100)]


def test_a_notice_arrives_signed_and_is_the_one_envelope(ann: Player, receiver: Receiver) -> None:
    hook, secret = webhook_create(player=ann, url=receiver.url, events=[NoticeKind.YOUR_TURN])
    notice = tell(ann)

    work_off(hook)

    (request,) = receiver.received
    assert verified(secret, request.headers, request.body) == notice_json(Notice.objects.get(pk=notice.pk))
    assert request.headers["content-type"] == "application/json"
    delivery = only(hook)
    assert request.id == delivery.id
    assert (delivery.status, delivery.attempts, delivery.next_at) == ("delivered", 1, None)
    assert (delivery.response_status, delivery.reason) == (204, "")
    assert delivery.duration_ms is not None
    assert state(hook).leased_until is None


def test_an_attempt_is_logged_under_the_request_that_the_notice_follows_from(
    ann: Player, receiver: Receiver, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    with following("the-move"):
        tell(ann)
    named = []
    monkeypatch.setattr(deliveries.logger, "info", lambda *told, **fields: named.append(request_id.get()))

    work_off(hook)

    assert named == ["the-move"]
    assert request_id.get() == ""


def test_only_what_was_asked_for_is_sent_and_only_to_its_player(ann: Player, receiver: Receiver) -> None:
    bob = player_register(name="bob", password="correct horse battery")[0]
    turns = hook_of(ann, receiver.url, NoticeKind.YOUR_TURN)
    ends = hook_of(ann, receiver.url, NoticeKind.GAME_ENDED)
    foreign = hook_of(bob, receiver.url)

    tell(ann, kind=NoticeKind.YOUR_TURN)
    tell(ann, kind=NoticeKind.GAME_STARTED)
    for hook in (turns, ends, foreign):
        work_off(hook)

    assert [json.loads(one.body)["kind"] for one in receiver.received] == ["your_turn"]
    assert Delivery.objects.count() == 1


def test_what_is_told_twice_is_sent_once(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    from players.notices.services import News, notices_tell

    moment = timezone.now()
    for _ in range(3):
        notices_tell([News(ann.pk, NoticeKind.YOUR_TURN, moment, "k7q2m9xw4t", 4, {})])
        work_off(hook)
        work_off(hook)

    assert len(receiver.received) == 1


def test_things_come_in_the_order_in_which_they_were_told(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    for version in range(1, 13):
        tell(ann, version=version)

    work_off(hook)

    assert [json.loads(one.body)["seq"] for one in receiver.received] == [*range(1, 13)]
    assert receiver.most_at_once == 1


def test_it_is_sent_again_until_it_is_taken_the_same_each_time(ann: Player, receiver: Receiver) -> None:
    hook, secret = webhook_create(player=ann, url=receiver.url, events=[NoticeKind.YOUR_TURN])
    tell(ann)
    receiver.script.extend([status(500), status(302), status(404)])

    for number in range(1, 5):
        work_off(hook)
        work_off(hook)
        assert len(receiver.received) == number
        elapse(hours=3)

    assert {(one.id, one.body) for one in receiver.received} == {(receiver.received[0].id, receiver.received[0].body)}
    for request in receiver.received:
        verified(secret, request.headers, request.body)
    delivery = only(hook)
    assert (delivery.status, delivery.attempts, delivery.response_status) == ("delivered", 4, 204)


def test_the_pauses_are_those_promised_with_jitter(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    tell(ann)
    receiver.always = status(500)
    jitters = []

    for pause in PAUSES:
        work_off(hook)
        delivery = Delivery.objects.annotate(now=Now()).get()
        assert delivery.next_at is not None
        assert delivery.tried_at is not None
        wait = delivery.next_at - delivery.tried_at
        assert pause <= wait <= pause * 1.2
        jitters.append(wait / pause)
        elapse(seconds=wait.total_seconds() - 2)
        work_off(hook)
        assert only(hook).attempts == delivery.attempts
        elapse(seconds=3)

    assert len({round(jitter, 4) for jitter in jitters}) > 3
    assert timedelta(days=3) < sum(PAUSES, timedelta()) < timedelta(days=4)


def test_after_three_days_it_is_switched_off_and_its_owner_told_by_other_ways(ann: Player, receiver: Receiver) -> None:
    with receiving() as other:
        failing = hook_of(ann, receiver.url, NoticeKind.YOUR_TURN, NoticeKind.WEBHOOK_DISABLED)
        others = hook_of(ann, other.url, NoticeKind.WEBHOOK_DISABLED)
        tell(ann, version=1)
        receiver.always = status(500)
        for pause in (*PAUSES, timedelta()):
            assert state(failing).disabled == ""
            work_off(failing)
            elapse(seconds=1.2 * pause.total_seconds() + 1)
        tell(ann, version=2)
        work_off(failing)
        work_off(others)

        assert len(receiver.received) == MOST_ATTEMPTS
        assert state(failing).disabled == "failing"
        assert only(failing).status == "failed"
        (told,) = other.received
        data = json.loads(told.body)["data"]
        assert data == {"webhook": failing.pk, "label": "", "reason": "failing"}
    assert kinds(ann) == ["your_turn", "webhook_disabled", "your_turn"]


def test_many_that_wait_for_a_dead_receiver_do_not_put_off_its_end(ann: Player, receiver: Receiver) -> None:
    failing = hook_of(ann, receiver.url, NoticeKind.YOUR_TURN)
    receiver.close()
    for version in range(1, 6):
        tell(ann, version=version)
    hours = 0
    while state(failing).disabled == "":
        work_off(failing)
        elapse(hours=1)
        hours += 1

    assert state(failing).disabled == "failing"
    # The look that finds it comes after a pause of up to a day, and which of them looks first is drawn.
    assert timedelta(days=3) < timedelta(hours=hours) <= timedelta(days=5)
    assert not Delivery.objects.filter(status="waiting").exists()


def test_one_bad_thing_does_not_switch_off_what_takes_others(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    tell(ann, version=1)
    receiver.script.append(status(500))
    work_off(hook)
    bad = Delivery.objects.get().pk
    for number in range(2, MOST_ATTEMPTS + 1):
        elapse(hours=30)
        tell(ann, version=number)
        receiver.script.extend([status(500), status(204)])
        work_off(hook)

    assert Delivery.objects.get(pk=bad).status == "failed"
    assert state(hook).disabled == ""
    assert Delivery.objects.filter(status="delivered").count() == MOST_ATTEMPTS - 1


def test_410_ends_it_at_once(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    for version in (1, 2, 3):
        tell(ann, version=version)
    receiver.always = status(410)

    work_off(hook)
    elapse(hours=100)
    work_off(hook)

    assert len(receiver.received) == 1
    assert state(hook).disabled == "gone"
    assert set(Delivery.objects.values_list("status", "next_at")) == {("failed", None)}
    assert sorted(Delivery.objects.values_list("reason", flat=True)) == ["status", "stopped", "stopped"]
    assert kinds(ann)[-1] == "webhook_disabled"
    # Switched on again, it hears of what happens from then on; and may be given up anew, with another notice.
    webhook_update(player=ann, webhook_id=hook.pk, enabled=True)
    tell(ann, version=4)
    work_off(hook)
    assert len(receiver.received) == 2
    assert kinds(ann).count("webhook_disabled") == 2


def test_when_nobody_is_there_all_wait_and_come_in_order(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    for version in range(1, 6):
        tell(ann, version=version)
    receiver.close()

    work_off(hook)

    # A receiver that is away costs one attempt, not one for each thing that waits.
    assert sorted(Delivery.objects.values_list("attempts", flat=True)) == [0, 0, 0, 0, 1]
    assert state(hook).rests_until is not None
    receiver.open()
    work_off(hook)
    assert receiver.received == []
    elapse(seconds=7)
    work_off(hook)
    assert [json.loads(one.body)["seq"] for one in receiver.received] == [1, 2, 3, 4, 5]
    assert (state(hook).failures, state(hook).rests_until) == (0, None)


@pytest.mark.parametrize("code", [429, 502, 503, 504])
def test_an_answer_that_says_later_is_one_of_nobody(ann: Player, receiver: Receiver, hook: Webhook, code: int) -> None:
    tell(ann, version=1)
    tell(ann, version=2)
    receiver.script.append(status(code))

    work_off(hook)

    assert len(receiver.received) == 1


def test_an_attempt_that_nobody_ended_counts_and_is_made_again(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    """The courier dies between the claim and the answer."""
    tell(ann)
    first = attempt_claim(webhook_id=hook.pk)
    assert first is not None

    work_off(hook)
    assert receiver.received == []
    elapse(seconds=16)
    work_off(hook)

    (request,) = receiver.received
    assert (request.id, request.body) == (first.delivery_id, first.body)
    assert only(hook).attempts == 2


def test_a_courier_that_dies_at_each_attempt_does_not_try_for_ever(ann: Player, hook: Webhook) -> None:
    tell(ann)
    for _ in range(MOST_ATTEMPTS):
        assert attempt_claim(webhook_id=hook.pk) is not None
        elapse(hours=30)

    assert attempt_claim(webhook_id=hook.pk) is None
    assert state(hook).disabled == "failing"


def test_what_arrived_has_arrived_however_late_that_is_known(ann: Player, hook: Webhook) -> None:
    """A frozen courier wakes when another one has long tried, and failed."""
    tell(ann)
    frozen = attempt_claim(webhook_id=hook.pk)
    elapse(seconds=16)
    other = attempt_claim(webhook_id=hook.pk)
    assert frozen is not None
    assert other is not None
    attempt_record(attempt=other, outcome=Outcome(Delivery.Reason.STATUS, 500, 1))

    attempt_record(attempt=frozen, outcome=Outcome(Delivery.Reason.NONE, 204, 20_000))

    assert only(hook).status == "delivered"


def test_a_late_failure_does_not_undo_what_arrived(ann: Player, hook: Webhook) -> None:
    tell(ann)
    frozen = attempt_claim(webhook_id=hook.pk)
    elapse(seconds=16)
    other = attempt_claim(webhook_id=hook.pk)
    assert frozen is not None
    assert other is not None
    attempt_record(attempt=other, outcome=Outcome(Delivery.Reason.NONE, 204, 1))

    attempt_record(attempt=frozen, outcome=Outcome(Delivery.Reason.STATUS, 410, 20_000))

    assert (only(hook).status, only(hook).response_status) == ("delivered", 204)
    assert state(hook).disabled == ""


def test_a_frozen_courier_does_not_end_the_lease_of_another(ann: Player, hook: Webhook) -> None:
    tell(ann, version=1)
    tell(ann, version=2)
    frozen = attempt_claim(webhook_id=hook.pk)
    elapse(seconds=16)
    assert attempt_claim(webhook_id=hook.pk) is not None
    assert frozen is not None

    attempt_record(attempt=frozen, outcome=Outcome(Delivery.Reason.NONE, 204, 20_000))

    assert attempt_claim(webhook_id=hook.pk) is None


def test_after_a_new_secret_both_sign_for_a_day(ann: Player, receiver: Receiver) -> None:
    hook, old = webhook_create(player=ann, url=receiver.url, events=[NoticeKind.YOUR_TURN])
    _, new = webhook_secret_rotate(player=ann, webhook_id=hook.pk)

    tell(ann, version=1)
    work_off(hook)
    elapse(hours=24, seconds=1)
    tell(ann, version=2)
    work_off(hook)

    during, after = receiver.received
    assert len(during.headers["webhook-signature"].split(" ")) == 2
    verified(old, during.headers, during.body)
    verified(new, during.headers, during.body)
    verified(new, after.headers, after.body)
    with pytest.raises(ValueError, match="somebody else"):
        verified(old, after.headers, after.body)
    # A third one ends the first at once: a secret that leaked can be got rid of by two rotations.
    _, newest = webhook_secret_rotate(player=ann, webhook_id=hook.pk)
    webhook_secret_rotate(player=ann, webhook_id=hook.pk)
    tell(ann, version=3)
    work_off(hook)
    verified(newest, receiver.received[2].headers, receiver.received[2].body)
    with pytest.raises(ValueError, match="somebody else"):
        verified(new, receiver.received[2].headers, receiver.received[2].body)


def test_a_secret_that_is_lost_switches_it_off(ann: Player, receiver: Receiver, hook: Webhook, settings: Any) -> None:
    tell(ann)
    settings.SECRET_KEY = "another-key-" + "1" * 40

    work_off(hook)

    assert receiver.received == []
    assert state(hook).disabled == "secret"
    webhook_secret_rotate(player=ann, webhook_id=hook.pk)
    webhook_update(player=ann, webhook_id=hook.pk, enabled=True)
    webhook_ping(player=ann, webhook_id=hook.pk)
    work_off(hook)
    assert len(receiver.received) == 1


def test_a_ping_is_sent_once_while_it_waits(ann: Player, receiver: Receiver) -> None:
    hook, secret = webhook_create(player=ann, url=receiver.url, events=[NoticeKind.YOUR_TURN])
    first = webhook_ping(player=ann, webhook_id=hook.pk)
    assert webhook_ping(player=ann, webhook_id=hook.pk).pk == first.pk

    work_off(hook)

    (request,) = receiver.received
    body = verified(secret, request.headers, request.body)
    assert {name: body[name] for name in ("seq", "kind", "round", "data")} == {
        "seq": None,
        "kind": "ping",
        "round": None,
        "data": {"webhook": hook.pk},
    }
    assert webhook_ping(player=ann, webhook_id=hook.pk).pk != first.pk


def test_redelivery_sends_the_same_again_at_once(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    tell(ann)
    work_off(hook)

    delivery_redeliver(player=ann, webhook_id=hook.pk, delivery_id=only(hook).pk)
    work_off(hook)

    one, other = receiver.received
    assert (one.id, one.body) == (other.id, other.body)
    assert (only(hook).status, only(hook).attempts) == ("delivered", 1)


def test_redelivery_wakes_what_rests(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    tell(ann)
    receiver.script.append(status(503))
    work_off(hook)

    delivery_redeliver(player=ann, webhook_id=hook.pk, delivery_id=only(hook).pk)
    work_off(hook)

    assert (only(hook).status, only(hook).attempts) == ("delivered", 2)


@pytest.mark.parametrize("how", ["suspended", "gone"])
def test_nothing_is_sent_for_who_is_suspended_or_gone(ann: Player, receiver: Receiver, hook: Webhook, how: str) -> None:
    tell(ann, version=1)
    if how == "suspended":
        Player.objects.filter(pk=ann.pk).update(suspended_until=Now() + timedelta(hours=1))
    else:
        Player.objects.filter(pk=ann.pk).update(is_active=False)

    tell(ann, version=2)
    work_off(hook)
    assert webhooks_sweep() == 0
    Player.objects.filter(pk=ann.pk).update(is_active=True, suspended_until=None)
    work_off(hook)

    # Afterwards there is no flood of what was missed.
    assert receiver.received == []
    assert (only(hook).status, only(hook).reason) == ("failed", "stopped")
    tell(ann, version=3)
    work_off(hook)
    assert [json.loads(one.body)["seq"] for one in receiver.received] == [3]


def test_switched_off_it_hears_nothing_not_even_what_waits(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    tell(ann, version=1)
    webhook_update(player=ann, webhook_id=hook.pk, enabled=False)
    tell(ann, version=2)
    work_off(hook)
    webhook_update(player=ann, webhook_id=hook.pk, enabled=True)
    work_off(hook)

    assert receiver.received == []
    assert "webhook_disabled" not in kinds(ann)


def test_what_waits_goes_to_the_new_address(ann: Player, receiver: Receiver, hook: Webhook) -> None:
    tell(ann)
    receiver.close()
    work_off(hook)
    with receiving() as other:
        webhook_update(player=ann, webhook_id=hook.pk, url=other.url)
        elapse(seconds=7)
        work_off(hook)
        assert len(other.received) == 1


def test_the_sweeper_finds_what_was_not_kicked(ann: Player, hook: Webhook, no_kicks: list[str]) -> None:
    assert webhooks_sweep() == 0
    tell(ann)
    no_kicks.clear()

    assert webhooks_sweep() == 1
    assert no_kicks == [hook.pk]
    # Hints do not pile up while the courier is away.
    assert webhooks_sweep() == 0
    elapse(seconds=11)
    assert webhooks_sweep() == 1
    # Nor is one sent for whom somebody is at, or who rests.
    attempt_claim(webhook_id=hook.pk)
    elapse(seconds=11)
    assert webhooks_sweep() == 0


def test_the_courier_is_kicked_after_the_commit(
    ann: Player, hook: Webhook, no_kicks: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        tell(ann)
        assert no_kicks == []
    assert no_kicks == [hook.pk]


def test_nothing_is_sent_within_a_transaction(
    ann: Player, hook: Webhook, monkeypatch: pytest.MonkeyPatch, receiver: Receiver
) -> None:
    """The statements of an attempt end before it is sent, and begin again afterwards."""
    tell(ann)
    honest, depths = deliveries.post, []

    def post(*about: Any, **named: Any) -> Outcome:
        depths.append(len(connection.savepoint_ids))
        return honest(*about, **named)

    monkeypatch.setattr(deliveries, "post", post)
    before = len(connection.savepoint_ids)
    work_off(hook)

    assert depths == [before]


def test_the_log_ends(ann: Player, hook: Webhook) -> None:
    tell(ann, version=1)
    work_off(hook)
    elapse(hours=29 * 24)
    assert deliveries_expire() == 0
    tell(ann, version=2)
    elapse(hours=48)

    assert deliveries_expire() == 1
    assert only(hook).status == "waiting"


def test_others_get_their_turn(
    ann: Player, receiver: Receiver, hook: Webhook, no_kicks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread of the courier does not stay with one webhook for ever."""
    monkeypatch.setattr(deliveries, "_AT_ONE_WEBHOOK", 0.0)
    for version in (1, 2):
        tell(ann, version=version)
    no_kicks.clear()

    began = time.monotonic()
    work_off(hook)

    assert time.monotonic() - began < 5
    assert len(receiver.received) == 1
    assert no_kicks == [hook.pk]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first", ["telling", "deletion"])
def test_a_webhook_that_is_deleted_while_its_player_is_told_is_gone(ann: Player, hook: Webhook, first: str) -> None:
    """Neither fails, whichever begins first."""
    began, goes_on = threading.Event(), threading.Event()

    def telling() -> None:
        with transaction.atomic():
            tell(ann)
            began.set()
            assert goes_on.wait(timeout=10)

    def deletion() -> None:
        with one_transaction():
            webhook = Webhook.objects.select_for_update(no_key=True).get(pk=hook.pk)
            feeds_locked([ann.pk])
            began.set()
            assert goes_on.wait(timeout=10)
            webhook.delete()

    failed: list[BaseException] = []

    def run(act: Any) -> None:
        try:
            act()
        except BaseException as failure:
            failed.append(failure)
        finally:
            connection.close()

    other = partial(webhook_delete, player=ann, webhook_id=hook.pk) if first == "telling" else partial(tell, ann)
    threads = [threading.Thread(target=run, args=(telling if first == "telling" else deletion,))]
    threads[0].start()
    assert began.wait(timeout=10)
    threads.append(threading.Thread(target=run, args=(other,)))
    threads[1].start()
    time.sleep(0.3)
    goes_on.set()
    for thread in threads:
        thread.join()

    assert failed == []
    assert not Webhook.objects.filter(pk=hook.pk).exists()
    assert not Delivery.objects.exists()
    assert kinds(ann) == ["your_turn"]


@pytest.mark.django_db(transaction=True)
def test_a_webhook_that_is_deleted_while_it_is_found_gone_is_no_ring(ann: Player, hook: Webhook) -> None:
    for version in range(1, 6):
        made = hook_of(ann, "https://hooks.example.org/")
        tell(ann, version=version)
        attempt = attempt_claim(webhook_id=made.pk)
        assert attempt is not None
        gone = Outcome(Delivery.Reason.STATUS, 410, 1)

        done = at_once(
            partial(attempt_record, attempt=attempt, outcome=gone),
            partial(webhook_delete, player=ann, webhook_id=made.pk),
        )

        assert done == ["done", "done"]
        assert not Webhook.objects.filter(pk=made.pk).exists()
