"""Python's urllib: it retries nothing. Advised: a timeout, and a key."""
import json, os, random, sys, time, urllib.error, urllib.request, uuid

env = os.environ
if env["STANDIN_GOAL"] != "make":
    sys.exit(64)
advised = sys.argv[1:] == ["advised"]
deadline = float(env["STANDIN_DEADLINE_SECONDS"])
ends_at = time.monotonic() + deadline * 0.8
video = {}


def send(path, data=None, headers={}):
    headers = {"Authorization": "Bearer " + env["STANDIN_API_KEY"], **headers}
    request = urllib.request.Request(env["STANDIN_URL"] + "/v1/videos" + path, data, headers)
    options = {"timeout": deadline * 0.45} if advised else {}
    with urllib.request.urlopen(request, **options) as response:
        return response.read()


def give_up(error):
    print(json.dumps({"id": video.get("id"), "error": error}))
    sys.exit(1)


try:
    key = {"Idempotency-Key": str(uuid.uuid4())} if advised else {}
    created = json.loads(send("", env["STANDIN_BODY"].encode(), {"Content-Type": "application/json", **key}))
    video, pause = created, 0.5
    while video["status"] != "completed":
        if video["status"] == "failed":
            give_up(video["error"])
        if time.monotonic() > ends_at:
            give_up({"code": "client_deadline"})
        time.sleep(pause * random.uniform(0.8, 1.2))
        pause = min(pause * 1.5, 3)
        video = {"id": created["id"], **json.loads(send("/" + created["id"]))}
    clip = send("/" + video["id"] + "/content")
    with open(env["STANDIN_OUTPUT"] + ".part", "wb") as file:
        file.write(clip)
    os.rename(env["STANDIN_OUTPUT"] + ".part", env["STANDIN_OUTPUT"])
    print(json.dumps({"id": video["id"]}))
except urllib.error.HTTPError as error:
    try:
        give_up({"status": error.code, **json.loads(error.read())["error"]})
    except (ValueError, KeyError, TypeError):
        give_up({"status": error.code, "message": str(error)})
except Exception as error:
    give_up({"message": repr(error)})
