"""Runs suites of users in folders of their own, with the command of this clone."""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
pytest_plugins = ["pytester"]

CLIENT = '''
import json
import time
import urllib.error
import urllib.request


class Client:
    def __init__(self, base_url, api_key, key=None, wait=True):
        self.base_url, self.api_key, self.key, self.wait = base_url, api_key, key, wait

    def call(self, path, body=None):
        headers = {"Authorization": "Bearer " + self.api_key, "Content-Type": "application/json"}
        if body is not None and self.key is not None:
            headers["Idempotency-Key"] = self.key
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(6):
            try:
                with urllib.request.urlopen(urllib.request.Request(self.base_url + path, data, headers)) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    raise
                if self.wait:
                    self.pause(error.headers["Retry-After"])
            except OSError:
                pass
        raise RuntimeError("gave up")

    def pause(self, after):
        time.sleep(int(after))

    def create(self, prompt="a boat"):
        return self.call("/v1/videos", {"model": "videomodel-2.5", "prompt": prompt, "duration_seconds": 4})

    def get(self, id):
        return self.call("/v1/videos/" + id)
'''


@pytest.fixture
def suite(pytester, monkeypatch):
    """Runs a test file of a user, and returns its outcome."""
    monkeypatch.setenv("STANDIN_COMMAND", f"node {ROOT / 'dist' / 'bin' / 'standin.js'}")
    monkeypatch.delenv("STANDIN_URL", raising=False)
    shutil.copy(ROOT / "clients" / "python" / "pytest_standin.py", pytester.path)
    pytester.makeconftest('pytest_plugins = ["pytest_standin"]')
    pytester.makepyfile(video_client=CLIENT)

    def run(text, *flags):
        pytester.makepyfile(test_user="from video_client import Client\n\n" + text)
        return pytester.runpytest_subprocess("-p", "no:cacheprovider", *flags)

    yield run
    os.environ.pop("STANDIN_URL", None)
