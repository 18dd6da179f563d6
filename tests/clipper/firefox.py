"""Firefox with the built extension, steered by Marionette: the button is pressed as its own code does it."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.conftest import unused_port
from tests.service import wait_until

PATH = shutil.which("firefox-esr") or shutil.which("firefox") or ""
NAME = "clipper@notesvc"
_UUID = "0b2c9f8e-4d17-4c8e-9c55-6a1f3f0e7d21"
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
    # What an extension may do further is granted when it asks: nobody can press the browser's own buttons here.
    "extensions.webextOptionalPermissionPrompts": False,
    # An add-on that is loaded for a test goes with the browser: what it has stored stays for the next start.
    "extensions.webextensions.keepStorageOnUninstall": True,
    "extensions.webextensions.keepUuidOnUninstall": True,
    "extensions.webextensions.uuids": json.dumps({NAME: _UUID}),
}
_PRESS = f"""
const [done] = arguments;
const {{ ExtensionParent }} = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
const extension = WebExtensionPolicy.getByID("{NAME}").extension;
// A popup that is open would be closed by the button.
for (const panel of document.querySelectorAll("panel")) if (panel.state === "open") panel.hidePopup();
ExtensionParent.apiManager.asyncLoadModule("browserAction")
  .then(() => ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window))
  .then(() => done(true), (error) => done(String(error)));
"""
_OPEN_TAB = """
const [url, done] = arguments;
const triggeringPrincipal = Services.scriptSecurityManager.getSystemPrincipal();
gBrowser.selectedTab = gBrowser.addTab(url, { triggeringPrincipal });
done(true);
"""
# The extension's pages are in a process of their own: a script in there answers by a message of that name.
_IN_PAGE = """
const [which, source, name, done] = arguments;
const page = which ? document.querySelector(which) : gBrowser.selectedBrowser;
if (!page || !page.messageManager) { done(null); return; }
const heard = ({ data }) => { page.messageManager.removeMessageListener(name, heard); done(data); };
// A page that changes its process meanwhile never answers: it is asked again.
window.setTimeout(() => done(null), 2000);
page.messageManager.addMessageListener(name, heard);
page.messageManager.loadFrameScript(source, false);
"""
POPUP = "browser.webextension-popup-browser"
TAB = ""


class FirefoxError(Exception):
    """Firefox refused a command."""


class Firefox:
    """A browser on a profile, with the extension loaded for as long as it runs."""

    def __init__(self, profile: Path, extension: Path) -> None:
        profile.mkdir(exist_ok=True)
        port = unused_port()
        chosen = _PREFERENCES | {"marionette.port": port}
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in chosen.items())
        (profile / "user.js").write_text("".join(lines))
        self._process = subprocess.Popen(
            [
                PATH,
                "--headless",
                "--marionette",
                "--remote-allow-system-access",
                "--no-remote",
                "--profile",
                str(profile),
                "about:blank",
            ],
            env={**os.environ, "HOME": str(profile), "MOZ_HEADLESS_WIDTH": "1280", "MOZ_HEADLESS_HEIGHT": "860"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._number = 0
        self._socket = wait_until(lambda: _connected(port), "Firefox answers", 60)
        self._stream = self._socket.makefile("rb")
        self._read()
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        self.ask("WebDriver:SetTimeouts", {"script": 30_000, "pageLoad": 60_000})
        self.ask("Addon:Install", {"path": str(extension), "temporary": True})

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

    def own(self, name: str) -> None:
        """Show a page of the extension in a new tab."""
        self._in_chrome(_OPEN_TAB, [f"moz-extension://{_UUID}/{name}"])

    def go(self, url: str) -> None:
        """Show a page of a site in a new tab."""
        made = self.ask("WebDriver:NewWindow", {"type": "tab", "focus": True})
        self.ask("WebDriver:SwitchToWindow", {"handle": made["handle"]})
        self.ask("WebDriver:Navigate", {"url": url})

    def press_button(self) -> None:
        """Press the extension's button; the popup opens."""
        pressed = self._in_chrome(_PRESS, [])
        assert pressed is True, pressed

    def store(self, **values: Any) -> None:
        """Have the extension hold these values; one of its pages is in front."""
        content = f"Components.utils.cloneInto({json.dumps(values)}, content)"
        self.wait(TAB, f"(content.wrappedJSObject.browser.storage.local.set({content}), true)")

    def click(self, page: str, selector: str) -> None:
        """Click as its user does: browsers ask for permissions after such a click alone."""
        self.wait(page, f"!!document.querySelector({json.dumps(selector)})")
        self.run(
            page,
            "(() => { const hand = content.windowUtils.setHandlingUserInput(true);"
            f" try {{ document.querySelector({json.dumps(selector)}).click(); }} finally {{ hand.destruct(); }}"
            " return true; })()",
        )

    def run(self, page: str, script: str) -> Any:
        """What the expression comes to in the popup, or in the extension's page in the tab in front."""
        self._number += 1
        name = f"clipper-test-{self._number}"
        wanted = f"(() => {{ const {{ document }} = content; try {{ return {script}; }} catch {{ return null; }} }})()"
        source = f"data:application/javascript;charset=utf-8,{quote(f'sendAsyncMessage({name!r}, {wanted});')}"
        return self._in_chrome(_IN_PAGE, [page, source, name])

    def wait(self, page: str, script: str) -> Any:
        """Ask until the expression is true."""
        return wait_until(lambda: self.run(page, script), script, 30)

    def ask(self, command: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        content = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(str(len(content)).encode() + b":" + content)
        _, _, error, result = self._read()
        if error:
            raise FirefoxError(f"{command}: {error['message']}")
        is_value = isinstance(result, dict) and set(result) == {"value"}
        return result["value"] if is_value else result

    def _in_chrome(self, script: str, arguments: list[Any]) -> Any:
        self.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.ask("WebDriver:ExecuteAsyncScript", {"script": script, "args": arguments})
        finally:
            self.ask("Marionette:SetContext", {"value": "content"})

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
