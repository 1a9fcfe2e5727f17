"""Mail as the running service sends it: on a laptop into files of the data folder."""

import email
import email.policy
import http.client
import json
import re
import time
from email.message import EmailMessage
from typing import Any

from tests.service import Service


def call(service: Service, method: str, path: str, token: str = "", body: object = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if body is not None:
        headers["Content-Type"] = "application/json"
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        read = answer.read()
        return answer.status, json.loads(read) if "json" in answer.headers["Content-Type"] else read.decode()
    finally:
        connection.close()


def mails_of(service: Service) -> list[EmailMessage]:
    found = []
    for path in sorted((service.data / "mails").glob("*.log")):
        text = path.read_bytes().rsplit(b"\n" + b"-" * 79, 1)[0]
        found.append(email.message_from_bytes(text, policy=email.policy.default))
    return found


def mail_awaited(service: Service, address: str, subject: str) -> str:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        for mail in mails_of(service):
            if (str(mail["To"]), str(mail["Subject"])) == (address, subject):
                return _text_of(mail)
        time.sleep(0.2)
    raise AssertionError(f"no mail came: {[(mail['To'], mail['Subject']) for mail in mails_of(service)]}")


def _text_of(mail: Any) -> str:
    return str(mail.get_body(("plain",)).get_content())


def test_an_address_is_confirmed_and_then_told_of_a_game(service: Service) -> None:
    service.wait_ready()
    name, address = f"mia-{time.time_ns() % 10**9}", f"mia{time.time_ns()}@mail.example"
    _, made = call(
        service, "POST", "/api/v1/players", body={"name": name, "password": "correct horse battery", "email": address}
    )
    token = made["token"]
    text = mail_awaited(service, address, "Confirm your address")
    found = re.search(rf"{service.base_url}(/mail/confirm\?token=(\S+))", text)
    assert found is not None
    assert call(service, "GET", found[1])[0] == 200
    assert call(service, "GET", "/api/v1/players/me", token)[1]["email_confirmed"] is False
    assert call(service, "POST", found[1])[0] == 200
    assert call(service, "GET", "/api/v1/players/me", token)[1]["email_confirmed"] is True
    assert call(service, "POST", found[1])[0] == 404

    game = {"players": 3, "bots": ["novice", "novice"], "name": "Styx"}
    assert call(service, "POST", "/api/v1/games", token, game)[0] == 201
    until = time.monotonic() + 30
    while len(told := [mail for mail in mails_of(service) if str(mail["To"]) == address]) < 2:
        assert time.monotonic() < until, [str(mail["Subject"]) for mail in told]
        time.sleep(0.2)
    # In the order in which the files were written; which news came together depends on whose turn it is.
    assert "“Styx” has begun" in " ".join(map(_text_of, told))

    # A link is a secret: no part says it.
    logs = service.said() + "".join(path.read_text(errors="replace") for path in (service.data / "logs").iterdir())
    assert "/mail/confirm" in logs
    assert found[2] not in logs
    assert address not in logs
