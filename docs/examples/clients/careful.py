"""A careful client with the standard library: python3 careful.py, driven by the STANDIN_ variables of `standin audition`."""

import email.utils
import http.client
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

URL = os.environ.get("STANDIN_URL", "").rstrip("/")
KEY = os.environ.get("STANDIN_API_KEY", "")
DEADLINE = float(os.environ.get("STANDIN_DEADLINE_SECONDS", "60"))
ENDS = time.monotonic() + 0.9 * DEADLINE
# Silences that are borne: before the headers, and for the body. A socket has one timeout for both.
HEADERS, BODY = 0.3 * DEADLINE, 0.55 * DEADLINE
ATTEMPTS = 7
RETRYABLE = (408, 425, 429, 500, 502, 503, 504)


class GaveUp(Exception):
    """Giving up on purpose, with all that is known of why."""

    def __init__(self, message, **known):
        super().__init__(message)
        self.known = {"message": message, **{name: value for name, value in known.items() if value is not None}}


class GenerationFailed(GaveUp):
    """The generation ended as failed: its cost came back with the poll that saw it."""


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Redirects are followed by hand: urllib would hand the key on."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirect)


def left():
    return ENDS - time.monotonic()


def wait_of(headers):
    """Seconds that the answer asks for, as a number or as a date by the server's clock."""
    said = headers.get("Retry-After", "")
    waits = [0.0]
    if said.isdigit():
        waits.append(float(said))
    elif said.endswith("GMT"):
        until = email.utils.parsedate_to_datetime(said).timestamp()
        now = email.utils.parsedate_to_datetime(headers["Date"]).timestamp() if "Date" in headers else time.time()
        waits.append(until - now)
    if headers.get("retry-after-ms", "").isdigit():
        waits.append(int(headers["retry-after-ms"]) / 1000)
    return max(waits)


def once(url, body=None, headers=None, redirects=5):
    """Sends once; the key goes to the API's own origin alone."""
    own = urllib.parse.urlsplit(url)[:2] == urllib.parse.urlsplit(URL)[:2]
    headers = {**(headers or {}), **({"Authorization": "Bearer " + KEY} if own else {})}
    request = urllib.request.Request(url, body, headers)
    try:
        return OPENER.open(request, timeout=max(0.1, min(HEADERS, left())))
    except urllib.error.HTTPError as answer:
        if answer.code in (301, 302, 303, 307, 308) and body is None and redirects > 0:
            target = urllib.parse.urljoin(url, answer.headers["Location"])
            return once(target, None, headers_without_key(headers), redirects - 1)
        return answer


def headers_without_key(headers):
    return {name: value for name, value in headers.items() if name != "Authorization"}


def refusal(answer):
    try:
        error = json.loads(answer.read())["error"]
    except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
        error = {}
    return {
        "message": error.get("message", "The server answered %d." % answer.status),
        "code": error.get("code"),
        "status": answer.status,
        "request_id": error.get("request_id") or answer.headers.get("X-Request-Id"),
        "retryable": answer.status in RETRYABLE or error.get("code") == "idempotency_in_progress",
        "wait": wait_of(answer.headers),
    }


def retrying(attempt, generation=None, grace_for_404=0):
    """Tries until there is a value, the failure is final, or the time is over."""
    for tries in range(1, ATTEMPTS + 1):
        try:
            done, result = attempt()
        except (OSError, http.client.HTTPException, ValueError) as cause:
            done, result = False, {"message": str(cause), "code": "connection_failed", "retryable": True}
        if done:
            return result
        pause = max(result.pop("wait", 0), min(0.4 * 2 ** (tries - 1), 4) * random.uniform(0.75, 1.25))
        again = result["retryable"] or (result.get("status") == 404 and tries <= grace_for_404)
        if not again or tries == ATTEMPTS or pause > left():
            raise GaveUp(**result, id=generation)
        time.sleep(pause)


def ask(path, body=None, headers=None, **options):
    def attempt():
        with once(URL + path, body, headers) as answer:
            if answer.status >= 300:
                return False, refusal(answer)
            return True, json.loads(answer.read())

    return retrying(attempt, **options)


def create(intent):
    headers = {"Content-Type": "application/json", "Idempotency-Key": intent["key"]}
    try:
        intent["id"] = ask("/v1/videos", json.dumps(intent["body"]).encode(), headers)["id"]
    except GaveUp as cause:
        # With the key, a user can find out the outcome of a create.
        cause.known["idempotency_key"] = intent["key"]
        raise
    IDS.append(intent["id"])
    return intent["id"]


def finish(generation):
    """Polls to the end; an unknown status is no end."""
    pause, without_output = 0.3, 0
    while True:
        video = ask("/v1/videos/" + generation, generation=generation, grace_for_404=3)
        if video["status"] == "failed":
            error = video.get("error") or {}
            message = error.get("message", "The generation failed.")
            raise GenerationFailed(message, code=error.get("code"), id=generation)
        if video["status"] == "completed":
            if "output" in video or without_output == 2:
                return video
            without_output += 1
        if pause > left():
            raise GaveUp("It has not ended in time, and can be polled later.", code="client_deadline", id=generation)
        time.sleep(pause * random.uniform(0.8, 1.2))
        pause = min(pause * 1.5, 3)


def download(video, path):
    generation = video["id"]
    url = video.get("output", {}).get("url", "/v1/videos/%s/content" % generation)
    # A path is below the base URL, whatever path that has itself.
    url = URL + url if url.startswith("/") else url
    part = {"bytes": bytearray(), "etag": None, "size": None}
    clip = retrying(lambda: fetch(url, part), generation=generation, grace_for_404=5)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path + ".part", "wb") as file:
        file.write(clip)
    os.replace(path + ".part", path)


def forget(part):
    part["bytes"].clear()
    part.update(etag=None, size=None)


def fetch(url, part):
    """One attempt at a download; it resumes where the one before broke off, as long as the clip is the same one."""
    have = len(part["bytes"])
    resume = {"Range": "bytes=%d-" % have, "If-Range": part["etag"]} if have and part["etag"] else {}
    broken = {"message": "The download broke off.", "code": "download_broken", "retryable": True}
    with once(url, None, resume) as answer:
        if answer.status == 416:
            if have and answer.headers.get("Content-Range") == "bytes */%d" % have:
                return True, bytes(part["bytes"])
            forget(part)
            return False, broken
        if answer.status >= 300:
            return False, refusal(answer)
        if not begin(part, answer, have):
            forget(part)
            return False, {**broken, "message": "What came is not the clip."}
        read_into(part, answer)
    clip = bytes(part["bytes"])
    if not clip or (part["size"] is not None and len(clip) < part["size"]):
        return False, broken
    if clip[4:8] != b"ftyp" or (part["size"] is not None and len(clip) > part["size"]):
        raise GaveUp("What came is no MP4.", code="download_broken")
    return True, clip


def begin(part, answer, have):
    etag = answer.headers.get("ETag", "")
    if answer.headers.get("Content-Type") != "video/mp4":
        return False
    if answer.status == 206:
        said = re.fullmatch(r"bytes (\d+)-\d+/(\d+)", answer.headers.get("Content-Range", ""))
        if said is None or int(said[1]) != have or etag != part["etag"] or part["size"] not in (None, int(said[2])):
            return False
        part["size"] = int(said[2])
        return True
    forget(part)
    length = answer.headers.get("Content-Length")
    part.update(etag=etag if etag.startswith('"') else None, size=None if length is None else int(length))
    return True


def read_into(part, answer):
    """Raises where the connection breaks; what came by then stays."""
    answer.fp.raw._sock.settimeout(max(0.1, min(BODY, left())))
    while True:
        piece = answer.read1(65536)
        if not piece:
            return
        part["bytes"] += piece


def new_intent(body):
    return {"body": body, "key": str(uuid.uuid4()), "id": None}


def make(body, output):
    download(finish(create(new_intent(body))), output)


def derive(bodies, output):
    source = finish(create(new_intent(bodies[0])))["id"]
    intent = new_intent({**bodies[1], "source_video_ids": [source]})
    for tries in range(4):
        try:
            return download(finish(create(intent)), output)
        except GaveUp as cause:
            if cause.known.get("code") != "source_video_not_ready" or tries == 3:
                raise
            time.sleep(0.5 * (tries + 1))
            finish(source)


def create_all(intents):
    for intent in intents:
        try:
            create(intent)
        except GaveUp as cause:
            return cause
    return None


def batch(bodies, folder):
    """All creates first; what was accepted is finished, and only a refund may pay for what was refused."""
    intents, done, failed, has_refund = [new_intent(body) for body in bodies], set(), None, False
    trouble = create_all(intents)
    for _ in range(2):
        for index, intent in enumerate(intents):
            if intent["id"] is None or index in done:
                continue
            done.add(index)
            try:
                download(finish(intent["id"]), os.path.join(folder, "%d.mp4" % index))
            except GaveUp as cause:
                failed = failed or cause
                has_refund = has_refund or isinstance(cause, GenerationFailed)
        if trouble is None or trouble.known.get("status") != 402 or not has_refund:
            break
        trouble = create_all([intent for intent in intents if intent["id"] is None])
    if failed or trouble:
        raise failed or trouble


IDS = []
GOALS = {"make": make, "derive": derive, "batch": batch}


def main():
    goal = GOALS.get(os.environ.get("STANDIN_GOAL", ""))
    if goal is None:
        return 64
    said, status = {}, 0
    try:
        goal(json.loads(os.environ["STANDIN_BODY"]), os.environ["STANDIN_OUTPUT"])
    except GaveUp as cause:
        said, status = {"error": cause.known}, 1
    print(json.dumps({"ids": IDS, **({"id": IDS[-1]} if IDS else {}), **said}))
    return status


if __name__ == "__main__":
    sys.exit(main())
