"""Five windows write into one note while its worker is killed ten times and a script writes too (`make fault-test`)."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.app.rooms import content, enter, in_room
from tests.app.two import share
from tests.app.visitor import Visitor
from tests.app.writing import saved, surface
from tests.process import processes
from tests.service import Service, wait_until


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


def test_five_windows_agree_on_every_word_after_ten_deaths_of_the_worker(
    service: Service, ada: Visitor, bob: Visitor
) -> None:
    note = ada.note("Plan", "\n\n".join(["Head", *(f"Own{number}" for number in range(5))]))
    share(ada, note, bob, "editor")
    windows = [enter(page, note) for page in (ada.page, ada.tab(), ada.tab(), bob.page, bob.tab())]
    words: list[str] = []
    for round_ in range(10):
        if round_ % 5 == 0:
            switch(windows, "block" if round_ == 0 else "raw")
        for number, window in enumerate(windows):
            words.append(f"w{round_}x{number}")
            window.keyboard.type(f" {words[-1]}")
            if number == round_ % 5:
                processes.kill(processes.child(service, "collab"))
        words.append(f"script{round_}")
        written_outside(ada, note, words[-1])
        for window in windows:
            in_room(window)
    for window in windows:
        wait_until(lambda window=window: shown(window) == shown(windows[0]), "two windows differ")
        saved(window)
    wait_until(lambda: content(ada, note).split() == shown(windows[0]), "the note says something else")
    text = content(ada, note)
    assert {word: text.count(word) for word in words} == dict.fromkeys(words, 1), text


def switch(windows: list[Page], mode: str) -> None:
    """Have each window write in this mode, at the end of a paragraph of its own: carets in one place share words."""
    place = f'.note-place[data-surface="{mode}"]'
    windows[0].get_by_role("button", name={"block": "Blocks", "raw": "Markdown"}[mode]).click()
    for number, window in enumerate(windows):
        window.locator(place).wait_for()
        in_room(window)
        surface(window).get_by_text(f"Own{number}").click()
        window.keyboard.press("End")


def shown(page: Page) -> list[str]:
    """The words on the page; the carets of others count as line breaks there."""
    return str(surface(page).inner_text()).split()


def written_outside(ada: Visitor, note: dict[str, Any], word: str) -> None:
    """Put a word at the beginning of the note's text, as a script does: read, write, again where it has changed."""

    def is_written() -> bool:
        answer = ada.ask("GET", f"/api/workspace/notes/{note['id']}")
        text = {"content": f"{word} {answer.json()['content']}"}
        etag = answer.headers["etag"]
        return ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", text, **{"If-Match": etag}).ok

    wait_until(is_written, f"{word} was not written")
