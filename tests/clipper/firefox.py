"""Firefox with the built extension, steered by Marionette: the button is pressed as its own code does it."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.browser import firefox
from tests.service import wait_until

NAME = "clipper@notesvc"
_UUID = "0b2c9f8e-4d17-4c8e-9c55-6a1f3f0e7d21"
_PREFERENCES = {
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


class Firefox(firefox.Firefox):
    """A browser on a profile, with the extension loaded for as long as it runs."""

    def __init__(self, profile: Path, extension: Path) -> None:
        super().__init__(profile, "--remote-allow-system-access", **_PREFERENCES)
        self.ask("Addon:Install", {"path": str(extension), "temporary": True})

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
        return wait_until(lambda: self.run(page, script), script)

    def _in_chrome(self, script: str, arguments: list[Any]) -> Any:
        self.ask("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.ask("WebDriver:ExecuteAsyncScript", {"script": script, "args": arguments})
        finally:
            self.ask("Marionette:SetContext", {"value": "content"})
