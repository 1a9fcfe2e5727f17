"""Receivers come and go and couriers are killed: nothing is lost, and what comes twice comes under one id."""

import multiprocessing
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from examples.webhook_receiver import verified
from players.models import Delivery, Player, Webhook
from players.notices.models import NoticeKind
from players.webhooks.services import webhook_create
from tests.webhooks import courier
from tests.webhooks.conftest import tell
from tests.webhooks.receiver import Answer, Receiver, hang_up, receiving, status

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_kicks"),
    pytest.mark.xdist_group("couriers"),
]
SEED = int(os.environ.get("SEED", "20261130"))


# One process learns all there is to know, and each courier is a copy of it: no start takes long, however busy it is.
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.webhooks.courier"])
PATIENCE = 120


class Couriers:
    """Processes that send, and are killed and started again."""

    def __init__(self, *, are_forgetful: bool) -> None:
        self._are_forgetful = are_forgetful
        self._running: list[Any] = []
        self.kills = 0

    def start(self) -> None:
        process = PROCESSES.Process(target=courier.main, args=(connection.settings_dict["NAME"], self._are_forgetful))
        process.start()
        self._running.append(process)

    def kill(self, place: int) -> None:
        """`kill -9`, whatever it is at; and another one in its place."""
        victim = self._running.pop(place)
        victim.kill()
        victim.join()
        self.kills += 1
        self.start()

    def __len__(self) -> int:
        return len(self._running)

    def end(self) -> None:
        for process in self._running:
            process.kill()
            process.join()


@contextmanager
def couriers(count: int, *, are_forgetful: bool = False) -> Iterator[Couriers]:
    running = Couriers(are_forgetful=are_forgetful)
    try:
        for _ in range(count):
            running.start()
        yield running
    finally:
        running.end()


class Moody(Receiver):
    """A receiver that is away, breaks off, refuses, or takes: by its own dice. `taken` are the ids it answered 204."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._dice = random.Random(seed)
        self.taken: list[str] = []
        self.reconnects = 0
        self.always = self._answer

    def _answer(self, request: Any) -> None:
        with self._lock:
            choice = self._dice.random()
        answer: Answer = hang_up if choice < 0.15 else status(500) if choice < 0.25 else self._take
        answer(request)

    def _take(self, request: Any) -> None:
        with self._lock:
            self.taken.append(request.headers["webhook-id"])
        status(204)(request)

    def blink(self) -> None:
        """Away for a moment, and back at the same port."""
        self.close()
        time.sleep(self._dice.uniform(0, 0.03))
        self.open()
        self.reconnects += 1


def run(ann: Player, *, notices: int, reconnects: int, kills: int, seed: int, forget: bool = False) -> Any:
    """Tell, blink and kill until all of it is done, and the deliveries too; what the receiver and the log then say."""
    rng = random.Random(seed)
    receiver = Moody(seed)
    receiver.open()
    try:
        hook, secret = webhook_create(player=ann, url=receiver.url, events=[NoticeKind.YOUR_TURN])
        with couriers(2, are_forgetful=forget) as running:
            told = 0
            until = time.monotonic() + PATIENCE + notices
            while told < notices or receiver.reconnects < reconnects or running.kills < kills or _waiting(hook):
                assert time.monotonic() < until, (told, receiver.reconnects, running.kills, _waiting(hook))
                if told < notices:
                    tell(ann, version=told + 1)
                    told += 1
                if receiver.reconnects < reconnects and rng.random() < 0.6:
                    receiver.blink()
                # A process needs a moment to be at work at all.
                if running.kills < kills and len(receiver.received) > (running.kills + 1) * notices // (kills + 2):
                    running.kill(rng.randrange(len(running)))
                time.sleep(0.01)
        return receiver, hook, secret
    finally:
        receiver.close()


def _waiting(hook: Webhook) -> int:
    return Delivery.objects.filter(webhook=hook, status="waiting").count()


def judge(receiver: Moody, hook: Webhook, secret: str, notices: int) -> None:
    """Every notice was taken; whatever came more than once came under one id, with the same bytes, and signed."""
    planned = dict(Delivery.objects.filter(webhook=hook).values_list("pk", "notice__seq"))
    assert sorted(planned.values()) == [*range(1, notices + 1)]
    assert set(Delivery.objects.filter(webhook=hook).values_list("status", flat=True)) == {"delivered"}
    assert set(receiver.taken) == set(planned)
    seqs: dict[str, set[bytes]] = {}
    for request in receiver.received:
        assert verified(secret, request.headers, request.body)["seq"] == planned[request.id]
        seqs.setdefault(request.id, set()).add(request.body)
    assert {len(bodies) for bodies in seqs.values()} == {1}


def test_nothing_is_lost_over_a_hundred_reconnects_and_kills(ann: Player) -> None:
    receiver, hook, secret = run(ann, notices=120, reconnects=100, kills=6, seed=SEED)

    judge(receiver, hook, secret, 120)
    times = Counter(receiver.taken)
    print(
        f"seed {SEED}: {receiver.reconnects} reconnects, 6 kills, {len(receiver.received)} requests, "
        f"{sum(times.values()) - len(times)} taken again"
    )


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(SEED, SEED + 5))
def test_nothing_is_lost_the_long_form(ann: Player, seed: int) -> None:
    receiver, hook, secret = run(ann, notices=1000, reconnects=500, kills=40, seed=seed)
    judge(receiver, hook, secret, 1000)


def test_a_courier_that_notes_too_early_is_found(ann: Player) -> None:
    """The test of the test."""
    receiver, hook, secret = run(ann, notices=40, reconnects=30, kills=1, seed=SEED, forget=True)

    with pytest.raises(AssertionError):
        judge(receiver, hook, secret, 40)


def test_a_killed_courier_leaves_what_it_was_at_to_the_next(ann: Player, receiver: Receiver) -> None:
    """Killed while the receiver thinks: the next one sends the same, and the attempt was counted."""
    thinks = threading.Event()

    def think(request: Any) -> None:
        thinks.set()
        receiver.release.wait(PATIENCE)

    receiver.script.append(think)
    hook, _ = webhook_create(player=ann, url=receiver.url, events=[NoticeKind.YOUR_TURN])
    tell(ann)
    with couriers(1) as running:
        assert thinks.wait(PATIENCE)
        assert Delivery.objects.get().attempts == 1
        running.kill(0)
        until = time.monotonic() + PATIENCE
        while _waiting(hook):
            assert time.monotonic() < until
            time.sleep(0.02)

    one, other = receiver.received
    assert (one.id, one.body) == (other.id, other.body)
    assert Delivery.objects.get().attempts == 2


def test_many_couriers_at_once_send_each_thing_once_and_one_at_a_time(ann: Player) -> None:
    """The task 2 to 5 times, in any order, at the same moment."""
    from players.webhooks.deliveries import webhook_work_off

    with receiving() as receiver:
        hooks = [
            webhook_create(player=ann, url=receiver.url + f"/{n}", events=[NoticeKind.YOUR_TURN])[0] for n in range(2)
        ]
        for version in range(1, 16):
            tell(ann, version=version)
        rng = random.Random(SEED)
        tasks = [hook.pk for hook in hooks for _ in range(rng.randint(2, 5))] * 3
        rng.shuffle(tasks)

        def work(ids: list[str]) -> None:
            try:
                for webhook_id in ids:
                    webhook_work_off(webhook_id=webhook_id)
            finally:
                connection.close()

        threads = [threading.Thread(target=work, args=(tasks[place::5],)) for place in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for hook in hooks:
            webhook_work_off(webhook_id=hook.pk)

        assert len(receiver.received) == 30
        assert len(set(receiver.ids)) == 30
        assert receiver.most_at_once <= 2
