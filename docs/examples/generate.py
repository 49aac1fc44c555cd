"""Generates a clip: generate.py [out.mp4]. STANDIN_URL and STANDIN_API_KEY say where and as whom; standin exec sets both."""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ["STANDIN_URL"]
KEY = os.environ["STANDIN_API_KEY"]


def send(path, body=None, headers=None):
    """Asks until there is an answer: 429 and 503 are waited for, other refusals are errors."""
    headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/json", **(headers or {})}
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(8):
        try:
            return urllib.request.urlopen(urllib.request.Request(URL + path, data, headers))
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503) or attempt == 7:
                error = json.load(refusal)["error"]
                raise SystemExit("{} {}: {}".format(refusal.code, error["code"], error["message"]))
            asked = refusal.headers.get("Retry-After", "")
            time.sleep(max(int(asked) if asked.isdigit() else 0, 2**attempt))


def main(out):
    request = {"model": "videomodel-2.5", "prompt": "a small boat in the rain", "duration_seconds": 4, "resolution": "480p"}
    with send("/v1/videos", request, {"Idempotency-Key": str(uuid.uuid4())}) as answer:
        record = json.load(answer)
    pause = 2
    while record["status"] in ("pending", "running"):
        time.sleep(pause)
        pause *= 2
        with send("/v1/videos/" + record["id"]) as answer:
            record = json.load(answer)
    if record["status"] != "completed":
        raise SystemExit("{code}: {message}".format(**record["error"]))
    with send("/v1/videos/" + record["id"] + "/content") as answer, open(out, "wb") as file:
        file.write(answer.read())
    print(out)


main(sys.argv[1] if len(sys.argv) > 1 else "out.mp4")
