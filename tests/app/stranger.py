"""A stranger who walks through the whole app with nothing but what the pages show, wide or on a phone."""

import json
import re
import urllib.error
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.app.catalogue import said
from tests.app.forms import fill_in
from tests.app.visitor import PASSWORD, Visitor
from tests.app.writing import saved, surface
from tests.places import vaults
from tests.service import wait_until

# An import goes as fast as the machine lets it: a busy one takes its time.
SLOW = 120_000


class Stranger:
    """Knows the address, and what they read on the screen."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor

    @property
    def page(self) -> Page:
        return self.visitor.page

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    @property
    def title(self) -> Locator:
        return self.page.get_by_role("textbox", name="Title")

    def make_account(self) -> None:
        self.visitor.open("/")
        fill_in(self.page, "Ada")
        self.page.get_by_role("button", name="Make the account").click()
        expect(self.main.get_by_role("link", name="Start here")).to_be_visible()

    def import_the_vault(self) -> None:
        self.sidebar().get_by_role("button", name=re.compile("^Account")).click()
        self.page.get_by_role("menuitem", name="Import").click()
        self.page.get_by_label("File", exact=True).set_input_files(vaults() / "vault-en.zip")
        self.page.get_by_role("button", name="Preview", exact=True).click()
        expect(self.main.get_by_text(said("settings.import.nothing"))).to_be_visible(timeout=SLOW)
        expect(self.main.get_by_text("173 notes", exact=True)).to_be_visible()
        self.main.get_by_role("button", name="Import now").click()
        expect(self.main.get_by_role("button", name="Take it back")).to_be_visible(timeout=SLOW)
        expect(self.main.get_by_text("173 notes", exact=True)).to_be_visible()

    def find_by_search(self, words: str, name: str) -> None:
        """Ask the palette for text, go on to the page of all results, and open one."""
        self.press_search()
        self.page.get_by_role("dialog").get_by_role("combobox").fill(words)
        self.page.get_by_role("option", name=re.compile("all results|Search", re.IGNORECASE)).last.click()
        self.main.get_by_role("link", name=re.compile(name)).first.click()
        expect(self.title).to_have_value(name)

    def switch_to(self, name: str) -> None:
        """To the note, by the beginning of its name."""
        self.press_search()
        self.page.get_by_role("dialog").get_by_role("combobox").fill(name)
        self.page.get_by_role("option", name=re.compile(f"^{re.escape(name)}")).first.click()
        expect(self.title).to_have_value(name)

    def new_note(self, name: str, text: str) -> str:
        """Its id."""
        if self.has_top_bar():
            self.button("New note").click()
        else:
            self.sidebar().get_by_role("button", name="New note").click()
        expect(self.title).to_have_value("")
        self.title.fill(name)
        self.title.press("Enter")
        self.page.keyboard.type(text)
        saved(self.page)
        return self.note_id()

    def edit_in_both_surfaces(self) -> None:
        self.go_to_end()
        self.page.keyboard.press("Enter")
        self.page.keyboard.type("Written in blocks.")
        self.press_surface("Edit as markdown", "Markdown")
        self.page.locator(".note-surface:not(.is-waiting) .cm-content").wait_for()
        comes(lambda: self.ends_with("Written in blocks."), "the end is not shown")
        self.page.keyboard.type("\n\nWritten **in markdown**.")
        saved(self.page)
        self.press_surface("Edit as blocks", "Blocks")
        expect(surface(self.page).locator("strong", has_text="in markdown")).to_be_visible()

    def make_link(self, to: str) -> None:
        """By the menu that `[[` opens, at the end of the text."""
        self.go_to_end()
        self.page.keyboard.type(f" See [[{to[:-2]}")
        self.page.get_by_role("option", name=re.compile(to)).first.click()
        expect(surface(self.page).get_by_text(to).last).to_be_visible()
        saved(self.page)

    def follow_link(self, to: str) -> None:
        surface(self.page).get_by_text(to, exact=True).last.click()
        expect(self.title).to_have_value(to)

    def rename(self, name: str) -> None:
        self.title.fill(name)
        self.title.press("Enter")
        expect(self.page.get_by_text(re.compile("Renamed; .* follow"))).to_be_visible()

    def restore_first_version(self) -> None:
        self.page.get_by_role("button", name="Actions for this note").click()
        self.page.get_by_role("menuitem", name="Versions").click()
        versions = self.page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
        versions.last.click()
        self.page.get_by_role("button", name="Restore this version").click()

    def close_rail(self) -> None:
        self.page.get_by_role("button", name="Close the side panel").click()
        expect(self.page.get_by_role("tabpanel")).to_have_count(0)

    def write_journal(self, text: str) -> str:
        """The day, as the address has it."""
        self.sidebar().get_by_role("link", name="Journal").click()
        expect(self.page).to_have_url(re.compile(r"/journal"))
        surface(self.page).click()
        self.page.keyboard.type(text)
        expect(self.main).to_contain_text(text)
        return str(self.page.evaluate("() => new Intl.DateTimeFormat('sv').format(new Date())"))

    def make_key(self) -> str:
        """The secret."""
        self.sidebar().get_by_role("button", name=re.compile("^Account")).click()
        self.page.get_by_role("menuitem", name="Settings").click()
        self.page.get_by_role("link", name="Sync keys").click()
        self.page.get_by_role("button", name=re.compile("^(Make|New|Add).*key", re.IGNORECASE)).first.click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Name").fill("My phone")
        dialog.get_by_role("checkbox").check()
        dialog.get_by_role("button", name=re.compile("make|create", re.IGNORECASE)).last.click()
        proof = self.page.get_by_role("dialog", name="Confirm that it is you")
        proof.get_by_label("Password", exact=True).fill(PASSWORD)
        proof.get_by_role("button", name="Confirm", exact=True).click()
        secret = self.page.get_by_role("textbox", name=re.compile("^Secret")).input_value()
        self.page.get_by_role("button", name="I have stored it").click()
        expect(self.page.get_by_text("My phone").first).to_be_visible()
        return str(secret)

    # What a wide and a narrow window have in other places

    def sidebar(self) -> Locator:
        opener = self.page.get_by_role("button", name="Open the sidebar")
        if self.is_narrow() and not self.page.locator("#sidebar").is_visible():
            opener.click()
        return self.page.get_by_role("navigation").first

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True).locator("visible=true").first

    def has_top_bar(self) -> bool:
        """A narrow window has none over a note, whose own bar leads to the sidebar."""
        return not self.is_narrow() or self.page.get_by_role("banner").is_visible()

    def press_search(self) -> None:
        if self.is_narrow() and self.has_top_bar():
            self.page.get_by_role("banner").get_by_role("button", name=re.compile("Search|palette|Go to")).click()
        else:
            self.sidebar().get_by_role("button", name=re.compile("^Search")).click()

    def press_surface(self, in_menu: str, on_switch: str) -> None:
        switch = self.page.get_by_role("toolbar", name="Note").get_by_role("button", name=on_switch, exact=True)
        if switch.is_visible():
            switch.click()
        else:
            menu = self.page.get_by_role("button", name="Actions for this note")
            menu.click()
            self.page.get_by_role("menuitem", name=re.compile(in_menu)).click()
            # A menu gives the focus back after it has gone, and a hurried finger would lose the text's.
            expect(self.page.get_by_role("menu")).to_have_count(0)
            expect(menu).to_be_focused()

    def go_to_end(self) -> None:
        """Have the caret at the end of the text; a click into the middle of it might follow a link."""
        surface(self.page).wait_for()
        surface(self.page).locator(".bn-inline-content, .cm-line").first.click(position={"x": 2, "y": 8})
        self.page.keyboard.press("ControlOrMeta+End")

    def ends_with(self, words: str) -> bool:
        """Whether the markdown ends so; a long text is drawn around the place that is looked at only."""
        self.go_to_end()
        return words in self.page.locator(".cm-content").inner_text()

    def is_narrow(self) -> bool:
        size = self.page.viewport_size
        return size is not None and size["width"] < 700

    def note_id(self) -> str:
        found = re.search(r"/notes/([0-9a-f-]{36})", self.page.url)
        assert found is not None, self.page.url
        return found[1]


def ask_with(secret: str, url: str, body: dict[str, Any] | None = None) -> tuple[int, dict[str, Any]]:
    """A program's request with its key, as no page sends it."""
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode() if body else None, headers)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=60) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        return refused.code, json.loads(refused.read())


def comes(what: Any, because: str) -> None:
    """Wait for what a save brings about, as long as a slow machine needs."""
    wait_until(what, because, 120)
