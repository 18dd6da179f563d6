"""A real Chromium, steered over its debugging pipe; all that it asks of the network goes to a proxy of ours."""

import json
import os
import select
import shutil
import signal
import time
from pathlib import Path
from typing import Any

from tests.browser.network import Network

PATH = shutil.which("chromium") or "/usr/bin/chromium"
_WAIT_SECONDS = 60
# The last flag of that name counts, so this one says what Playwright's own says too. The pages of the address bar's
# pop-up, which nobody sees, would take a second of processor time for each window.
_WITHOUT = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "InterestFeedContentSuggestions",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    "Translate",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
]
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_WITHOUT)}",
]
_QUIET = [
    *FLAGS,
    "--no-default-browser-check",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-extensions",
    "--metrics-recording-only",
    "--no-pings",
    "--mute-audio",
    "--disable-popup-blocking",
    # Pages from a folder may look into each other's frames, so that a test can poke what is in them.
    "--allow-file-access-from-files",
    "--remote-debugging-pipe",
]


def is_installed() -> bool:
    """Whether there is a Chromium on this machine."""
    return os.access(PATH, os.X_OK)


class ChromiumError(Exception):
    """Chromium ended, did not answer in time, or refused a command."""


class Chromium:
    """One browser with a fresh profile. What it opens, it opens one after another, in a tab of its own."""

    def __init__(self, profile: Path, network: Network) -> None:
        commands, self._write = os.pipe()
        self._read, answers = os.pipe()
        self._buffer = b""
        self._number = 0
        self._dialogs: list[str] = []
        flags = [*_QUIET, f"--user-data-dir={profile}", f"--proxy-server=http://{network.address}"]
        self._pid = os.posix_spawn(
            PATH,
            [PATH, *flags, "about:blank"],
            {**os.environ, "HOME": str(profile)},
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_DUP2, commands, 103),
                (os.POSIX_SPAWN_DUP2, answers, 104),
                (os.POSIX_SPAWN_DUP2, 103, 3),
                (os.POSIX_SPAWN_DUP2, 104, 4),
            ],
            setpgroup=0,
        )
        os.close(commands)
        os.close(answers)
        self._ask("Browser.setDownloadBehavior", {"behavior": "deny"})

    def close(self) -> None:
        """End it and all its processes."""
        os.killpg(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._write)
        os.close(self._read)

    def set_cookie(self, url: str, name: str, value: str) -> None:
        """Have it send that cookie to the address's host."""
        self._ask("Storage.setCookies", {"cookies": [{"url": url, "name": name, "value": value}]})

    def open(self, url: str, then: str = "") -> Any:
        """Open the address, wait until it is there, run `then` in it, and answer what that comes to.

        None for what is no page but a download. Raises ChromiumError.
        """
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        try:
            self._ask("Page.enable", {}, session)
            shown = self._ask("Page.navigate", {"url": url}, session)
            if shown.get("isDownload") or "errorText" in shown:
                return None
            self._wait_for("Page.loadEventFired", session)
            return self._evaluated(f"(async () => {{ {then} }})()", session)
        finally:
            self._ask("Target.closeTarget", {"targetId": target})

    def dialogs(self) -> list[str]:
        """What pages have alerted since the last call."""
        told, self._dialogs = self._dialogs, []
        return told

    def _evaluated(self, script: str, session: str) -> Any:
        wanted = {"expression": script, "awaitPromise": True, "returnByValue": True}
        answer = self._ask("Runtime.evaluate", wanted, session)
        if "exceptionDetails" in answer:
            raise ChromiumError(str(answer["exceptionDetails"])[:1_000])
        return answer["result"].get("value")

    def _ask(self, method: str, parameters: dict[str, Any], session: str | None = None) -> Any:
        number = self._send(method, parameters, session)
        while True:
            message = self._message()
            if message.get("id") != number:
                continue
            if "error" in message:
                raise ChromiumError(f"{method}: {message['error']}")
            return message["result"]

    def _wait_for(self, event: str, session: str) -> None:
        while True:
            message = self._message()
            if (message.get("method"), message.get("sessionId")) == (event, session):
                return

    def _send(self, method: str, parameters: dict[str, Any], session: str | None = None) -> int:
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            command["sessionId"] = session
        content = memoryview(json.dumps(command).encode() + b"\0")
        while content:
            content = content[os.write(self._write, content) :]
        return self._number

    def _message(self) -> dict[str, Any]:
        deadline = time.monotonic() + _WAIT_SECONDS
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], max(0.0, deadline - time.monotonic()))
            piece = os.read(self._read, 1 << 20) if ready else b""
            if not piece:
                raise ChromiumError("Chromium has ended or does not answer")
            self._buffer += piece
        text, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        if message.get("method") == "Page.javascriptDialogOpening":
            self._dialogs.append(message["params"]["message"])
            self._send("Page.handleJavaScriptDialog", {"accept": False}, message.get("sessionId"))
        return message
