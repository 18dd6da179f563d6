"""The real service as a process of its own: started, asked, signalled and stopped by tests."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from tests import programs
from tests.places import PROJECT

T = TypeVar("T")

_ADDRESS = re.compile(r"https?://[^\s)]+")
_PROXYLESS = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def environment(instance: Path, settings: Mapping[str, str] | None = None) -> dict[str, str]:
    """What a command of the service is started with: nothing of the tester's own settings."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("NOTESVC_")}
    chosen = {"NOTESVC_INSTANCE": str(instance), "NOTESVC_PORT": "0", "PYTHONWARNINGS": "default"}
    # The port after one that is free may be somebody else's.
    chosen |= {"NOTESVC_COLLAB_PORT": "0"}
    # Hundreds of instances lie beside each other: each holds back next to nothing.
    chosen |= {"NOTESVC_MAX_BALLAST": "1"}
    return plain | chosen | dict(settings or {})


def run(instance: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run one command of the service to its end: `run(instance, "user", "list")`."""
    return subprocess.run(
        [sys.executable, "-m", "notesvc.cli", *arguments],
        cwd=PROJECT,
        env=environment(instance, settings),
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def with_input(instance: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    """One command that reads the text from its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "notesvc.cli", *words],
        cwd=PROJECT,
        env=environment(instance),
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def wait_until(what: Callable[[], T], because: str, seconds: float = 60.0) -> T:
    """Ask again and again until the answer is true, and return it; fail after so many seconds."""
    deadline = time.monotonic() + seconds
    while not (answer := what()):
        assert time.monotonic() < deadline, f"waited {seconds} s in vain: {because}"
        time.sleep(0.01)
    return answer


def status_of(url: str) -> int:
    """The status of a GET; 0 when there was no answer."""
    try:
        with _PROXYLESS.open(url, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as answer:
        answer.close()
        return int(answer.code)
    except OSError:
        return 0


class Service:
    """A `notesvc serve` of its own. The port is the system's choice unless `NOTESVC_PORT` is given."""

    def __init__(self, instance: Path, settings: Mapping[str, str] | None = None) -> None:
        self.instance = instance
        self.settings = dict(settings or {})
        self.url = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._output = instance.parent / f"{instance.name}.output"
        self._log = instance.parent / f"{instance.name}.log"

    @property
    def pid(self) -> int:
        """The supervisor's process id."""
        return self.process.pid

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the service was not started"
        return self._process

    @property
    def output(self) -> str:
        """What it has printed to standard output since the last start."""
        return self._output.read_text() if self._output.exists() else ""

    @property
    def log(self) -> str:
        """What it has written to standard error since the last start."""
        return self._log.read_text() if self._log.exists() else ""

    @property
    def set_up_code(self) -> str | None:
        """What the first account has to send, where the service asked for it at its start."""
        found = re.search(r"Set-up code: (\S+)", self.output)
        return found[1] if found else None

    def events(self, name: str) -> list[dict[str, Any]]:
        """The log's JSON lines of that event."""
        lines = [line for line in self.log.splitlines() if line.startswith("{") and line.endswith("}")]
        return [line for line in map(json.loads, lines) if line.get("event") == name]

    def start(self) -> "Service":
        """Start it and wait until it answers."""
        self.launch()
        self.url = wait_until(self._printed_url, "no address was printed")
        return self.answering()

    def launch(self) -> None:
        """Start it and do not wait for anything."""
        with open(self._output, "wb") as output, open(self._log, "wb") as log:
            self._process = programs.start(
                [sys.executable, "-m", "notesvc.cli", "serve"],
                cwd=PROJECT,
                env=environment(self.instance, self.settings),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=log,
            )

    def answering(self, path: str = "/healthz") -> "Service":
        """Wait until it answers, as after something was killed."""
        wait_until(lambda: self.status(path) == 200, f"{path} did not answer; the log says:\n{self.log}")
        return self

    def status(self, path: str = "/healthz") -> int:
        """The status of a GET; 0 when there was no answer."""
        return status_of(self.url + path)

    def stop(self) -> int:
        """Ask it to stop, wait for that, and answer its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)

    def kill(self) -> None:
        """End it as a power cut would; its children must follow by themselves."""
        self.process.kill()
        self.process.wait(timeout=60)

    def go_away(self) -> None:
        """End it as `kill` does, and wait until none of its children answers any more."""
        self.kill()
        wait_until(lambda: self.status() == 0, "its children answer on")

    def end(self) -> None:
        """Whatever state it is in, have it gone."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def _printed_url(self) -> str | None:
        assert self.process.poll() is None, f"it ended with {self.process.returncode}:\n{self.log}"
        # Where it listens stands last, after a public address that leads elsewhere.
        found = _ADDRESS.findall(self.output)
        return found[-1] if found and self.output.endswith("\n") else None
