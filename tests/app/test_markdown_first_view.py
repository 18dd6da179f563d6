"""Markdown comes with its page as its surface shows it, and nothing else of it is ever seen: nothing moves."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.standing import APP, FIRST, KINDS, READ, Held, Places, moved, places
from tests.app.two import Pair, share
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.service import Service

RAW_SURFACE = "**/assets/RawSurface-*.js"
WRITTEN = ".note-surface:not(.is-waiting) .cm-content"
# What other notes hold, and what scripts set within a line, is the app's to show.
TWINS = [kind for kind in KINDS if kind not in ("formulas", "links")]
_MORE = {
    "links": 'A [[B]] [[C|d]] [e](https://example.org "f") <https://example.org/g> #h @Ada [[I#J]] k a@b.org.\n\n'
    f"Behind [{'many words ' * 9}](https://example.org/{'long' * 40}) and [[{'Title ' * 20}|few]] words of a line.",
    "nested": f"- {'a ' * 40}\n  1. {'b ' * 40}\n     > {'c ' * 40}\n     > - [ ] {'d ' * 40}\n\n1234. {'e ' * 40}\n\n"
    f"> [!tip] f\n> - {'g ' * 40}\n>   {'h ' * 40}\n\n>i\nj",
    "empty tasks": "a\n\n- [ ]\n- [x]\n- [ ] b\n  - [ ]\n\nc",
    "signs": "\\*a\\* ``b ` c`` ***d*** __e__ _f_ ==g== H<sub>2</sub>O x<sup>i</sup> 2 * 3 * 4 snake_case_word "
    "**i（j）**k [[A|**l**\\_`m`]]\n\n"
    "k\n===\n\nl\n---",
    "tables within": "- a\n\n  | b | c |\n  |---|--:|\n  | `d` | **e** \\| f |\n\n"
    "> | g |\n> |---|\n> | h |\n\n- | i |\n  |---|\n  | j |",
    "front matter": "---\na: b\nx:y: z\ntags: [c, d]\n---\n\ne\n\n<div>\nf\n</div>\n\n    g\n\n[^1]: h\n\n"
    "[i]: https://example.org\n\n<!-- j -->",
}
# Whose lines break elsewhere on a phone.
_WRAPPED = ("text", "tasks", "tables", "callouts", "links", "nested")
_FORMULAS = "Before\n\n$$\n\\frac{1}{2}\n$$\n\nbetween\n\n> $$\n> x^2\n> $$\n\n- within\n\n  $$y$$\n\nbehind"
# Whether the source, or nothing, was ever painted in the place of a note's text.
_WATCH = """() => {
  window.seen = [];
  const look = () => {
    const place = document.querySelector("main .note-place");
    if (place) seen.push(place.querySelector(".note-surface:not(.is-waiting) .cm-line") ? "surface" : "else");
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


@pytest.mark.full
def test_nothing_moves_when_the_surface_comes(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    texts = [*((kind, KINDS[kind]) for kind in TWINS), *_MORE.items()]
    notes = [ada.note(kind, text, mode="raw") for kind, text in texts]
    for size in (DESKTOP, PHONE):
        guest = visit(service, viewport=size).sign_in()
        for note in notes:
            if size is PHONE and note["name"] not in _WRAPPED:
                continue
            first, read, written = _standing(guest.page, note)
            assert (note["name"], moved(first, read)) == (note["name"], [])
            assert (note["name"], moved(read, written)) == (note["name"], [])


@pytest.mark.full
def test_words_beside_formulas_stand_where_they_stood(service: Service, visit: Callable[..., Visitor]) -> None:
    note = visit(service).register().note("Formulas", _FORMULAS, mode="raw")
    for size in (DESKTOP, PHONE):
        guest = visit(service, viewport=size).sign_in()
        layers = [[place for place in layer if len(place[0]) > 1] for layer in _standing(guest.page, note)]
        assert [name for name, *_ in layers[0]] == ["Before", "between", "within", "behind"]
        assert moved(layers[0], layers[1]) + moved(layers[1], layers[2]) == []


def _standing(page: Page, note: dict[str, Any]) -> tuple[Places, Places, Places]:
    """The places in what comes with the page, in the text to read, and in the surface."""
    app, editor = Held(page, APP), Held(page, RAW_SURFACE)
    with page.expect_request(APP):
        page.goto(f"/notes/{note['id']}", wait_until="commit")
    first = places(page, FIRST)
    app.let_go()
    read = places(page, READ)
    editor.let_go()
    return first, read, places(page, WRITTEN)


def test_a_note_that_is_pressed_is_seen_in_its_surface_alone(ada: Visitor) -> None:
    text = "# Head\n\nWords **bold** [link](https://example.org)\n\n| a |\n|---|\n| b |"
    ada.note("First", "Words", mode="raw")
    ada.note("Second", text, mode="raw")
    page = ada.open("/")
    page.get_by_role("tree").get_by_role("link", name="First").first.click()
    expect(page.locator(WRITTEN)).to_contain_text("Words")
    page.evaluate(_WATCH)
    page.get_by_role("treeitem", name="Second").click()
    expect(page.locator(WRITTEN).locator("td")).to_have_text("b")
    assert set(page.evaluate("seen")) == {"surface"}


def test_who_may_only_read_sees_markdown_as_what_it_means(pair: Pair) -> None:
    ada, bob = pair
    ada.note("Hidden", "secret")
    text = "# Head\n\nWords **bold** [link](#head) [[Hidden]]\n\n| a |\n|---|\n| b |"
    note = ada.note("Shared", text, mode="raw")
    share(ada, note, bob)
    count = len(bob.ask("GET", "/api/workspace/notes").json()["notes"])
    page = bob.open(f"/notes/{note['id']}")
    shown = page.locator(WRITTEN)
    expect(shown.locator("td")).to_have_text("b")
    expect(shown).to_have_attribute("contenteditable", "false")
    shown.get_by_text("Hidden").click()
    shown.get_by_text("link").click()
    expect(page).to_have_url(f"{bob.service.url}/notes/{note['id']}#head")
    page.keyboard.type("never")
    assert len(bob.ask("GET", "/api/workspace/notes").json()["notes"]) == count
    assert ada.read(note["id"])["content"] == text


def test_without_scripts_signs_are_not_seen(ada: Visitor, service: Service, visit: Callable[..., Visitor]) -> None:
    note = ada.note("Signs", "# Head *one*\n\nA **bold** ~~gone~~ [word](https://example.org/x)", mode="raw")
    reader = visit(service, java_script_enabled=False)
    reader.context.add_cookies(ada.context.cookies())
    read = reader.open(f"/notes/{note['id']}").locator(".note-pane .note-raw")
    expect(read.locator(".raw-line-h1")).to_have_text("# Head *one*")
    signs = read.locator(".note-raw-sign")
    expect(signs).to_have_text(["# ", "*", "*", "**", "**", "~~", "~~", "[", "](https://example.org/x)"])
    for sign in signs.all():
        assert (sign.bounding_box() or {"width": 0})["width"] == 0
