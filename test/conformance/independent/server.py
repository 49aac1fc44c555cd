"""A second, minimal server of the API, in another language and written from the API document alone.

    python3 server.py [--break NAME] [--legal NAME ...] [--clip-bytes N]

It prints its address as a line of JSON. A prompt with "[fail]" makes a generation fail. Its clips are well-formed MP4
files whose frames are zeros: enough for whoever reads the file, nothing for whoever looks at it.
"""

import argparse
import email.utils
import hashlib
import json
import re
import struct
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SWITCHES = ("31-seconds", "unknown-fields", "no-refund", "foreign-records", "open-content", "no-range", "short-range",
            "25-fps", "html-errors", "cost-drift", "created-201", "cost-as-text", "data-wrapper", "early-output",
            "error-on-success", "silent-failure", "open-records", "frame-short", "no-sound", "images-in-text",
            "key-prefix", "own-402-code")
BREAK = None
# What the API document and HTTP leave open: a server may do any of these, and all of them at once.
LEGAL_SWITCHES = ("quick", "busy", "more-members", "small-parts", "wants-length", "fragments", "other-codecs", "slow",
                  "late-start", "storage", "validators", "no-head", "cold")
LEGAL = ()
CLIP_BYTES = 0
COUNTS = {"requests": 0}

ACCOUNTS = {"key-primary": "one", "key-watched": "one", "key-other": "two", "key-poor": "poor", "key-once": "once"}
CENTS = {"one": 1_000_00, "two": 1_000_00, "poor": 0, "once": 40}
PRICES = {"480p": 10, "720p": 20, "1080p": 40}
GENERATIONS = {}
LOCK = threading.RLock()

FIELDS = ("model", "prompt", "mode", "duration_seconds", "resolution", "aspect_ratio", "audio", "image_urls",
          "audio_urls", "source_video_ids", "reference_video_operation", "subject_to_image_ids",
          "subject_to_video_ids", "subject_to_audio_ids")
CHOICES = {
    "model": ("videomodel-2.5",),
    "mode": ("text-to-video", "image-to-video", "reference-to-video"),
    "resolution": ("480p", "720p", "1080p"),
    "aspect_ratio": ("adaptive", "21:9", "16:9", "9:16", "1:1", "4:3", "3:4"),
    "reference_video_operation": ("reference", "edit", "extend"),
}
MAPS = {"subject_to_image_ids": "image_urls", "subject_to_video_ids": "source_video_ids",
        "subject_to_audio_ids": "audio_urls"}
MOST = {"image_urls": 30, "audio_urls": 10, "source_video_ids": 10}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.I)
HANDLE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")


class Refused(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def need(holds, message):
    if not holds:
        raise Refused(400, "invalid_request", message)


def is_integer(value):
    return isinstance(value, int) and not isinstance(value, bool)


def check_fields(body):
    need(isinstance(body, dict), "The body must be a JSON object.")
    unknown = [name for name in body if name not in FIELDS]
    need(not unknown or BREAK == "unknown-fields", "There is a field that is not known.")
    for name in ("model", "prompt", "duration_seconds"):
        need(name in body, f"{name} is required.")
    for name, values in CHOICES.items():
        need(name not in body or (isinstance(body[name], str) and body[name] in values), f"{name} must be listed.")
    need(isinstance(body["prompt"], str) and 1 <= len(body["prompt"]) <= 15000, "prompt must have 1 to 15000 characters.")
    most = 31 if BREAK == "31-seconds" else 30
    need(is_integer(body["duration_seconds"]) and 4 <= body["duration_seconds"] <= most, "duration_seconds must be 4 to 30.")
    need(isinstance(body.get("audio", True), bool), "audio must be true or false.")
    for name, most in MOST.items():
        items = body.get(name, [])
        need(isinstance(items, list) and len(items) <= most, f"{name} must be a list of at most {most}.")
        for item in items:
            need(isinstance(item, str), f"{name} must hold strings.")
            need(UUID.fullmatch(item) if name == "source_video_ids" else item.startswith("https://"), f"{name} has a wrong item.")


def check_map(body, name):
    items = body.get(MAPS[name], [])
    need(isinstance(body[name], dict), f"{name} must be an object.")
    for handle, indexes in body[name].items():
        need(HANDLE.fullmatch(handle), f"{name} has a wrong handle.")
        need(isinstance(indexes, list) and 1 <= len(indexes) <= 30, f"{name} needs 1 to 30 indexes for each handle.")
        need(all(is_integer(index) and 0 <= index < len(items) for index in indexes), f"{name} has a wrong index.")


def check_workflow(body):
    mode, ratio = body.get("mode", "text-to-video"), body.get("aspect_ratio", "16:9")
    images, sounds, sources = (body.get(name, []) for name in MOST)
    maps = [name for name in MAPS if name in body]
    operation = body.get("reference_video_operation")
    need(operation is None or sources, "reference_video_operation needs source_video_ids.")
    need(mode == "reference-to-video" or not (sounds or sources or maps or operation), "That is for reference mode only.")
    if mode == "text-to-video":
        need((not images or BREAK == "images-in-text") and ratio != "adaptive", "Text mode takes no image and a fixed ratio.")
    if mode == "image-to-video":
        need(1 <= len(images) <= 2 and ratio == "adaptive", "Image mode takes 1 or 2 images and the ratio adaptive.")
    if mode == "reference-to-video":
        need(images or sounds or sources, "Reference mode needs a reference.")
        need(operation not in ("edit", "extend") or ratio == "adaptive", "Edit and extend need the ratio adaptive.")
    for name in maps:
        check_map(body, name)


def find_sources(body, account):
    sources = [GENERATIONS.get(one.lower()) for one in body.get("source_video_ids", [])]
    need(all(one and one["account"] == account and one["status"] == "completed" for one in sources),
         "A source video must be a completed generation of this account.")
    need(sum(one["seconds"] for one in sources) <= 30, "The source videos last more than 30 seconds together.")
    return sources


def create(body, account):
    check_fields(body)
    check_workflow(body)
    with LOCK:
        sources = find_sources(body, account)
        operation, tier = body.get("reference_video_operation"), body.get("resolution", "720p")
        seconds = sources[0]["seconds"] if operation == "edit" else body["duration_seconds"]
        cost = PRICES[tier] * (seconds + sum(one["seconds"] for one in sources))
        if CENTS[account] < cost:
            raise Refused(402, "no_money" if BREAK == "own-402-code" else "insufficient_credits", "The credits do not suffice.")
        CENTS[account] -= cost
        ratio = body.get("aspect_ratio", "16:9")
        shape = (sources[0]["ratio"] if sources else "16:9") if ratio == "adaptive" else ratio
        one = {"id": str(uuid.uuid4()), "account": account, "status": "pending", "cost": cost, "seconds": seconds,
               "ratio": shape, "tier": tier, "audio": body.get("audio", True), "fails": "[fail]" in body["prompt"], "polls": 0}
        GENERATIONS[one["id"]] = one
        record = record_of(one)
        while "quick" in LEGAL and one["status"] in ("pending", "running"):
            poll(one)
        return record


def poll(one):
    with LOCK:
        one["polls"] += 1
        if one["status"] == "running":
            one["status"] = "failed" if one["fails"] and BREAK != "silent-failure" else "completed"
            if one["fails"] and BREAK != "no-refund":
                CENTS[one["account"]] += one["cost"]
        elif one["status"] == "pending":
            one["status"] = "running"
        return record_of(one)


def record_of(one):
    drift = one["polls"] if BREAK == "cost-drift" else 0
    record = {"id": one["id"], "object": "video.generation", "model": "videomodel-2.5", "status": one["status"],
              "cost_usd": (one["cost"] + drift) / 100}
    if one["status"] == "completed" or BREAK == "early-output":
        record["output"] = {"url": f"/v1/videos/{one['id']}/content"}
    if one["status"] == "failed":
        record["error"] = {"code": "generation_failed", "message": "The generation failed."}
    if one["status"] != "failed" and BREAK == "error-on-success":
        record["error"] = {"code": "", "message": ""}
    if BREAK == "cost-as-text":
        record["cost_usd"] = str(record["cost_usd"])
    if "more-members" in LEGAL:
        more = {"expires_in": time.monotonic(), "request_id": "r-17", "code": None, "status_code": 7}
        record = {**more, "type": "video", **record}
        for name in ("output", "error"):
            if name in record:
                record[name] = {**more, **record[name], "request_id": str(uuid.uuid4())}
    return {"data": record} if BREAK == "data-wrapper" else record


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + name.encode() + body


def full(name, *parts):
    return box(name, b"\0\0\0\0", *parts)


def numbers(*values):
    return struct.pack(f">{len(values)}I", *values)


def track(number, kind, entry, scale, delta, count, size, offset):
    """One track of `count` samples of `size` bytes, all in one chunk."""
    length, matrix = delta * count, numbers(65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30)
    wide = struct.unpack(">HH", entry[32:36]) if kind == b"vide" else (0, 0)
    head = full("tkhd", numbers(0, 0, number, 0, length * 1000 // scale, 0, 0, 0, 0), matrix, numbers(wide[0] << 16, wide[1] << 16))
    head = head[:11] + b"\x03" + head[12:]
    # An edit without media comes first: nothing is shown for half a second.
    wait = box("edts", full("elst", numbers(2), numbers(500, 0xFFFFFFFF, 65536), numbers(length * 1000 // scale, 0, 65536)))
    head += wait if "late-start" in LEGAL else b""
    times = full("stts", numbers(1, count, delta))
    table = box("stbl", full("stsd", numbers(1), entry), times, full("stsc", numbers(1, 1, count, 1)),
                full("stsz", numbers(size, count)), full("stco", numbers(1, offset)))
    media = full("vmhd", b"\0" * 8) if kind == b"vide" else full("smhd", b"\0" * 4)
    reference = box("dinf", full("dref", numbers(1), box("url ", numbers(1))))
    mdhd = full("mdhd", numbers(0, 0, scale, length), struct.pack(">HH", 0x55C4, 0))
    hdlr = full("hdlr", numbers(0), kind, numbers(0, 0, 0), b"\0")
    return box("trak", head, box("mdia", mdhd, hdlr, box("minf", media, reference, table)))


def video_entry(width, height):
    sps, pps = bytes.fromhex("6742c01eda0280f684000003000400000300c23c58ba80"), bytes.fromhex("68ce3c80")
    avcc = box("avcC", b"\x01\x42\xc0\x1e\xff\xe1", struct.pack(">H", len(sps)), sps, b"\x01", struct.pack(">H", len(pps)), pps)
    return box("avc1", b"\0" * 6, b"\0\x01", b"\0" * 16, struct.pack(">HH", width, height), numbers(0x480000, 0x480000, 0),
               b"\0\x01", b"\0" * 32, b"\0\x18\xff\xff", avcc)


def audio_entry():
    config = b"\x05\x02\x11\x90"
    decoder = b"\x04" + bytes([13 + len(config)]) + b"\x40\x15\0\0\0" + numbers(128000, 128000) + config
    stream = b"\x03" + bytes([3 + len(decoder) + 3]) + b"\0\x01\0" + decoder + b"\x06\x01\x02"
    return box("mp4a", b"\0" * 6, b"\0\x01", b"\0" * 8, struct.pack(">HHHH", 2, 16, 0, 0), numbers(48000 << 16), full("esds", stream))


def other_entry(kind, old):
    """The entry of another codec: its frames are zeros, too."""
    if kind == b"vide":
        config = box("hvcC", b"\x01" + b"\0" * 22)
        return box("hvc1", old[8:86], config)
    return box("Opus", old[8:36], box("dOps", b"\0\x02\0\0", numbers(48000), b"\0\0\0"))


def fragmented(one, tracks, head):
    """An index without samples, and a fragment for each second."""
    def empty(number, kind, entry, scale, delta, count, size):
        return track(number, kind, entry, scale, delta, 0, 0, 0)

    starts = [full("trex", numbers(number, 1, 0, 0, 0)) for number, *_ in tracks]
    parts = [box("ftyp", b"iso5", numbers(512), b"iso5iso6mp41"), box("moov", head, *(empty(*one) for one in tracks), box("mvex", *starts))]
    for second in range(one["seconds"]):
        runs = []
        for number, kind, entry, scale, delta, count, size in tracks:
            first, last = (count * at // one["seconds"] for at in (second, second + 1))
            runs.append((number, first * delta, delta, size, last - first))

        def moof(offset):
            boxes = [full("mfhd", numbers(second + 1))]
            for number, start, delta, size, count in runs:
                head = struct.pack(">I", 0x020000) + numbers(number)
                run = struct.pack(">I", 0x301) + numbers(count, offset) + numbers(delta, size) * count
                boxes.append(box("traf", box("tfhd", head), full("tfdt", numbers(start)), box("trun", run)))
                offset += size * count
            return box("moof", *boxes)

        parts += [moof(len(moof(0)) + 8), box("mdat", b"".join(bytes(size * count) for *_, size, count in runs))]
    return b"".join(parts)


def clip(one):
    across, down = map(int, one["ratio"].split(":"))
    short = int(one["tier"][:-1])
    width, height = (short * across // down, short) if across >= down else (short, short * down // across)
    frames, sounds = one["seconds"] * 24 - (BREAK == "frame-short"), one["seconds"] * 48000 // 1024 if one["audio"] and BREAK != "no-sound" else 0
    start = box("ftyp", b"isom", numbers(0), b"isommp41")

    rate = 25 if BREAK == "25-fps" else 24
    head = full("mvhd", numbers(0, 0, 1000, one["seconds"] * 1000, 65536), b"\x01\0", b"\0" * 10,
                numbers(65536, 0, 0, 0, 65536, 0, 0, 0, 1 << 30), b"\0" * 24, numbers(3))
    picture, sound = video_entry(width & ~1, height & ~1), audio_entry()
    if "other-codecs" in LEGAL:
        picture, sound = other_entry(b"vide", picture), other_entry(b"soun", sound)
    tracks = [(1, b"vide", picture, rate, 1, frames, 512)]
    if sounds:
        tracks.append((2, b"soun", sound, 48000, 1024, sounds, 64))
    if "fragments" in LEGAL:
        return fragmented(one, tracks, head)

    def moov(offset):
        places = [offset, offset + frames * 512]
        return box("moov", head, *(track(*each, place) for each, place in zip(tracks, places)))

    offset = len(start) + len(moov(0)) + 8
    data = bytes(at * 7 % 251 for at in range(frames * 512 + sounds * 64))
    made = start + moov(offset) + box("mdat", data)
    # Space that no track names fills the clip up to the size that was asked for.
    return made + box("free", bytes(max(0, CLIP_BYTES - len(made) - 8))) if CLIP_BYTES else made


class Fetch(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body, kind="application/json", headers=()):
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            for at in range(0, len(body), 16384):
                time.sleep(0.001 if "slow" in LEGAL else 0)
                self.wfile.write(body[at : at + 16384])

    def answer_json(self, status, value, headers=()):
        self.answer(status, json.dumps(value).encode(), headers=headers)

    def send_error(self, code, message=None, explain=None):
        self.refuse(Refused(code, "not_possible", "The request is not possible."))
        self.close_connection = True

    def refuse(self, refused):
        if "more-members" in LEGAL:
            error = {"code": refused.code, "message": refused.message, "status": refused.status, "type": "about.internal"}
            more = {"id": "e-17", "object": "error", "status": "error", "model": "videomodel-2.5", "cost_usd": 0}
            return self.answer_json(refused.status, {**more, "error": error}, self.challenge(refused))
        headers = self.challenge(refused)
        if BREAK == "html-errors":
            return self.answer(refused.status, b"<html>Error</html>", "text/html", headers)
        return self.answer_json(refused.status, {"error": {"code": refused.code, "message": refused.message}}, headers)

    def challenge(self, refused):
        headers = [("WWW-Authenticate", "Bearer")] if refused.status == 401 else []
        if refused.status == 405:
            headers.append(("Allow", "GET, HEAD, POST"))
        if refused.status == 429:
            headers.append(("Retry-After", "0"))
        return headers

    def account(self):
        scheme, _, key = self.headers.get("Authorization", "").partition(" ")
        if BREAK == "key-prefix":
            key = next((known for known in ACCOUNTS if key.startswith(known)), key)
        if scheme.lower() != "bearer" or key.strip() not in ACCOUNTS:
            raise Refused(401, "invalid_key", "The key is missing or not valid.")
        return ACCOUNTS[key.strip()]

    def body(self):
        if "chunked" not in self.headers.get("Transfer-Encoding", "").lower():
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return b"".join(parts)

    def find(self, account, name):
        one = GENERATIONS.get(name.lower())
        if one is None or (one["account"] != account and BREAK != "foreign-records"):
            raise Refused(404, "not_found", "There is no such generation.")
        return one

    def do_POST(self):
        self.guarded(self.post)

    def do_GET(self):
        self.guarded(self.get)

    do_HEAD = do_GET

    def do_OTHER(self):
        self.body()
        self.guarded(lambda: self.refuse(Refused(405, "method_not_allowed", "This method is not known here.")))

    do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_OTHER

    def guarded(self, work):
        try:
            self.admit()
            work()
        except Refused as refused:
            self.refuse(refused)

    def admit(self):
        """What comes before any route: hosts, targets in absolute form, and who is too busy or cold to answer."""
        if len(self.headers.get_all("Host", [])) != 1:
            self.close_connection = True
            raise Refused(400, "invalid_host", "Exactly one Host is needed.")
        self.path = re.sub(r"^https?://[^/]*", "", self.path)
        with LOCK:
            COUNTS["requests"] += 1
            count = COUNTS["requests"]
        if "cold" in LEGAL and count == 1:
            time.sleep(0.7)
        if "busy" in LEGAL and count % 9 == 0:
            self.close_connection = True
            raise Refused(429, "too_busy", "Come back at once.")
        if "no-head" in LEGAL and self.command == "HEAD":
            raise Refused(405, "method_not_allowed", "There is no HEAD here.")

    def post(self):
        if "wants-length" in LEGAL and "Content-Length" not in self.headers:
            self.close_connection = True
            raise Refused(411, "length_required", "Content-Length is needed.")
        raw = self.body()
        if self.path != "/v1/videos":
            raise Refused(404, "not_found", "There is nothing here.")
        account = self.account()
        need(len(self.headers.get("Idempotency-Key", "")) <= 128, "Idempotency-Key must have at most 128 characters.")
        try:
            body = json.loads(raw.decode())
        except (ValueError, RecursionError):
            raise Refused(400, "invalid_json", "The body must be JSON.") from None
        self.answer_json(201 if BREAK == "created-201" else 202, create(body, account))

    def get(self):
        if self.path.startswith("/storage/"):
            return self.send_stored()
        match = re.fullmatch(r"/v1/videos/([^/?]+)(/content)?(\?.*)?", self.path)
        if match is None:
            raise Refused(404, "not_found", "There is nothing here.")
        is_open = BREAK == ("open-content" if match[2] else "open-records")
        one = GENERATIONS.get(match[1].lower()) if is_open else None
        one = one or self.find(self.account(), match[1])
        if not match[2]:
            return self.answer_json(200, poll(one))
        if one["status"] != "completed":
            raise Refused(404, "no_content", "There is no clip.")
        if "storage" in LEGAL:
            # Another name of the same machine is another origin.
            return self.answer(307, b"", headers=[("Location", f"http://localhost:{self.server.server_port}/storage/{one['id']}?signature=1")])
        return self.send_clip(clip(one))

    def send_stored(self):
        """A storage has no keys, and errors of its own."""
        one = GENERATIONS.get(re.split("[/?]", self.path)[2])
        if one is None or "Authorization" in self.headers:
            return self.answer(403, b"<Error/>", "application/xml")
        return self.send_clip(clip(one))

    def is_condition_met(self, data):
        """Whether to go on: a tag that matches is answered 304, one that has to and does not 412."""
        tag = f'"{hashlib.sha256(data).hexdigest()}"'
        made = email.utils.formatdate(1700000000, usegmt=True)
        self.validators = [("ETag", tag), ("Last-Modified", made), ("Cache-Control", "private")]
        named = lambda name: re.findall(r'(?:W/)?"[^"]*"|\*', self.headers.get(name, ""))
        if "If-Match" in self.headers and not {"*", tag} & set(named("If-Match")):
            raise Refused(412, "precondition_failed", "It is another clip.")
        tags = {"*", tag, f"W/{tag}"} & set(named("If-None-Match"))
        since = "If-None-Match" not in self.headers and self.headers.get("If-Modified-Since") == made
        if tags or since:
            self.send_response(304)
            for name, value in self.validators:
                self.send_header(name, value)
            self.end_headers()
            return False
        self.is_range_open = self.headers.get("If-Range", tag) in (tag, made)
        return True

    def send_clip(self, data):
        self.validators, self.is_range_open = [], "If-Range" not in self.headers
        if "validators" in LEGAL and not self.is_condition_met(data):
            return None
        asked = re.fullmatch(r"bytes=([0-9]+)-([0-9]+)", self.headers.get("Range", ""), re.I)
        start, end = (int(asked[1]), min(int(asked[2]), len(data) - 1)) if asked else (0, 0)
        # There are no validators here, so that no If-Range can match.
        is_plain = asked is None or int(asked[2]) < start or not self.is_range_open or self.command == "HEAD"
        if is_plain or BREAK == "no-range":
            return self.answer(200, data, "video/mp4", self.validators)
        if start >= len(data):
            error = {"error": {"code": "range", "message": "The range is beyond the clip."}}
            return self.answer_json(416, error, [("Content-Range", f"bytes */{len(data)}")])
        if "small-parts" in LEGAL:
            end = min(end, start + 9999)
        part = data[start : end + (0 if BREAK == "short-range" else 1)]
        return self.answer(206, part, "video/mp4", [("Content-Range", f"bytes {start}-{end}/{len(data)}"), *self.validators])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--break", dest="switch", choices=SWITCHES)
    parser.add_argument("--legal", dest="legal", choices=LEGAL_SWITCHES, nargs="*", default=())
    parser.add_argument("--clip-bytes", type=int, default=0)
    given = parser.parse_args()
    BREAK, LEGAL, CLIP_BYTES = given.switch, given.legal, given.clip_bytes
    server = ThreadingHTTPServer(("127.0.0.1", 0), Fetch)
    # Clients cut downloads, on purpose.
    server.handle_error = lambda *_: None
    print(json.dumps({"url": f"http://127.0.0.1:{server.server_port}"}), flush=True)
    server.serve_forever()
