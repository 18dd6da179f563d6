"""The most important acts of writing, in Firefox."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.app.visitor import PASSWORD
from tests.browser import firefox
from tests.places import PACKAGE, missing
from tests.service import Service, wait_until

KEYS = {
    "Control": "\ue009",
    "Shift": "\ue008",
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Right": "\ue014",
    "Home": "\ue011",
    "End": "\ue010",
    "Backspace": "\ue003",
}
ASK = """
const [method, path, body, done] = arguments;
const headers = { "Content-Type": "application/json" };
fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  .then(async (answer) => done({ status: answer.status, body: await answer.json() }), (error) => done(String(error)));
"""
SURFACE = ".note-surface:not(.is-waiting) :is(.block-surface .bn-editor, .cm-content)[contenteditable=true]"
# Firefox makes no paste event with a clipboard of its own.
PASTE = """
const [kinds] = arguments;
const data = new DataTransfer();
for (const [kind, text] of Object.entries(kinds)) data.setData(kind, text);
const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
Object.defineProperty(event, "clipboardData", { value: data });
document.activeElement.dispatchEvent(event);
"""


class Writer:
    """Ada at a page in Firefox."""

    def __init__(self, browser: firefox.Firefox, url: str) -> None:
        self._browser, self._url = browser, url
        self._go("/sign-in")
        self.ask("POST", "/api/auth/register", {"email": "a@example.org", "password": PASSWORD, "name": "Ada"})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the service answers to the page."""
        asked = {"script": ASK, "args": [method, path, body]}
        answer = self._browser.ask("WebDriver:ExecuteAsyncScript", asked)
        assert answer["status"] < 300, answer
        return answer["body"]

    def enter(self, content: str, mode: str = "block") -> str:
        """A new note with the caret at the end of its text."""
        note: str = self.ask("POST", "/api/workspace/notes", {"name": "N", "content": content, "mode": mode})["id"]
        self._go(f"/notes/{note}")
        self.stand()
        self.press("Control", "End")
        return note

    def stand(self, within: str = SURFACE) -> None:
        """Click where the text is written, when it is there and nothing stands over it any more."""
        wait_until(lambda: not self._element("#first-view"), "the app stands in place of what came first")
        element = wait_until(lambda: self._element(within), f"{within} is there")
        self._browser.ask("WebDriver:ElementClick", {"id": element})

    def focused(self, within: str) -> None:
        """Wait until what is typed goes there."""
        wait_until(lambda: self._element(f"{within}:focus"), f"{within} has the focus")

    def press(self, *keys: str) -> None:
        """Keys held together, each let go after those behind it."""
        given = [KEYS.get(key, key) for key in keys]
        self._perform([("keyDown", key) for key in given] + [("keyUp", key) for key in reversed(given)])

    def type(self, text: str) -> None:
        self._perform([(way, letter) for letter in text for way in ("keyDown", "keyUp")])

    def write(self, *lines: str) -> None:
        """Lines with Enter between them; one that begins with a tab goes in first."""
        for number, line in enumerate(lines):
            if number:
                self.press("Enter")
            if line.startswith("\t"):
                self.press("Tab")
            self.type(line.removeprefix("\t"))

    def paste(self, **kinds: str) -> None:
        given = {f"text/{kind}": text for kind, text in kinds.items()}
        self._browser.ask("WebDriver:ExecuteScript", {"script": PASTE, "args": [given]})

    def reload(self) -> None:
        self._browser.ask("WebDriver:Refresh", {})

    def becomes(self, note: str, content: str) -> None:
        """Wait until that is what the service holds of the note."""
        self.press("Control", "s")
        with contextlib.suppress(AssertionError):
            wait_until(lambda: self._content(note) == content, "it is another text")
        assert self._content(note) == content

    def _content(self, note: str) -> str:
        return str(self.ask("GET", f"/api/workspace/notes/{note}")["content"]).rstrip("\n")

    def _go(self, path: str) -> None:
        self._browser.ask("WebDriver:Navigate", {"url": f"{self._url}{path}"})

    def _element(self, selector: str) -> str:
        try:
            found = self._browser.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        except firefox.FirefoxError:
            return ""
        return str(next(iter(found.values())))

    def _perform(self, acts: list[tuple[str, str]]) -> None:
        actions = [{"type": way, "value": key} for way, key in acts]
        keyboard = {"type": "key", "id": "keyboard", "actions": actions}
        self._browser.ask("WebDriver:PerformActions", {"actions": [keyboard]})


@pytest.fixture
def writer(service: Service, tmp_path: Path) -> Iterator[Writer]:
    if not firefox.PATH:
        missing("Firefox is not installed (Debian: apt-get install firefox-esr)")
    if not (PACKAGE / "static" / "index.html").is_file():
        missing("the web app is not built (make web)")
    browser = firefox.Firefox(tmp_path / "profile")
    yield Writer(browser, service.url)
    browser.kill()


def test_blocks_are_written_in_firefox(writer: Writer) -> None:
    note = writer.enter("")
    writer.write("# Plan", "- one", "\ttwo", "three")
    writer.press("Shift", "Tab")
    writer.write("", "", "**bold** and $x^2$", "")
    writer.paste(html="<p>From <b>a</b> page</p>", plain="From a page")
    text = "# Plan\n\n- one\n    - two\n- three\n\n**bold** and $x^2$\n\nFrom **a** page"
    writer.becomes(note, text)
    writer.reload()
    writer.stand()
    writer.press("Control", "End")
    writer.type(".")
    writer.becomes(note, f"{text}.")
    note = writer.enter("| a | b |\n| --- | --- |\n| 1 | 2 |")
    writer.stand(f"{SURFACE} tr:last-child td")
    writer.press("End")
    for word in ("x", "y", "new", "row"):
        writer.type(word)
        if word != "row":
            writer.press("Tab")
    writer.press("Control", "Enter")
    writer.type("See [[Plan]]")
    table = "| a | b |\n| --- | --- |\n| 1x | 2y |\n| new | row |\n\nSee [[Plan]]"
    writer.becomes(note, table)
    writer.press("Control", "a")
    writer.press("Control", "c")
    other = writer.enter("")
    writer.press("Control", "v")
    writer.becomes(other, table)


def test_markdown_is_written_in_firefox(writer: Writer) -> None:
    note = writer.enter("", "raw")
    writer.write("- [ ] one", "\ttwo", "", "", "| a | b |", "| - | - |", "| 1")
    writer.press("Tab")
    writer.type("2")
    writer.press("Control", "Enter")
    writer.press("Control", "b")
    writer.type("bold")
    writer.press("Control", "b")
    writer.paste(html="<ul><li>From a page</li></ul>", plain="From a page")
    table = "| a   | b   |\n| --- | --- |\n| 1   | 2   |"
    writer.becomes(note, f"- [ ] one\n  - [ ] two\n\n{table}\n\n**bold**\n\n- From a page")
    note = writer.enter("One two")
    writer.press("Home")
    for _ in range(4):
        writer.press("Right")
    writer.press("Control", "e")
    writer.focused(".cm-content")
    writer.type("*in* ")
    writer.press("Control", "e")
    writer.focused(".bn-editor")
    writer.type("both ")
    writer.becomes(note, "One *in* both two")
