"""Notes that are only looked at: opened, shown on the other surface and back, left. Nothing is written."""

import base64
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.app.clipboard import DOT
from tests.app.rooms import content, enter
from tests.app.two import share
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface
from tests.service import Service, wait_until
from tests.text.samples import vault_notes

KINDS = {
    "table": "| a<br/> | [**x**](u) |\n|:--|---:|\n|_b_  |c|\n| d |\n",
    "callout": "> [!note]- Folded\n> text  \n> more\n>* item\n\n> plain\n",
    "front matter": "---\ntitle: x\ntags:\n  - a\n\n---\n# Title ##\n",
    "hard breaks": "one  \ntwo\\\nthree\nfour   \n",
    "html": "<details>\n<summary>S</summary>\n\n* a\n\n</details>\n\n<!-- hidden -->\n\na <b>bold</b> &lt; \\<\n",
    "footnotes": "Text[^1] and [ref].\n\n[^1]: Note\n    more\n\n[ref]: <http://r.x> 'title'\n",
    "toggles": "* Title <!-- toggle -->\n  * below\n- <!-- toggle -->\n\n![alt|300](<a b.png>)\n\n![[a.png|200]]\n\nz",
    "crlf": "# A\r\n\r\n* a\r\n* b\r\n\r\n| a |\r\n|---|\r\n| b |\r\n",
    "trailing blanks": "words  \n\n\n\n1. a\n1. b\n\n\t- c\n\n \n",
    "code": "~~~ py\nx = 1\n~~~\n\n    indented\n\n$$\nx\n$$\n\n``` mermaid\ngraph\n```",
}


def switch_there_and_back(page: Page) -> None:
    surface(page).wait_for()
    for shown in ("raw", "block"):
        page.keyboard.press("ControlOrMeta+e")
        page.locator(f'[data-surface="{shown}"]').wait_for()
        surface(page).wait_for()


def test_looking_at_notes_on_both_surfaces_writes_nothing(ada: Visitor) -> None:
    texts = [*KINDS.values(), *vault_notes("en")[::60], *vault_notes("ar")[::90]]
    made = [ada.note(f"Note {number}", text) for number, text in enumerate(texts)]
    before = [ada.ask("GET", f"/api/workspace/notes/{note['id']}") for note in made]
    said: list[dict[str, Any]] = []

    def heard(request: Request) -> None:
        if request.method == "PATCH" and "/notes/" in request.url:
            said.append(json.loads(request.post_data or "{}"))

    ada.page.on("request", heard)
    for note in made:
        switch_there_and_back(ada.go_on(f"/notes/{note['id']}"))
    ada.open("/")
    ada.page.wait_for_load_state("networkidle")
    assert said == []
    for answer, note in zip(before, made, strict=True):
        after = ada.ask("GET", f"/api/workspace/notes/{note['id']}")
        assert (after.body(), after.headers["etag"]) == (answer.body(), answer.headers["etag"])
        assert len(ada.ask("GET", f"/api/workspace/notes/{note['id']}/versions").json()["versions"]) == 1


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


@pytest.mark.parametrize(
    "kind",
    [
        "table",
        "toggles",
        "crlf",
        *(pytest.param(kind, marks=pytest.mark.full) for kind in ("front matter", "hard breaks")),
    ],
)
def test_looking_at_a_note_in_its_room_writes_nothing(ada: Visitor, bob: Visitor, kind: str) -> None:
    note = ada.note("Shared", KINDS[kind])
    share(ada, note, bob, "editor")
    before = ada.read(note["id"])
    page = enter(ada.page, note)
    switch_there_and_back(page)
    expect(surface(page)).to_be_visible()
    assert ada.read(note["id"]) == before
    begin(page)
    page.keyboard.press("Enter")
    page.keyboard.type("end of it")
    wait_until(lambda: "end of it" in content(ada, note), "nothing was saved")
    assert content(ada, note).startswith(KINDS[kind].rstrip())


EDITED = (
    "| _a_<br/> | [**x**](https://a.b/) |\n|:--|---:|\n|_b_  |cell|\n\n* one  \n  line\n  * _two_\n  * deep\n\n"
    "* Title <!-- toggle -->\n  * below\n\n1. first\n2. **[[Second]]**を\n3. _third_\n"
)


@pytest.mark.parametrize(("word", "saved"), [("cell", "cell new"), ("deep", "deep new"), ("Title", "Title new")])
def test_an_edit_in_the_block_editor_changes_its_own_bytes_alone(ada: Visitor, word: str, saved: str) -> None:
    note = ada.note("Plan", EDITED)
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    surface(page).get_by_text(word, exact=True).first.click()
    page.keyboard.press("End")
    page.keyboard.type(" new")
    wait_until(lambda: "new" in content(ada, note), "nothing was saved")
    wait_until(lambda: content(ada, note) == EDITED.replace(word, saved), "other bytes changed")


def test_toggles_and_widths_of_pictures_are_shown_and_a_dragged_width_is_written(ada: Visitor) -> None:
    upload = {"name": "dot.png", "mimeType": "image/png", "buffer": base64.b64decode(DOT)}
    headers = {"Origin": ada.service.url}
    url = ada.context.request.post("/api/workspace/attachments", multipart={"file": upload}, headers=headers).json()[
        "url"
    ]
    text = f"- Title <!-- toggle -->\n    - below\n\n![dot|300]({url})\n\nend ![dot|40]({url}) of it\n"
    note = ada.note("Plan", text)
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    expect(surface(page).locator('[data-content-type="toggleListItem"]')).to_contain_text("Title")
    shown = surface(page).locator('[data-content-type="image"] img')
    expect(shown).to_have_js_property("clientWidth", 300)
    expect(surface(page).locator("img[width='40']")).to_be_visible()
    shown.hover()
    grip = page.locator(".bn-resize-handle").last.bounding_box()
    assert grip is not None
    page.mouse.move(grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2)
    page.mouse.down()
    page.mouse.move(grip["x"] - 40, grip["y"], steps=4)
    page.mouse.up()
    wait_until(lambda: content(ada, note) != text, "the width was not saved")
    written = re.search(r"!\[dot\|(\d+)\]", content(ada, note))
    assert written is not None
    assert 64 <= int(written[1]) < 300
    assert content(ada, note) == text.replace("|300]", f"|{written[1]}]")
