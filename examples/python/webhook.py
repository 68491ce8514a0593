"""Receives webhooks: WEBHOOK_SECRET=whsec_… python3 examples/python/webhook.py"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

TOLERANCE_SECONDS = 300


def verify(secret, headers, body):
    """Returns the event of a delivery. Raises ValueError if it does not come from the service, or comes too late."""
    try:
        message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
        if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
            raise ValueError("The delivery is too old or too new.")
        signed = f"{message_id}.{timestamp}.".encode() + body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        # While a secret is being replaced, there is one signature for each.
        signatures = headers["webhook-signature"].split()
    except (KeyError, TypeError, AttributeError) as missing:
        raise ValueError("A header of the delivery is missing.") from missing
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures):
        raise ValueError("No signature of the delivery is right.")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            event = verify(os.environ["WEBHOOK_SECRET"], self.headers, body)
        except ValueError as error:
            self.send_error(400, str(error))
            return
        # Respond at once, and do the work afterwards. An event may arrive twice: remember its webhook-id.
        self.send_response(204)
        self.end_headers()
        print(event["type"], event["data"], flush=True)


if __name__ == "__main__":
    HTTPServer(("localhost", int(os.environ.get("PORT", "9000"))), Receiver).serve_forever()
