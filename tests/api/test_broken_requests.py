"""Requests that break off or are none, over a real socket to the real service."""

import json
import socket
from typing import Any

import pytest

from tests.service import Service

REGISTRATION = b'{"name": "half-a-hero", "password": "correct horse battery"}'


def answered(service: Service, raw: bytes) -> tuple[int, Any]:
    """Status and body of the answer to raw bytes; the sender says that nothing follows."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def head(*lines: str) -> bytes:
    fixed = ("POST /api/v1/players HTTP/1.1", "Host: localhost", "Connection: close", "Content-Type: application/json")
    return "\r\n".join((*fixed, *lines, "", "")).encode()


@pytest.mark.parametrize("body", [b"zz\r\n", b"10\r\n{", b"5\r\n{}\r\n", b"", b"-1\r\n\r\n"])
def test_chunks_that_are_none_are_malformed(service: Service, body: bytes) -> None:
    status, problem = answered(service, head("Transfer-Encoding: chunked") + body)

    assert (status, problem["code"]) == (400, "malformed")


def test_a_body_that_breaks_off_is_not_acted_on(service: Service) -> None:
    status, problem = answered(service, head(f"Content-Length: {len(REGISTRATION) + 500}") + REGISTRATION)

    assert (status, problem["code"]) == (400, "malformed")
    assert service.get("/api/v1/players/half-a-hero")[0] == 404


def test_a_chunked_body_is_a_body(service: Service) -> None:
    name = REGISTRATION.replace(b"half-a-hero", b"whole-hero")
    status, made = answered(service, head("Transfer-Encoding: chunked") + b"%x\r\n%s\r\n0\r\n\r\n" % (len(name), name))

    assert (status, made["player"]["name"]) == (201, "whole-hero")
