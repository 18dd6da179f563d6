"""Chromium with the built extension, steered over its debugging pipe: the button is really pressed."""

import base64
import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.chromium import FLAGS, PATH
from tests.browser.debugging_pipe import ChromiumError, DebuggingPipe, result_of, value_of
from tests.service import wait_until

_OWN = ["--enable-unsafe-extension-debugging", "--lang=en", "--window-size=1280,860"]


class PageClosedError(ChromiumError):
    """The page was closed before it answered."""


class Page:
    """A page, the popup or a worker of the browser."""

    def __init__(self, browser: "Chromium", target_id: str) -> None:
        self._browser = browser
        self.target_id = target_id
        wanted = {"targetId": target_id, "flatten": True}
        self.session = browser.ask("Target.attachToTarget", wanted)["sessionId"]

    def ask(self, method: str, **parameters: Any) -> Any:
        return self._browser.ask(method, parameters, self.session)

    def run(self, script: str) -> Any:
        """What the expression comes to, awaited."""
        wanted = {"expression": script, "awaitPromise": True, "returnByValue": True, "userGesture": True}
        return value_of(self.ask("Runtime.evaluate", **wanted))

    def wait(self, script: str, because: str = "") -> Any:
        """Ask until the expression is true."""

        def look() -> Any:
            with contextlib.suppress(ChromiumError):
                return self.run(script)

        return wait_until(look, because or script)

    def go(self, url: str) -> None:
        """Open the address and wait until it is there."""
        self.ask("Page.navigate", url=url)
        self.wait(f"location.href.split('#')[0] === {json.dumps(url)} && document.readyState === 'complete'")

    def click(self, selector: str) -> None:
        """Press the mouse on the element, where it stands."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"!!{found} && !{found}.disabled && {found}.checkVisibility()")
        place = self.run(
            f"(() => {{ {found}.scrollIntoView({{block: 'nearest'}}); const r = {found}.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self._input("MouseEvent", type=kind, x=place[0], y=place[1], button="left", clickCount=1)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse at the one place and let it go at the other."""
        for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            self._input("MouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def press(self, key: str, code: int, text: str = "", modifiers: int = 0) -> None:
        """Press and release a key."""
        named = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self._input("KeyEvent", type="keyDown", text=text, **named)
        self._input("KeyEvent", type="keyUp", **named)

    def write(self, selector: str, text: str) -> None:
        """Put the text into the field as if it were pasted."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus()")
        self.run(f"document.querySelector({json.dumps(selector)}).select?.()")
        self.ask("Input.insertText", text=text)

    def picture(self, path: Path) -> None:
        """What it looks like, as a file."""
        path.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        with contextlib.suppress(ChromiumError):
            self._browser.ask("Target.closeTarget", {"targetId": self.target_id})

    def _input(self, kind: str, **parameters: Any) -> None:
        # What is pressed may close its own page, which then does not answer.
        with contextlib.suppress(PageClosedError):
            self.ask(f"Input.dispatch{kind}", **parameters)


class Chromium:
    """A browser on a profile, with the extension; closed and started again, both are as they were."""

    def __init__(self, profile: Path, extension: Path, *flags: str) -> None:
        is_new = not profile.exists()
        own = [*FLAGS, *_OWN, *flags, f"--user-data-dir={profile}"]
        self._pipe = DebuggingPipe(PATH, own, {"HOME": str(profile), "LANG": "en_US.UTF-8", "LANGUAGE": "en"})
        self.id = self.ask("Extensions.loadUnpacked", {"path": str(extension)})["id"]
        if is_new:
            self._close_welcome()

    def close(self) -> None:
        """End it as its user does, so that its profile is whole."""
        with contextlib.suppress(ChromiumError):
            self.ask("Browser.close")
        wait_until(self._pipe.is_gone, "the browser ends")

    def kill(self) -> None:
        """End it without a word."""
        self._pipe.kill()

    def _close_welcome(self) -> None:
        """A new extension shows its settings: no test wants them in front."""

        def look() -> str | None:
            shown = [
                each for each in self.targets() if each["url"].endswith("/options.html") and each["type"] == "page"
            ]
            return shown[0]["targetId"] if shown else None

        self.ask("Target.closeTarget", {"targetId": wait_until(look, "the settings open")})

    def targets(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.ask("Target.getTargets", {"filter": [{}]})["targetInfos"]
        return found

    def open(self, url: str) -> Page:
        """A new tab in front."""
        page = Page(self, self.ask("Target.createTarget", {"url": "about:blank"})["targetId"])
        page.ask("Page.enable")
        page.ask("Page.bringToFront")
        if url != "about:blank":
            page.go(url)
        return page

    def own(self, name: str) -> Page:
        """A page of the extension, in a tab."""
        return self.open(f"chrome-extension://{self.id}/{name}")

    def press_button(self, url: str) -> Page:
        """Press the extension's button over the tab of that address; answers its popup."""
        before = {target["targetId"] for target in self.targets()}
        wait_until(lambda: self._press_over(url), "the button can be pressed")

        def look() -> str | None:
            for target in self.targets():
                is_popup = target["url"].startswith(f"chrome-extension://{self.id}/popup.html")
                if is_popup and target["targetId"] not in before and target["type"] == "page":
                    return str(target["targetId"])
            return None

        return Page(self, wait_until(look, "the popup opens"))

    def _press_over(self, url: str) -> bool:
        """A tab that has just come to the front is not always known to the button yet."""
        tab = next(each for each in self.targets() if (each["type"], each["url"]) == ("tab", url))
        with contextlib.suppress(ChromiumError):
            self.ask("Extensions.triggerAction", {"id": self.id, "targetId": tab["targetId"]})
            return True
        return False

    def page(self, url: str) -> Page:
        """The page that shows the address."""
        shown = [each["targetId"] for each in self.targets() if (each["type"], each["url"]) == ("page", url)]
        return Page(self, shown[0])

    def worker(self) -> Page:
        """Where the extension works when none of its pages is shown."""
        found = [each["targetId"] for each in self.targets() if each["type"] == "service_worker"]
        return Page(self, found[0])

    def popup_over(self, url: str) -> Page:
        """The popup over a page."""
        page = self.open(url)
        for target in self.targets():
            if target["type"] == "page" and target["targetId"] != page.target_id:
                with contextlib.suppress(ChromiumError):
                    self.ask("Target.closeTarget", {"targetId": target["targetId"]})
        return self.press_button(url)

    def ask(self, method: str, parameters: dict[str, Any] | None = None, session: str | None = None) -> Any:
        number = self._pipe.send(method, parameters or {}, session)
        while (message := self._pipe.message()).get("id") != number:
            if message.get("method") == "Target.detachedFromTarget" and message["params"]["sessionId"] == session:
                raise PageClosedError(method)
        return result_of(method, message)


Start = Callable[..., Chromium]
