"""How mails are sent, from the environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PRODUCTION = {"NESSOS_ENV": "production", "SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "nessos.example"}
SHOW = (
    "from nessos_service import settings as s;"
    "o = s.MAILERS['default'].get('OPTIONS', {});"
    "print(s.MAIL_ON, s.MAILERS['default']['BACKEND'].split('.')[-2], *(f'{k}={o[k]}' for k in sorted(o)))"
)


def settings_with(**given: str) -> tuple[int, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("EMAIL_", "PUBLIC_URL"))}
    done = subprocess.run(
        (sys.executable, "-c", SHOW), cwd=CHECKOUT, env={**kept, **given}, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stdout.strip() or done.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "True console"),
        ({"EMAIL_HOST": "", "EMAIL_FILE_PATH": "/tmp/mails"}, "True filebased file_path=/tmp/mails"),
        (
            {"EMAIL_HOST": "mx.example", "EMAIL_PORT": "2525"},
            "True smtp host=mx.example password= port=2525 timeout=10 use_ssl=False use_tls=False username=",
        ),
        (PRODUCTION, "False console"),
        (
            PRODUCTION
            | {"EMAIL_HOST": "mx.example", "EMAIL_FROM": "a@nessos.example", "PUBLIC_URL": "https://n.example"},
            "True smtp host=mx.example password= timeout=10 use_ssl=False use_tls=True username=",
        ),
    ],
)
def test_mails_go_where_the_environment_says(given: dict[str, str], expected: str) -> None:
    assert settings_with(**given) == (0, expected)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (PRODUCTION | {"EMAIL_HOST": "mx.example"}, "EMAIL_HOST needs PUBLIC_URL and EMAIL_FROM"),
        ({"EMAIL_HOST": "mx.example", "EMAIL_SECURITY": "ssl"}, "EMAIL_SECURITY is none, starttls or tls"),
        ({"EMAIL_HOST": "mx.example", "EMAIL_PORT": "smtp"}, "EMAIL_PORT is a number"),
    ],
)
def test_what_cannot_be_meant_is_said(given: dict[str, str], said: str) -> None:
    code, line = settings_with(**given)
    assert code != 0
    assert said in line
