"""A driver for `standin audition`, with the standard library: python3 driver.py

It runs as it is. Replace the three functions that say YOUR CLIENT, then delete the client at the end of the file.
"""

import email.utils
import http.client
import json
import os
import random
import sys
import threading
import time
import traceback
import urllib.error
import urllib.request
import uuid
from concurrent.futures import ThreadPoolExecutor


class GaveUp(Exception):
    """Raise it if your client gives up. The report shows its members: code, message, request_id, status, …"""

    def __init__(self, **error):
        super().__init__(error.get("message"))
        self.error = error


class Case:
    """One case: where the API is, what to make, and where the file goes."""

    def __init__(self, url, api_key, goal, body, output, deadline):
        self.url, self.api_key, self.goal, self.body, self.output = url, api_key, goal, body, output
        # The client has to end by itself after so many seconds, so its timeouts have to be shorter.
        self.deadline = deadline
        # The ids of all generations that your client created, for the report.
        self.ids = []


def make(case):
    # YOUR CLIENT: creates a generation from case.body and downloads its clip to the path case.output.
    client = SmallClient(case)
    client.finish(client.create(case.body), case.output)


def batch(case):
    # YOUR CLIENT: creates a generation from each body in case.body, and downloads the clips to case.output/0.mp4, 1.mp4, …
    client = SmallClient(case)
    created, trouble = [], None
    for index, body in enumerate(case.body):
        try:
            created.append((index, client.create(body)))
        except GaveUp as cause:
            # Generations that were accepted before are paid for, so they are finished.
            trouble = cause
            break
    for index, generation in created:
        try:
            client.finish(generation, os.path.join(case.output, "%d.mp4" % index))
        except GaveUp as cause:
            trouble = trouble or cause
    if trouble:
        raise trouble


def derive(case):
    # YOUR CLIENT: makes a clip from case.body[0], then one from case.body[1] with the id of the first as its source.
    client = SmallClient(case)
    source = client.create(case.body[0])
    client.wait(source)
    client.finish(client.create({**case.body[1], "source_video_ids": [source]}), case.output)


# The protocol. This part stays.

GOALS = {"make": make, "batch": batch, "derive": derive}


def play(case):
    """Plays a case. Returns its outcome and the members of the last line."""
    if case.goal not in GOALS:
        return "unsupported", {}
    try:
        GOALS[case.goal](case)
        return "delivered", {"ids": case.ids}
    except GaveUp as cause:
        return "gave-up", {"ids": case.ids, "error": cause.error}


def play_one():
    """Without --lines, Standin starts the driver once for each case."""
    env = os.environ
    body, deadline = json.loads(env["STANDIN_BODY"]), float(env["STANDIN_DEADLINE_SECONDS"])
    names = ("STANDIN_URL", "STANDIN_API_KEY", "STANDIN_GOAL")
    outcome, said = play(Case(*(env[name] for name in names), body, env["STANDIN_OUTPUT"], deadline))
    print(json.dumps(said))
    return {"delivered": 0, "gave-up": 1, "unsupported": 64}[outcome]


def play_lines():
    """With --lines, Standin starts the driver once. Each line of standard input is a case, and so is each answer."""
    lock = threading.Lock()

    def answer(line):
        asked = json.loads(line)
        names = ("url", "apiKey", "goal", "body", "output", "deadlineSeconds")
        try:
            outcome, said = play(Case(*(asked[name] for name in names)))
        except Exception:
            # It ends the driver, as it would without --lines. An unanswered case would count as hung.
            traceback.print_exc()
            os._exit(70)
        with lock:
            sys.stdout.write(json.dumps({"case": asked["case"], "outcome": outcome, **said}) + "\n")
            sys.stdout.flush()

    with ThreadPoolExecutor(max_workers=100) as pool:
        for line in sys.stdin:
            pool.submit(answer, line)
    return 0


# A small client, so that the driver runs before yours is in place.


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """urllib would send the key to the other host, too."""

    def redirect_request(self, *_):
        return None


class SmallClient:
    ATTEMPTS = 6

    def __init__(self, case):
        self.case = case
        self.opener = urllib.request.build_opener(NoRedirect)
        self.ends = time.monotonic() + 0.9 * case.deadline

    def create(self, body):
        key = str(uuid.uuid4())
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        try:
            generation = json.loads(self.send("/v1/videos", json.dumps(body).encode(), headers))["id"]
        except GaveUp as cause:
            # With the key, a user can find out whether the create was accepted.
            raise GaveUp(**cause.error, idempotency_key=key)
        self.case.ids.append(generation)
        return generation

    def wait(self, generation):
        pause = 0.3
        while True:
            video = json.loads(self.send("/v1/videos/" + generation))
            if video["status"] == "completed":
                return
            if video["status"] == "failed":
                error = video.get("error") or {}
                raise GaveUp(code=error.get("code"), message=error.get("message"), id=generation)
            self.sleep(pause, {"message": "The generation has not ended in time.", "id": generation})
            pause = min(pause * 1.5, 3)

    def finish(self, generation, path):
        self.wait(generation)
        clip = self.send("/v1/videos/%s/content" % generation, expected="video/mp4")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(clip)

    def send(self, path, body=None, headers=None, expected="application/json"):
        """Sends a request, and sends it again if that may help. Returns the whole body."""
        for attempt in range(1, self.ATTEMPTS + 1):
            try:
                return self.once(path, body, headers or {}, expected)
            except urllib.error.HTTPError as answer:
                error, wait = refusal_of(answer)
            except (OSError, http.client.HTTPException, ValueError) as cause:
                error, wait = {"message": str(cause), "code": "connection_failed", "retryable": True}, 0
            if not error["retryable"] or attempt == self.ATTEMPTS:
                raise GaveUp(**error)
            self.sleep(max(wait, 0.2 * 2**attempt), error)

    def once(self, path, body, headers, expected):
        headers = {"Authorization": "Bearer " + self.case.api_key, **headers}
        request = urllib.request.Request(self.case.url + path, body, headers)
        # The time for a silence. It is not the time for the whole request: a slow download may go on.
        timeout = max(0.1, min(0.6 * self.case.deadline, self.left()))
        with self.opener.open(request, timeout=timeout) as answer:
            data = answer.read()
            if answer.headers.get_content_type() != expected or not data:
                raise ValueError("The response is not " + expected + ".")
            return data

    def left(self):
        return self.ends - time.monotonic()

    def sleep(self, seconds, error):
        seconds *= random.uniform(1, 1.25)
        if seconds > self.left():
            raise GaveUp(**error)
        time.sleep(seconds)


def refusal_of(answer):
    """What an error response says, and the seconds that it asks to wait."""
    try:
        said = json.loads(answer.read())["error"]
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        said = {}
    error = {
        "code": said.get("code"),
        "message": said.get("message", "The server answered %d." % answer.code),
        "request_id": said.get("request_id"),
        "status": answer.code,
        "retryable": answer.code in (408, 425, 429, 500, 502, 503, 504),
    }
    after = answer.headers.get("Retry-After", "")
    date = email.utils.parsedate_tz(after)
    now = email.utils.parsedate_tz(answer.headers.get("Date", ""))
    if after.isdigit():
        return error, int(after)
    if date and now:
        return error, email.utils.mktime_tz(date) - email.utils.mktime_tz(now)
    return error, 0


if __name__ == "__main__":
    sys.exit(play_one() if "STANDIN_GOAL" in os.environ else play_lines())
