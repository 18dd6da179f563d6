"""Every key at the edges of every kind of block: the caret stays, no word is lost, and what is seen is stored."""

import base64
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.clipboard import DOT
from tests.app.keys import press
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface

# Each stands between two paragraphs, once for each key; `b#` is the word at its start, `e#` that at its end.
KINDS = {
    "paragraph": "b# and e#",
    "heading": "## b# and e#",
    "bullet": "- b# and e#\n  - in",
    "nested": "1. out\n   1. b# and e#",
    "task": "- [ ] out\n  - [ ] b# and e#",
    "quote": "> b# and\n>\n> e#",
    "title": "> [!tip] b# and e#\n> body",
    "bare title": "> [!tip] b# and e#",
    "folded title": "> [!note]- b# and e#\n> body",
    "body": "> [!tip]+ Title\n> b# and\n>\n> - e#",
    "code": "```\nb# and\n    e#\n```",
    "cell": "| x | y | z |\n| --- | --- | --- |\n|  | b# and e# |  |\n|  |  |  |",
    "last cell": "| x |  |\n| --- | --- |\n|  | b# and e# |",
    "formula": "$$\nb# and e#\n$$",
    "links": "[[Links]] b# and e# [[Links|named]]",
    "signs": "==pen== $x^2$ b# and e# $y$",
    "raw": "<div>\nwords\n</div>",
    "embed": "![[Some.pdf]]",
    "picture": "![dot](/files/)",
    "line": "---",
}
# What markdown has keys of its own for.
MARKDOWN = ("nested", "task", "code", "formula")
# These stand for the others where time is short.
ALWAYS = ("title", "last cell", "picture")
# They hold no caret, and take a key as a whole.
CLOSED = {"raw", "embed", "picture", "line"}
KEYS = [
    "Enter", "Shift+Enter", "Backspace", "Delete", "Tab", "Shift+Tab", "ArrowUp", "ArrowDown", "ArrowLeft",
    "ArrowRight", "Home", "End", "Escape",
]  # fmt: skip
AROUND = [("a", "Delete"), ("a", "ArrowDown"), ("c", "Backspace"), ("c", "ArrowUp")]
# The letters of the text, without those that the editor shows for itself, and where those of a word are.
TOOLS = """(surface) => window.tools = {
  *nodes() {
    const walker = document.createTreeWalker(surface, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement } = walker.currentNode;
      const island = parentElement.closest("[contenteditable=false]:not([data-inline-content-type])");
      if ((!island || island.contains(surface)) && !parentElement.closest(".callout-source"))
        yield walker.currentNode;
    }
  },
  letters() {
    return [...this.nodes()].map((node) => node.data).join("").replace(/[^A-Za-z]/g, "");
  },
  box(word) {
    const node = [...this.nodes()].find((node) => node.data.includes(word));
    if (!node) return null;
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(word));
    range.setEnd(node, node.data.indexOf(word) + word.length);
    return range.getBoundingClientRect();
  },
  place(word, isBefore) {
    const node = [...this.nodes()].find((node) => node.data.includes(word));
    const below = node.parentElement.closest(".bn-block-outer")?.nextElementSibling;
    const whole = ".bn-file-block-content-wrapper, .bn-block-content > *";
    const element = isBefore ? [...below.querySelectorAll(whole)].at(-1) : node.parentElement;
    element.scrollIntoView({ block: "center" });
    const { x, y, width, height } = isBefore ? element.getBoundingClientRect() : this.box(word);
    return [x + width / 2, y + height / 2];
  },
  state() {
    const box = this.box("Q");
    const isSeen = box !== null && box.width > 0 && box.height > 4 && box.y >= 0 && box.y < innerHeight;
    return [surface.contains(document.activeElement), isSeen, this.letters()];
  },
  shown() {
    const blocks = [...surface.querySelectorAll(".bn-block-content")]
      .map((block) => [block.dataset.contentType, block.textContent.replace(/[^A-Za-z]/g, "")])
      .filter(([kind, letters]) => kind !== "paragraph" || letters !== "");
    return [this.letters(), blocks];
  },
}"""


def deeds(kind: str) -> Iterator[tuple[str, str]]:
    """Where the caret stands, by its word, and what is pressed."""
    yield from AROUND
    for edge in "b" if kind in CLOSED else "be":
        yield from ((edge, key) for key in KEYS)


def word(place: str, number: int) -> str:
    """A word of its own for each place, in letters alone."""
    return place + f"{number:02}".translate(str.maketrans("0123456789", "klmnoprstu")) + "v"


def write(ada: Visitor, kind: str, mode: str) -> None:
    """A note that holds the block once for each deed, shown with the caret in it."""
    text = KINDS[kind]
    if kind == "picture":
        upload = {"name": "dot.png", "mimeType": "image/png", "buffer": base64.b64decode(DOT)}
        answer = ada.context.request.post(
            "/api/workspace/attachments", multipart={"file": upload}, headers={"Origin": ada.service.url}
        )
        text = text.replace("/files/", answer.json()["url"])
    parts = []
    for number, _ in enumerate(deeds(kind)):
        own = text.replace("b#", word("b", number)).replace("e#", word("e", number))
        parts.append(f"{word('a', number)}\n\n{own}\n\n{word('c', number)}")
    note = ada.note("Links", "\n\n".join(parts) + "\n\nEnd", mode=mode)
    ada.open(f"/notes/{note['id']}")


def stand(page: Page, kind: str, place: str, number: int) -> None:
    is_whole = place == "b" and kind in CLOSED
    x, y = page.evaluate(
        "([word, isBefore]) => tools.place(word, isBefore)", [word("a" if is_whole else place, number), is_whole]
    )
    page.mouse.click(x, y)
    if not is_whole:
        press(page, "End" if place in "ae" else "Home")


def wrongs(page: Page, kind: str, place: str, key: str) -> Iterator[str]:
    """What is not as it should be once the key was pressed and a letter typed."""
    before = page.evaluate("tools.letters()")
    press(page, key)
    inside, _, after = page.evaluate("tools.state()")
    if not inside:
        yield "the focus is outside"
    lost = len(before) - len(after)
    is_taken = key in ("Backspace", "Delete") and (lost == 1 or (place == "b" and kind in CLOSED))
    if after != before and not is_taken:
        yield f"{lost} letters were lost"
    press(page, "Q")
    inside, is_seen, typed = page.evaluate("tools.state()")
    if not inside or typed.count("Q") != 1 or typed.replace("Q", "") != after:
        yield f"typed {typed.count('Q')} times, and {len(after) - len(typed) + 1} letters went"
    elif not is_seen:
        yield "what was typed is not seen"
    if "Q" in typed:
        press(page, "Backspace", "q")
        if page.evaluate("tools.letters()") != typed.replace("Q", "q"):
            yield "what was taken back is not typed anew in its place"


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        *(pytest.param("block", kind, marks=() if kind in ALWAYS else pytest.mark.full) for kind in KINDS),
        *(pytest.param("raw", kind, marks=() if kind == "nested" else pytest.mark.full) for kind in MARKDOWN),
    ],
)
def test_no_key_at_an_edge_of_a_block_loses_the_caret_or_a_word(ada: Visitor, mode: str, kind: str) -> None:
    page = ada.page
    if mode == "raw":
        # So that all lines are there: of a long text it holds what is seen.
        page.set_viewport_size({"width": 1280, "height": 9_000})
    write(ada, kind, mode)
    begin(page)
    surface(page).evaluate(TOOLS)
    found = []
    for number, (place, key) in enumerate(deeds(kind)):
        stand(page, kind, place, number)
        found += [f"{place} {key}: {wrong}" for wrong in wrongs(page, kind, place, key)]
    assert found == []
    press(page, "ControlOrMeta+s")
    expect(page.get_by_role("toolbar", name="Note").get_by_text("Saved", exact=True).first).to_be_visible()
    shown = page.evaluate("tools.shown()")
    page.reload()
    begin(page)
    surface(page).evaluate(TOOLS)
    assert page.evaluate("tools.shown()") == shown


def line(said: str) -> dict[str, Any]:
    return {"type": "paragraph", "content": [{"type": "text", "text": said, "styles": {}}]}


@pytest.mark.parametrize(
    "block",
    [
        {"type": "image", "props": {"url": "/files/dot.png", "name": "dot"}},
        pytest.param(
            {"type": "image", "props": {"url": "/files/drawing.svg", "name": "drawing"}}, marks=pytest.mark.full
        ),
        pytest.param({"type": "audio", "props": {"url": "/files/song.mp3", "name": "song"}}, marks=pytest.mark.full),
        pytest.param({"type": "video", "props": {"url": "/files/film.mp4", "name": "film"}}, marks=pytest.mark.full),
        pytest.param({"type": "file", "props": {"url": "/files/plan.pdf", "name": "plan"}}, marks=pytest.mark.full),
        pytest.param(
            {"type": "rawMarkdown", "content": [{"type": "text", "text": "$$\nx^2\n$$", "styles": {}}]},
            marks=pytest.mark.full,
        ),
        {"type": "divider"},
    ],
    ids=lambda block: block["type"],
)
@pytest.mark.parametrize(("key", "around"), [("Backspace", ""), ("Backspace", "below"), ("Delete", "above")])
def test_a_block_without_letters_is_selected_before_it_is_deleted(
    ada: Visitor, block: dict[str, Any], key: str, around: str
) -> None:
    page = ada.page
    blocks = [line("above"), block, line("below") if around else {"type": "paragraph", "content": []}]
    made = ada.ask("POST", "/api/workspace/notes", {"name": "Keys", "richContent": blocks}).json()
    ada.open(f"/notes/{made['id']}")
    begin(page)
    shown = surface(page).locator(f".bn-block-content[data-content-type={block['type']}]")
    if around:
        surface(page).get_by_text(around, exact=True).click()
    press(page, "End" if key == "Delete" else "Home", key)
    expect(shown).to_have_count(1)
    press(page, key)
    expect(shown).to_have_count(0)
    assert surface(page).inner_text().split() == ["above", "below"][: 2 if around else 1]
    press(page, "ControlOrMeta+z")
    expect(shown).to_have_count(1)
