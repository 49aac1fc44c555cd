"""Suites of users with the plugin: they pass, and fail for the right reasons."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def lines(result):
    return "\n".join(result.outlines)


def test_a_careful_client_passes(suite):
    result = suite(
        """
def test_it_waits_and_creates_once(standin):
    standin.scenarios.use("rate_limit_burst_then_ok")
    Client(standin.base_url, standin.api_key).create()
    standin.expect_waits()
    standin.expect_creates(1)
    standin.expect_requests([{"status": 429}, {"status": 429}, {"status": 429}, {"operation": "create", "status": 202}])


def test_a_lost_response_is_not_paid_twice(standin):
    standin.scenarios.use("accepted_then_reset")
    Client(standin.base_url, standin.api_key, key="k1").create()
    standin.expect_creates(1)
"""
    )
    result.assert_outcomes(passed=2)


def test_a_double_create_fails_and_names_both_requests(suite):
    result = suite(
        """
def test_one_create(standin):
    lost = {"kind": "reset"}
    standin.faults.add({"match": {"phase": "after-reservation"}, "when": {"first": 1}, "effect": lost, "id": "lost"})
    Client(standin.base_url, standin.api_key).create()
    standin.expect_creates(1)
"""
    )
    result.assert_outcomes(failed=1)
    said = lines(result)
    assert "Expected creates: 1. The client made 2 (each is paid for)." in said
    # In CI, the summary of pytest repeats the message.
    assert len([line for line in result.outlines if line.startswith("E ") and "(created " in line]) == 2
    assert "fault lost" in said
    # The traceback ends in the test of the user.
    assert "pytest_standin.py:" not in said


def test_a_retry_that_is_too_early_fails_with_both_requests(suite):
    result = suite(
        """
def test_it_waits(standin):
    standin.scenarios.use("rate_limit_burst_then_ok")
    Client(standin.base_url, standin.api_key, wait=False).create()
    standin.expect_waits()
"""
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*The client waited 0.?? s of 1.00 s (Retry-After) between these:*"])
    result.stdout.fnmatch_lines(["*POST /v1/videos 429 rate_limited, request *fault rate_limit_burst_then_ok:1*"])


def test_expect_waits_fails_if_there_was_no_retry(suite):
    result = suite("def test_it_waits(standin):\n    standin.expect_waits()\n")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*No request was sent again after a response with Retry-After.*", "*No request came.*"])


def test_a_date_in_retry_after_counts(suite):
    result = suite(
        """
import email.utils
import time


class Patient(Client):
    def pause(self, after):
        time.sleep(max(0, email.utils.parsedate_to_datetime(after).timestamp() - time.time()))


def test_it_waits(standin):
    standin.scenarios.use("rate_limit_http_date")
    Patient(standin.base_url, standin.api_key).create()
    standin.expect_waits()


def test_it_does_not_wait(standin):
    standin.scenarios.use("rate_limit_http_date")
    Client(standin.base_url, standin.api_key, wait=False).create()
    standin.expect_waits()
"""
    )
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*The client waited 0.?? s of ?.?? s (Retry-After) between these:*"])


def test_an_unexpected_request_fails_with_the_closest_one(suite):
    result = suite(
        """
def test_nothing_is_refused(standin):
    Client(standin.base_url, standin.api_key).create()
    standin.expect_requests([{"operation": "create", "status": 402}])


def test_no_request(standin):
    Client(standin.base_url, standin.api_key).create()
    standin.expect_requests([])


def test_a_wait_that_ends(standin):
    standin.journal.wait(operation="content", timeout=0.1)
"""
    )
    result.assert_outcomes(failed=3)
    said = lines(result)
    assert 'Request 1 of 1 did not come: {"operation": "create", "status": 402}.' in said
    assert "The closest was POST /v1/videos 202: status should be 402 and was 202." in said
    assert "0 requests were expected and 1 came." in said
    assert "The closest:" in said


def test_the_requests_are_shown_if_the_test_fails_by_itself(suite):
    result = suite(
        """
def test_it_fails(standin):
    Client(standin.base_url, standin.api_key).create()
    assert False, "an error of the test"
"""
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*- Standin -*", "These came:", "  POST /v1/videos 202, request *"])


def test_every_verb_works(suite):
    result = suite(
        """
import urllib.error

import pytest
from pytest_standin import StandinError


@pytest.mark.standin(clock="frozen", balance=5)
def test_verbs(standin):
    client = Client(standin.base_url, standin.api_key)
    made = client.create()
    assert client.get(made["id"])["status"] == "pending"
    changed = standin.clock.advance(seconds=60)
    assert client.get(made["id"])["status"] == "completed", changed
    standin.clock.advance(to="2100-01-01T00:00:00Z")
    assert standin.clock.read()["now"].startswith("2100")
    second = client.create()
    standin.clock.run_until_idle()
    assert client.get(second["id"])["status"] == "completed"
    assert {one["status"] for one in standin.generations.list()} == {"completed"}
    assert standin.ledger()["captured_usd"] == 2.24
    standin.set_balance(100)
    assert standin.read()["ledger"]["balance_usd"] == 100
    snapshot = standin.snapshot()
    last = client.create()
    standin.generations.move(last["id"], {"status": "failed", "failure": {"code": "capacity_unavailable"}})
    assert client.get(last["id"])["status"] == "failed"
    standin.restore(snapshot)
    assert len(standin.generations.list()) == 2
    fork = standin.fork()
    assert fork.name != standin.name and len(fork.generations.list()) == 2
    fork.close()
    other = standin.open_account(clock="real")
    assert other.clock.read()["mode"] == "real" and other.api_key != standin.api_key
    standin.revoke_key()
    with pytest.raises(urllib.error.HTTPError, match="401"):
        client.get(made["id"])
    standin.restore_key()
    standin.reset()
    assert standin.generations.list() == []


def test_faults_and_journal(standin):
    client = Client(standin.base_url, standin.api_key)
    rule = {"match": {"operation": "create"}, "when": {"first": 1}, "effect": {"kind": "answer", "status": 500}}
    added = standin.faults.add(rule)
    with pytest.raises(urllib.error.HTTPError, match="500"):
        client.create()
    standin.faults.restart()
    with pytest.raises(urllib.error.HTTPError, match="500"):
        client.create()
    assert [one["id"] for one in standin.faults.list()] == [added["id"]]
    standin.faults.remove(added["id"])
    assert standin.faults.replace([rule], keep=True)[0]["effect"]["status"] == 500
    standin.faults.clear()
    client.create()
    assert [entry["status"] for entry in standin.journal.entries()] == [500, 500, 202]
    [refused, *_] = standin.journal.wait(count=2, status=500)
    assert added["id"] in standin.journal.explain(refused["request_id"])
    standin.journal.clear()
    standin.expect_requests([])
    standin.scenarios.use("storm_503")
    assert standin.scenarios.list()[0]["name"] == "storm_503"
    with pytest.raises(StandinError, match="storm_504"):
        standin.scenarios.use("storm_504")
"""
    )
    result.assert_outcomes(passed=2)


def test_each_test_has_an_account_of_its_own(suite):
    result = suite(
        """
seen = set()


def test_one(standin):
    Client(standin.base_url, standin.api_key).create()
    seen.add(standin.api_key)


def test_two(standin, standin_server):
    assert standin.api_key not in seen
    standin.expect_creates(0)
    assert len(standin_server.call("GET", "/accounts")["accounts"]) == 1
"""
    )
    result.assert_outcomes(passed=2)


def test_settings_of_the_server_are_flags(suite, pytester):
    pytester.makeini("[pytest]\nstandin_flags = --latency instant")
    result = suite(
        """
def test_it_completes_at_once(standin):
    client = Client(standin.base_url, standin.api_key)
    assert client.get(client.create()["id"])["status"] == "completed"
"""
    )
    result.assert_outcomes(passed=1)


def test_a_running_server_is_joined(suite, monkeypatch):
    sys.path.insert(0, str(ROOT / "clients" / "python"))
    import pytest_standin

    server = pytest_standin.start(["--base-path", "/media"], ROOT)
    assert server.base_url.endswith("/media")
    # Without a command, nothing can be started.
    monkeypatch.setenv("STANDIN_COMMAND", "no-such-command")
    text = f"def test_it(standin):\n    assert standin.base_url == {server.base_url!r}\n    Client(standin.base_url, standin.api_key).create()\n"
    suite(text, "--standin-url", server.base_url).assert_outcomes(passed=1)
    monkeypatch.setenv("STANDIN_URL", server.base_url)
    suite(text).assert_outcomes(passed=1)
    server.close()
    result = suite(text)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*StandinError: http://127.0.0.1:*/media does not answer: *refused*"])


def test_a_missing_command_says_what_to_install(suite, monkeypatch):
    monkeypatch.delenv("STANDIN_COMMAND")
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable))
    result = suite("def test_it(standin):\n    pass\n")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*StandinError: Standin is not installed: *npm install --save-dev*"])


def test_a_server_that_does_not_start_says_why(suite, pytester):
    pytester.makeini("[pytest]\nstandin_flags = --latency slow")
    result = suite("def test_it(standin):\n    pass\n")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*StandinError: *ended with status 2: standin: --latency*"])


def test_the_server_ends_with_a_run_that_is_killed(pytester):
    program = (
        "import os, sys\n"
        f"sys.path.insert(0, {str(ROOT / 'clients' / 'python')!r})\n"
        "import pytest_standin\n"
        f"os.environ['STANDIN_COMMAND'] = 'node {ROOT / 'dist' / 'bin' / 'standin.js'}'\n"
        "server = pytest_standin.start()\n"
        "print(server._process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    pid = int(ran.stdout)
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        subprocess.run(["sleep", "0.1"])
    pytest.fail(f"the server {pid} still runs")
