"""Tests of a video client against Standin, with nothing but Python's standard library.

    standin exec -- python3 docs/examples/test_client.py

Each test opens an account of its own through the control API, so tests may run at the same time. The account's clock stands
still until the test moves it: nothing here sleeps for long.
"""

import json
import os
import unittest
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE_URL = os.environ["STANDIN_URL"]
CONTROL_URL = os.environ["STANDIN_CONTROL_URL"].rstrip("/")
CONTROL_TOKEN = os.environ.get("STANDIN_CONTROL_TOKEN")


def call(method, url, body=None, token=None, headers=None):
    """Sends JSON and returns the status, the headers and the JSON that came back."""
    request = Request(url, method=method, headers=headers or {})
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    if method != "GET":
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body or {}).encode()
    try:
        with urlopen(request, timeout=10) as response:
            return response.status, response.headers, json.load(response)
    except HTTPError as error:
        with error:
            return error.code, error.headers, json.load(error)


class Account:
    """An account on the emulator, and the parts of the control API that these tests need."""

    def __init__(self, **settings):
        opened = self._control("POST", "/accounts", settings)
        self.key = opened["key"]
        self.path = f"/accounts/{opened['account']['name']}"

    def _control(self, method, path, body=None):
        status, _, answer = call(method, CONTROL_URL + path, body, CONTROL_TOKEN)
        if status >= 400:
            raise RuntimeError(answer["error"]["message"])
        return answer

    def control(self, method, path="", body=None):
        return self._control(method, self.path + path, body)


class VideoClient:
    """The client under test: creates with an Idempotency-Key, and tries again as Retry-After says."""

    def __init__(self, key, wait):
        self.key = key
        self.wait = wait

    def create(self, prompt, idempotency_key, attempts=5):
        body = {"model": "videomodel-2.5", "prompt": prompt, "duration_seconds": 4, "resolution": "480p"}
        headers = {"Idempotency-Key": idempotency_key}
        for _ in range(attempts):
            status, answered, record = call("POST", f"{BASE_URL}/v1/videos", body, self.key, headers)
            if status not in (429, 503):
                return status, record
            self.wait(float(answered["Retry-After"]))
        return status, record

    def poll(self, video_id):
        _, _, record = call("GET", f"{BASE_URL}/v1/videos/{video_id}", token=self.key)
        return record


class VideoClientTest(unittest.TestCase):
    def setUp(self):
        self.account = Account(clock="frozen", balance=1)
        self.addCleanup(self.account.control, "DELETE")
        # The client waits on the account's clock, which takes no time here.
        self.client = VideoClient(self.account.key, wait=self.advance)

    def advance(self, seconds):
        return self.account.control("POST", "/clock/advance", {"by_seconds": seconds})

    def test_it_waits_out_a_rate_limit_and_is_charged_once(self):
        self.account.control("PUT", "/scenarios", {"scenarios": ["rate_limit_burst_then_ok"]})
        status, record = self.client.create("a red fox", "order-1")
        self.assertEqual((status, record["status"]), (202, "pending"))
        requests = self.account.control("GET", "/journal?operation=create")["entries"]
        self.assertEqual([entry["status"] for entry in requests], [429, 429, 429, 202])
        self.assertEqual(self.account.control("GET")["ledger"]["reserved_usd"], 0.48)

    def test_it_sees_a_generation_through(self):
        _, record = self.client.create("a red fox", "order-1")
        passed = self.account.control("POST", "/clock/run-until-idle")
        self.assertEqual([event["to"] for event in passed["events"] if event["type"] == "generation"], ["running", "completed"])
        self.assertEqual(self.client.poll(record["id"])["status"], "completed")

    def test_a_failure_is_refunded(self):
        _, record = self.client.create("a red fox", "order-1")
        failed = {"status": "failed", "failure": {"code": "capacity_unavailable"}}
        self.account.control("POST", f"/generations/{record['id']}/move", failed)
        self.assertEqual(self.client.poll(record["id"])["error"]["code"], "capacity_unavailable")
        self.assertEqual(self.account.control("GET")["ledger"]["balance_usd"], 1)


if __name__ == "__main__":
    unittest.main()
