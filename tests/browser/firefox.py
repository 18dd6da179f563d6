"""A real Firefox on a profile of its own, steered by Marionette."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any

from tests import programs
from tests.ports import unused_port
from tests.service import wait_until

PATH = shutil.which("firefox-esr") or shutil.which("firefox") or ""
_PREFERENCES = {
    "app.update.auto": False,
    "app.normandy.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "intl.locale.requested": "en-US",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


class FirefoxError(Exception):
    """Firefox refused a command."""


class Firefox:
    """A browser on a profile."""

    def __init__(self, profile: Path, *flags: str, **preferences: Any) -> None:
        profile.mkdir(exist_ok=True)
        port = unused_port()
        chosen = _PREFERENCES | preferences | {"marionette.port": port}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items())
        (profile / "user.js").write_text("".join(lines))
        self._process = programs.start(
            [PATH, "--headless", "--marionette", *flags, "--no-remote", "--profile", str(profile), "about:blank"],
            env={**os.environ, "HOME": str(profile), "MOZ_HEADLESS_WIDTH": "1280", "MOZ_HEADLESS_HEIGHT": "860"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._number = 0
        self._socket = wait_until(lambda: _connected(port), "Firefox answers")
        self._stream = self._socket.makefile("rb")
        self._read()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        self.ask("WebDriver:SetTimeouts", {"script": 30_000, "pageLoad": 60_000})

    def close(self) -> None:
        """End it as its user does."""
        with contextlib.suppress(FirefoxError, OSError, ValueError):
            self.ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._process.wait(60)
        self._hang_up()

    def kill(self) -> None:
        """End it without a word, if it is still there."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._hang_up()

    def _hang_up(self) -> None:
        self._stream.close()
        self._socket.close()

    def ask(self, command: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        content = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(str(len(content)).encode() + b":" + content)
        _, _, error, result = self._read()
        if error:
            raise FirefoxError(f"{command}: {error['message']}")
        is_value = isinstance(result, dict) and set(result) == {"value"}
        return result["value"] if is_value else result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            letter = self._stream.read(1)
            if not letter:
                raise FirefoxError("Firefox has ended")
            length += letter
        return json.loads(self._stream.read(int(length[:-1])))


def _connected(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), timeout=90)
    except OSError:
        return None
