#!/usr/bin/env python3
"""Receive what Nessos tells you: check each signature, and act on each message once. Needs Python alone.

    WEBHOOK_SECRET=whsec_… python examples/webhook_receiver.py --port 8400

`verified` is what a receiver needs; the rest is a small server around it.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

OLDEST = 300
"""Seconds: whoever repeats an old message to you is not us."""


def verified(secret, headers, body, now=None):
    """The message, if `secret` signed it just now. Raises ValueError if not.

    `headers` are those of the request, in lower case; `body` the bytes as they came: do not parse them before.
    """
    identity, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs((time.time() if now is None else now) - int(sent_at)) > OLDEST:
        raise ValueError("too old, or the clocks differ")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.new(key, f"{identity}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(mac)
    # After a new secret was made there are two signatures for a day: one of them is enough.
    if not any(hmac.compare_digest(expected, one.encode()) for one in headers["webhook-signature"].split(" ")):
        raise ValueError("signed by somebody else")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    """Answers at once, and works afterwards: whoever takes longer than five seconds is asked again."""

    secret = ""
    seen = set()  # noqa: RUF012

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            message = verified(self.secret, headers, body)
        except (KeyError, ValueError):
            self.send_response(400)
        else:
            self.send_response(204)
            # The same message may come twice, but its id stays the same.
            if headers["webhook-id"] not in self.seen:
                self.seen.add(headers["webhook-id"])
                print(message["at"], message["kind"], message["data"], flush=True)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *about):
        """Says nothing of its own."""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--port", type=int, default=8400)
    arguments = parser.parse_args()
    Receiver.secret = os.environ["WEBHOOK_SECRET"]
    ThreadingHTTPServer(("127.0.0.1", arguments.port), Receiver).serve_forever()


if __name__ == "__main__":
    main()
