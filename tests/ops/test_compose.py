"""docker-compose.yml has production's shape, and runs what the supervisor runs."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml

from nessos_service.local import parts

CHECKOUT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {
    "web": parts.WEB,
    "streams": parts.STREAMS,
    "worker": parts.WORKER,
    "courier": parts.COURIER,
    "sweeper": parts.SWEEPER,
    "migrate": parts.MIGRATE,
}
EXACT_TAG = re.compile(r".+:\d+\.\d+(\.\d+)?(-[a-z]+)?")
FROM_OUTSIDE = re.compile(r"\$\{[A-Z_]+:\?[^}]+\}")
# Of mail, which may be left out.
OPTIONAL = {"PUBLIC_URL", "EMAIL_HOST_PASSWORD"}
by_name = pytest.mark.parametrize("name", SERVICES)


@pytest.mark.parametrize("name", OURS)
def test_it_runs_what_the_supervisor_runs(name: str) -> None:
    assert tuple(SERVICES[name]["command"]) == OURS[name]


def test_there_is_a_service_for_each_part_and_no_other() -> None:
    assert set(SERVICES) == {*OURS, "postgres", "valkey"}


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_foreign_images_are_pinned(name: str) -> None:
    assert EXACT_TAG.fullmatch(SERVICES[name]["image"])


def test_the_images_below_ours_are_pinned() -> None:
    bases = re.findall(r"^FROM (\S+)", (CHECKOUT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)

    assert len(bases) == 2
    assert all(EXACT_TAG.fullmatch(base) for base in bases)


def test_our_image_takes_exactly_what_is_locked() -> None:
    dockerfile = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")

    assert "--require-hashes" in dockerfile
    assert "requirements/production.txt" in dockerfile


@by_name
def test_nobody_is_root_or_may_become_it(name: str) -> None:
    service = SERVICES[name]

    user, _, group = service["user"].partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True
    assert "privileged" not in service


@by_name
def test_everything_comes_back_by_itself(name: str) -> None:
    expected = "on-failure:5" if name == "migrate" else "unless-stopped"
    assert SERVICES[name]["restart"] == expected


@by_name
def test_everything_that_stays_has_a_health_check(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    if name == "migrate":
        assert check == {"disable": True}
    else:
        assert check["test"][0] in {"CMD", "CMD-SHELL"}
        assert {"interval", "timeout", "retries", "start_period"} <= set(check)


@by_name
def test_secrets_come_from_outside(name: str) -> None:
    for variable, value in SERVICES[name]["environment"].items():
        if variable in OPTIONAL:
            assert value == f"${{{variable}:-}}"
        elif re.search("PASSWORD|SECRET|AUTH|URL|KEY", variable):
            assert FROM_OUTSIDE.search(str(value)), f"{variable} must be required from the environment"


def test_no_secret_is_part_of_a_command() -> None:
    # `$$` is the container's own variable; a single `$` would be filled in where a list of processes shows it.
    assert not any(
        re.search(r"(?<!\$)\$\{?[A-Z]", shlex.join(service.get("command", []))) for service in SERVICES.values()
    )


def test_only_the_web_is_reached_from_outside_and_only_by_this_machine() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}

    assert published == {"web": ["${NESSOS_LISTEN:-127.0.0.1:8000}:8000"]}
    assert COMPOSE["networks"]["inside"] == {"internal": True}
    assert all(SERVICES[name]["networks"] == ["inside"] for name in SERVICES if name not in {"web", "courier"})
    # Webhooks and mails go out.
    assert SERVICES["courier"]["networks"] == ["inside", "outside"]


def test_the_web_and_the_streams_meet_at_one_door() -> None:
    for name in ("web", "streams"):
        folder, _, _ = SERVICES[name]["environment"]["STREAMS_SOCKET"].rpartition("/")
        assert f"door:{folder}" in SERVICES[name]["volumes"]
    assert COMPOSE["volumes"]["door"]["driver_opts"]["type"] == "tmpfs"


def test_the_database_outlives_its_container() -> None:
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql"]
    assert "postgres" in COMPOSE["volumes"]


@pytest.mark.parametrize("name", ["web", "streams", "worker", "courier", "sweeper"])
def test_nothing_of_ours_starts_before_the_migrations_are_done(name: str) -> None:
    assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
