"""A pytest plugin for Standin: one server for the run, and an account of its own for each test.

It needs Python 3.9 or newer and pytest 7.2 or newer. Names follow `useStandin`, the helper for TypeScript.
"""

from __future__ import annotations

import email.utils
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime
from pathlib import Path
from typing import Any, Dict, Generator, List, Optional, Sequence

import pytest

Json = Dict[str, Any]

TOLERANCE_MS = 50


class StandinError(Exception):
    """The server was not found, did not start, or rejected a call of the control API."""


class ExpectationError(AssertionError):
    """The requests of the test are not the expected ones. The message lists them."""


class Account:
    """An account with its own key, clock, fault rules and journal."""

    def __init__(self, server: Server, name: str, api_key: str) -> None:
        self._server = server
        self.name = name
        self.api_key = api_key
        self.base_url = server.base_url
        self.clock = Clock(self)
        self.faults = Faults(self)
        self.scenarios = Scenarios(self)
        self.generations = Generations(self)
        self.journal = Journal(self)

    def _call(self, method: str, path: str, body: Optional[Json] = None) -> Any:
        name = urllib.parse.quote(self.name, safe="")
        return self._server.call(method, f"/accounts/{name}{path}", body)

    def read(self) -> Json:
        """Returns the ledger, the clock, the settings and the counters."""
        return self._call("GET", "")

    def ledger(self) -> Json:
        return self.read()["ledger"]

    def set_balance(self, dollars: float) -> None:
        self._call("PUT", "/balance", {"balance_usd": dollars})

    def revoke_key(self) -> None:
        self._call("POST", "/keys/revoke")

    def restore_key(self) -> None:
        self._call("POST", "/keys/restore")

    def snapshot(self) -> Json:
        return self._call("GET", "/snapshot")

    def restore(self, snapshot: Json) -> None:
        self._call("PUT", "/snapshot", snapshot)

    def fork(self, name: Optional[str] = None) -> Account:
        """Opens a second account in the state of this one. The caller closes it."""
        opened = self._call("POST", "/fork", {} if name is None else {"name": name})
        return Account(self._server, opened["account"]["name"], opened["key"])

    def reset(self) -> None:
        """Puts the account back to its opening state."""
        self._call("POST", "/reset")

    def close(self) -> None:
        self._call("DELETE", "")

    def expect_requests(self, expected: Sequence[Json], others: str = "none") -> None:
        """Fails unless exactly these requests came, in this order. `others="allowed"` allows more between them."""
        __tracebackhide__ = True
        filters = [*expected]
        report: Json = self._call("POST", "/journal/sequence", {"filters": filters}) if filters else {"holds": True}
        entries = self.journal.entries()
        if not report["holds"]:
            missing = report["missing"]
            wanted = json.dumps(filters[missing["index"]])
            message = f"Request {missing['index'] + 1} of {len(filters)} did not come: {wanted}."
            for near in missing["nearest"][:1]:
                fields = (f"{d['field']} should be {d['wanted']!r} and was {d['was']!r}" for d in near["differs"])
                message += f" The closest was {near['request']}: {', '.join(fields)}."
            raise ExpectationError(f"{message}\n{_listed(entries)}")
        if others == "none" and len(entries) != len(filters):
            raise ExpectationError(
                f"{len(filters)} requests were expected and {len(entries)} came.\n{_listed(entries)}"
            )

    def expect_creates(self, count: int) -> None:
        """Fails unless the client created exactly this number of generations. Each of them is paid for."""
        __tracebackhide__ = True
        made = [entry for entry in self.journal.entries(operation="create") if _created(entry)]
        if len(made) == count:
            return
        said = f"Expected creates: {count}. The client made {len(made)} (each is paid for)."
        raise ExpectationError(f"{said}\n{_listed(self.journal.entries())}")

    def expect_waits(self) -> None:
        """Fails unless each retry waited for the Retry-After of the response before it, and there was such a retry."""
        __tracebackhide__ = True
        entries = self.journal.entries()
        waited = False
        for index, entry in enumerate(entries):
            asked, ended = _asked_ms(entry), _ended_ms(entry)
            if asked is None or ended is None:
                continue
            later = (other for other in entries[index + 1 :] if _work(other) == _work(entry))
            retry = next((other for other in later if other["timing"]["arrived_ms"] >= ended), None)
            if retry is None:
                continue
            waited = True
            pause = retry["timing"]["arrived_ms"] - ended
            if pause < asked - TOLERANCE_MS:
                raise ExpectationError(
                    f"The client waited {pause / 1000:.2f} s of {asked / 1000:.2f} s (Retry-After) between these:"
                    f"\n  {_line(entry)}\n  {_line(retry)}\n{_listed(entries)}"
                )
        if not waited:
            raise ExpectationError(f"No request was sent again after a response with Retry-After.\n{_listed(entries)}")


class Standin(Account):
    """The account of one test, which can open more accounts. All of them are closed with the test."""

    def __init__(self, server: Server, options: Json) -> None:
        first = server.open_account(**options)
        super().__init__(server, first.name, first.api_key)
        self._options = options
        self._more: List[Account] = []

    def open_account(self, **options: Any) -> Account:
        """Opens another account, for a second client."""
        self._more.append(self._server.open_account(**{**self._options, **options}))
        return self._more[-1]

    def close(self) -> None:
        for account in self._more:
            account.close()
        super().close()


class _Part:
    def __init__(self, account: Account) -> None:
        self._call = account._call
        self._server = account._server


class Clock(_Part):
    def read(self) -> Json:
        return self._call("GET", "/clock")

    def set(self, text: str) -> Json:
        """Takes `real`, `frozen`, `frozen@<time>` or `x60`."""
        return self._call("PUT", "/clock", {"clock": text})

    def advance(self, seconds: Optional[float] = None, to: Optional[str] = None) -> Json:
        """Moves the clock, and returns which generations changed."""
        return self._call("POST", "/clock/advance", {"by_seconds": seconds} if to is None else {"to": to})

    def run_until_idle(self) -> Json:
        """Moves the clock until no generation is left that time would end."""
        return self._call("POST", "/clock/run-until-idle")


class Faults(_Part):
    """Fault rules, as JSON of the control API: `{"match": {...}, "when": {...}, "effect": {...}}`."""

    def list(self) -> List[Json]:
        return self._call("GET", "/faults")["rules"]

    def add(self, rule: Json, keep: bool = False) -> Json:
        return self._call("POST", "/faults", {"rule": rule, "keep": keep})

    def replace(self, rules: Sequence[Json], keep: bool = False) -> List[Json]:
        return self._call("PUT", "/faults", {"rules": [*rules], "keep": keep})["rules"]

    def remove(self, id: str) -> None:
        self._call("DELETE", "/faults/" + urllib.parse.quote(id, safe=""))

    def clear(self) -> None:
        self.replace([])

    def restart(self) -> List[Json]:
        """Starts the counts of all rules again."""
        return self._call("POST", "/faults/restart")["rules"]


class Scenarios(_Part):
    def use(self, *names: str) -> None:
        """Turns these scenarios on from their beginning, and all others off."""
        self._call("PUT", "/scenarios", {"scenarios": [*names]})

    def list(self) -> List[Json]:
        return self._call("GET", "/scenarios")["scenarios"]


class Generations(_Part):
    def list(self) -> List[Json]:
        return self._call("GET", "/generations?limit=1000")["generations"]

    def move(self, id: str, to: Json) -> Json:
        """Moves a generation, such as to `{"status": "failed", "failure": {"code": "capacity_unavailable"}}`."""
        return self._call("POST", f"/generations/{id}/move", to)


class Journal(_Part):
    def entries(self, **filter: Any) -> List[Json]:
        """Returns the matching requests, oldest first."""
        return self._call("POST", "/journal/find", {"filter": filter})["entries"]

    def wait(self, count: int = 1, timeout: float = 5, **filter: Any) -> List[Json]:
        """Waits until this number of requests match; fails with the closest ones after `timeout` seconds."""
        __tracebackhide__ = True
        report = self._call("POST", "/journal/wait", {"filter": filter, "count": count, "timeout_seconds": timeout})
        if report["held"]:
            return report["entries"]
        nearest = "".join(f"\n  {near['request']} {json.dumps(near['differs'])}" for near in report["nearest"])
        raise ExpectationError(f"{report['why']} The closest:{nearest}")

    def explain(self, request_id: str) -> str:
        """Returns why a request got its response, by the `x-request-id` of the response."""
        return self._server.call("GET", "/explain/" + request_id)["explanation"]

    def clear(self) -> None:
        self._call("DELETE", "/journal")


class Server:
    """A running server: one that `start` started, or one behind a URL."""

    def __init__(self, url: str, token: Optional[str] = None, process: Optional[subprocess.Popen[str]] = None) -> None:
        self.base_url = url.rstrip("/")
        parts = urllib.parse.urlsplit(url)
        self._control = f"{parts.scheme}://{parts.netloc}/_standin"
        self._token = token
        self._process = process
        # A proxy of the environment does not know the server.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def call(self, method: str, path: str, body: Optional[Json] = None) -> Any:
        """Calls the control API."""
        headers = {} if self._token is None else {"Authorization": f"Bearer {self._token}"}
        data = None
        if method != "GET":
            headers["Content-Type"] = "application/json"
            data = json.dumps(body or {}).encode()
        request = urllib.request.Request(self._control + path, data, headers, method=method)
        try:
            with self._opener.open(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            text = error.read().decode(errors="replace")
            try:
                text = json.loads(text)["error"]["message"]
            except (ValueError, KeyError, TypeError):
                pass
            raise StandinError(f"{method} {path}: {text}") from None
        except urllib.error.URLError as error:
            raise StandinError(f"{self.base_url} does not answer: {error.reason}") from None

    def open_account(self, **options: Any) -> Account:
        """Opens an account with a unique name and key. The options are settings such as `clock="frozen"`."""
        opened = self.call("POST", "/accounts", options)
        return Account(self, opened["account"]["name"], opened["key"])

    def close(self) -> None:
        """Ends the server if `start` started it."""
        if self._process is not None:
            # It closes the standard input of the server, and waits for its end.
            self._process.communicate()


def start(flags: Sequence[str] = (), folder: Optional[Path] = None) -> Server:
    """Starts `standin serve` on a free port. The server ends with this process at the latest."""
    command = [*_command(folder or Path.cwd()), "serve", "--json", "--port", "0", "--until-stdin-ends", *flags]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True)
        line = process.stdout.readline() if process.stdout else ""
        if line:
            return Server(json.loads(line)["url"], os.environ.get("STANDIN_CONTROL_TOKEN"), process)
        status = process.wait()
        errors.seek(0)
        raise StandinError(f"{shlex.join(command)} ended with status {status}: {errors.read().strip()}")


def _command(folder: Path) -> List[str]:
    given = os.environ.get("STANDIN_COMMAND")
    if given:
        return shlex.split(given)
    name = "standin.cmd" if os.name == "nt" else "standin"
    for parent in (folder, *folder.parents):
        installed = parent / "node_modules" / ".bin" / name
        if installed.exists():
            return [str(installed)]
    found = shutil.which("standin")
    if found is not None:
        return [found]
    raise StandinError(
        f"Standin is not installed: there is no node_modules/.bin/standin in {folder} or above, and no standin on PATH."
        " Run npm install --save-dev with the tarball of Standin, set STANDIN_COMMAND to the command,"
        " or set STANDIN_URL to the URL of a running server."
    )


def _created(entry: Json) -> bool:
    generations = (change.get("generation") for change in entry["changes"])
    return any(one and one["before"] is None for one in generations)


def _work(entry: Json) -> List[Any]:
    """Returns the operation that this request is an attempt at."""
    sent = entry["request"]
    about = sent["body_hash"] if entry["operation"] == "create" else entry["generation"]
    return [entry["operation"], entry["method"], about, sent["range"]]


def _asked_ms(entry: Json) -> Optional[float]:
    """Returns the wait that the response asked for, in seconds or as a date."""
    after = entry["response"]["headers"].get("retry-after", "")
    if entry["ending"] != "answered" or not after:
        return None
    if after.isdigit():
        return int(after) * 1000 or None
    try:
        until = email.utils.parsedate_to_datetime(after).timestamp()
    except (TypeError, ValueError):
        return None
    sent = datetime.fromisoformat(entry["at"].replace("Z", "+00:00")).timestamp()
    wait = (until - sent) * 1000 - (entry["timing"]["total_ms"] or 0)
    return wait if wait > 0 else None


def _ended_ms(entry: Json) -> Optional[float]:
    total = entry["timing"]["total_ms"]
    return None if total is None else entry["timing"]["arrived_ms"] + total


def _line(entry: Json) -> str:
    notes = [f"Idempotency-Key {entry['request']['idempotency_key']}"] if entry["request"]["idempotency_key"] else []
    if entry["generation"]:
        notes.append(f"{'created' if _created(entry) else 'generation'} {entry['generation']}")
    notes += [f"fault {fault}" for fault in entry["faults"]]
    code = f" {entry['code']}" if entry["code"] else ""
    after = f" ({'; '.join(notes)})" if notes else ""
    return f"{entry['method']} {entry['path']} {entry['status']}{code}, request {entry['request_id']}{after}"


def _listed(entries: Sequence[Json]) -> str:
    lines = "".join(f"\n  {_line(entry)}" for entry in entries)
    return f"These came:{lines}" if entries else "No request came."


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "URL of a running server (default: STANDIN_URL; without both, a server is started)"
    parser.getgroup("standin").addoption("--standin-url", help=text)
    parser.addini("standin_flags", "flags of standin serve, such as --latency instant", type="args", default=[])


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", 'standin(**options): options of the account of the test, such as clock="frozen"')


@pytest.fixture(scope="session")
def standin_server(request: pytest.FixtureRequest) -> Generator[Server, None, None]:
    """The server of the run."""
    url = request.config.getoption("--standin-url") or os.environ.get("STANDIN_URL")
    if url:
        server = Server(url, os.environ.get("STANDIN_CONTROL_TOKEN"))
    else:
        server = start(request.config.getini("standin_flags"), request.config.rootpath)
    yield server
    server.close()


@pytest.fixture
def standin(request: pytest.FixtureRequest, standin_server: Server) -> Generator[Standin, None, None]:
    """An account of its own for the test."""
    options: Json = {}
    for marker in reversed([*request.node.iter_markers("standin")]):
        options.update(marker.kwargs)
    account = Standin(standin_server, options)
    request.node.stash[_ACCOUNT] = account
    yield account
    del request.node.stash[_ACCOUNT]
    account.close()


_ACCOUNT = pytest.StashKey[Standin]()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, None]:
    """Shows the requests of a test that failed for another reason."""
    outcome = yield
    report = outcome.get_result()
    account = item.stash.get(_ACCOUNT, None)
    if report.when != "call" or not report.failed or account is None or call.excinfo.errisinstance(ExpectationError):
        return
    try:
        report.sections.append(("Standin", _listed(account.journal.entries())))
    except StandinError as error:
        report.sections.append(("Standin", str(error)))
