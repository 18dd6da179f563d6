"""A real Chromium, steered over its debugging pipe; all that it asks of the network goes to a proxy of ours."""

import os
import shutil
from pathlib import Path
from typing import Any

from tests.browser.debugging_pipe import DebuggingPipe, result_of, value_of
from tests.browser.network import Network

PATH = shutil.which("chromium") or "/usr/bin/chromium"
# The same engine without windows, extensions and the like, where it is installed: a sixth less to do for the machine.
SHELL = shutil.which("chromium-headless-shell") or PATH
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
    # Letters stand where they do in a window, at parts of a pixel.
    "--font-render-hinting=none",
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
]


def is_installed() -> bool:
    """Whether there is a Chromium on this machine."""
    return os.access(PATH, os.X_OK)


class Chromium:
    """One browser with a fresh profile. What it opens, it opens one after another, in a tab of its own."""

    def __init__(self, profile: Path, network: Network) -> None:
        flags = [*_QUIET, f"--user-data-dir={profile}", f"--proxy-server=http://{network.address}"]
        self._pipe = DebuggingPipe(PATH, flags, {"HOME": str(profile)})
        self._dialogs: list[str] = []
        self._ask("Browser.setDownloadBehavior", {"behavior": "deny"})

    def close(self) -> None:
        """End it and all its processes."""
        self._pipe.kill()

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
            return self._evaluate(f"(async () => {{ {then} }})()", session)
        finally:
            self._ask("Target.closeTarget", {"targetId": target})

    def dialogs(self) -> list[str]:
        """What pages have alerted since the last call."""
        told, self._dialogs = self._dialogs, []
        return told

    def _evaluate(self, script: str, session: str) -> Any:
        wanted = {"expression": script, "awaitPromise": True, "returnByValue": True}
        return value_of(self._ask("Runtime.evaluate", wanted, session))

    def _ask(self, method: str, parameters: dict[str, Any], session: str | None = None) -> Any:
        number = self._pipe.send(method, parameters, session)
        while (message := self._message()).get("id") != number:
            pass
        return result_of(method, message)

    def _wait_for(self, event: str, session: str) -> None:
        message = self._message()
        while (message.get("method"), message.get("sessionId")) != (event, session):
            message = self._message()

    def _message(self) -> dict[str, Any]:
        message = self._pipe.message()
        if message.get("method") == "Page.javascriptDialogOpening":
            self._dialogs.append(message["params"]["message"])
            self._pipe.send("Page.handleJavaScriptDialog", {"accept": False}, message.get("sessionId"))
        return message
