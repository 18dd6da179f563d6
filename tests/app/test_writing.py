"""A note: written in both surfaces, saved by itself, linked, renamed, brought back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.app.standing import SURFACE, Held
from tests.app.visitor import Visitor
from tests.app.writing import begin, hold_writes, saved, surface
from tests.service import Service, wait_until


@pytest.mark.journey
def test_what_is_typed_is_saved_by_itself(ada: Visitor) -> None:
    note = ada.note("Diary", "One.")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.press("Enter")
    page.keyboard.type("Two, and **three** #numbers")
    wait_until(lambda: "three" in ada.read(note["id"])["content"], "nothing was saved")
    saved(page)
    written = ada.read(note["id"])
    assert written["content"].startswith("One.")
    assert "**three**" in written["content"]
    assert "numbers" in {tag["tag"] for tag in ada.ask("GET", "/api/workspace/tags").json()["tags"]}


def test_opening_a_note_in_either_surface_writes_nothing(ada: Visitor) -> None:
    text = "Title\n=====\n\n* a\n* b\n\n<!-- kept -->\n\n| a |\n|---|\n| b |\n\n\n"
    made = [ada.note(f"Kept {mode}", text, mode=mode) for mode in ("block", "raw")]
    writes: list[str] = []
    ada.page.on("request", lambda request: writes.append(request.url) if request.method == "PATCH" else None)
    for note in made:
        page = ada.open(f"/notes/{note['id']}")
        surface(page).wait_for()
        surface(page).click(position={"x": 40, "y": 20})
        page.keyboard.press("ArrowDown")
        page.wait_for_load_state("networkidle")
        ada.open("/")
        ada.page.wait_for_load_state("networkidle")
    assert writes == []
    assert [ada.read(note["id"])["updatedAt"] for note in made] == [note["updatedAt"] for note in made]


@pytest.mark.journey
def test_the_surface_changes_with_one_key_and_the_note_remembers(ada: Visitor) -> None:
    note = ada.note("Both", "# Head\n\nSome *text*.\n")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.type(" More.")
    page.keyboard.press("ControlOrMeta+e")
    expect(page.locator(".cm-content")).to_contain_text("More.")
    begin(page)
    page.keyboard.type("\n\n- raw item")
    saved(page)
    page.reload()
    expect(page.locator(".cm-content")).to_contain_text("• raw item")
    page.keyboard.press("ControlOrMeta+e")
    expect(page.locator(".block-surface")).to_contain_text("raw item")
    text = ada.read(note["id"])["content"]
    assert text.startswith("# Head\n\nSome *text*. More.")
    assert text.rstrip().endswith("- raw item")


@pytest.mark.journey
def test_a_link_is_picked_from_the_menu_followed_and_follows_a_new_title(ada: Visitor) -> None:
    target = ada.note("Target of links", "Here.")
    note = ada.note("Source", "See ")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.type(" [[Target of")
    expect(page.get_by_text("Target of links").last).to_be_visible()
    page.keyboard.press("Enter")
    wait_until(lambda: "[[Target of links]]" in ada.read(note["id"])["content"], "the link was not saved")
    saved(page)
    surface(page).get_by_text("Target of links").click()
    expect(page).to_have_url(re.compile(target["id"]))
    title = page.get_by_role("textbox", name="Title")
    expect(title).to_have_value("Target of links")
    title.fill("Renamed target")
    title.press("Enter")
    wait_until(lambda: "[[Renamed target]]" in ada.read(note["id"])["content"], "the link did not follow")


@pytest.mark.journey
def test_an_older_version_comes_back(ada: Visitor) -> None:
    note = ada.note("Old and new", "The first text of this note.")
    ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": "Quite another text.", "reason": "manual"})
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    page.keyboard.press("ControlOrMeta+.")
    page.get_by_role("tab", name="Versions").click()
    versions = page.get_by_role("tabpanel").get_by_role("listitem").get_by_role("button")
    expect(versions).to_have_count(2)
    versions.last.click()
    page.get_by_role("button", name="Restore this version").click()
    wait_until(lambda: ada.read(note["id"])["content"].startswith("The first text"), "it was not restored")
    expect(surface(page)).to_contain_text("The first text of this note.")


def test_a_picture_is_pasted_uploaded_and_shown(ada: Visitor) -> None:
    note = ada.note("With a picture", "Look:")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.evaluate(
        """() => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 30 });
          return new Promise((done) => canvas.toBlob((blob) => {
            const data = new DataTransfer();
            data.items.add(new File([blob], "dot.png", { type: "image/png" }));
            document.activeElement.dispatchEvent(
              new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
            done();
          }));
        }"""
    )
    expect(page.locator(".block-surface img[src^='/files/']")).to_be_visible()
    wait_until(lambda: "](/files/" in ada.read(note["id"])["content"], "the picture is not in the note")


def test_two_notes_stand_side_by_side(ada: Visitor) -> None:
    left, right = ada.note("Left", "Left text."), ada.note("Right", "Right text.")
    page = ada.open(f"/notes/{left['id']}?beside={right['id']}")
    # While the surface comes, it stands below what is read.
    expect(page.get_by_text("Left text.").first).to_be_visible()
    expect(page.get_by_text("Right text.").first).to_be_visible()


@pytest.mark.parametrize("way", ["menu", "key"])
def test_another_note_is_opened_beside_this_one(ada: Visitor, way: str) -> None:
    left, right = ada.note("Left", "Left text."), ada.note("Right", "Right text.")
    page = ada.open(f"/notes/{left['id']}")
    begin(page)
    if way == "menu":
        page.get_by_role("button", name="Actions for this note").click()
        page.get_by_role("menuitem", name="Open beside").click()
    else:
        page.keyboard.press("Alt+b")
    finder = page.get_by_role("combobox", name="A note to open beside this one")
    expect(page.get_by_role("option", name="Left")).to_have_count(0)
    finder.fill("Rig")
    finder.press("Enter")
    expect(page).to_have_url(re.compile(f"{left['id']}\\?beside={right['id']}"))
    expect(page.get_by_text("Right text.").first).to_be_visible()
    expect(page.get_by_text("Left text.").first).to_be_visible()
    page.get_by_role("button", name="Close this note").last.click()
    expect(page.get_by_text("Right text.")).to_have_count(0)


def test_a_title_stands_in_the_tree_while_it_is_typed(ada: Visitor) -> None:
    note = ada.note("", "Text.")
    page = ada.open(f"/notes/{note['id']}")
    row = page.get_by_role("tree").get_by_role("treeitem", name=re.compile("Untitled"))
    expect(row).to_be_visible()
    page.route("**/api/workspace/notes/*", hold_writes)
    page.get_by_role("textbox", name="Title").fill("Being typed")
    expect(page.get_by_role("tree").get_by_role("treeitem", name=re.compile("Being typed"))).to_be_visible()
    expect(row).to_have_count(0)
    assert ada.read(note["id"])["name"] == ""


@pytest.mark.journey
def test_tags_and_properties_are_written_and_kept(ada: Visitor) -> None:
    note = ada.note("Typed", "Text.", properties={"year": 2026, "odd": {"deep": [1, None]}})
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("combobox", name="Add tag").fill("garden")
    page.keyboard.press("Enter")
    wait_until(lambda: ada.read(note["id"])["tags"] == ["garden"], "the tag was not saved")
    assert ada.read(note["id"])["properties"] == {"year": 2026, "odd": {"deep": [1, None]}}


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_what_is_typed_after_enter_in_the_title_is_text_though_its_surface_is_not_there_yet(
    service: Service, visit: Callable[..., Visitor], mode: str
) -> None:
    # The app's own worker would fetch the surface past this page's routes.
    ada = visit(service).register()
    note = ada.note("", mode=mode)
    held: list[Route] = []
    ada.page.route(re.compile(r"/assets/(Block|Raw)Surface"), lambda route: held.append(route))
    page = ada.open(f"/notes/{note['id']}")
    title = page.get_by_role("textbox", name="Title")
    title.fill("Reading list")
    title.press("Enter")
    page.keyboard.type("One")
    page.keyboard.press("Enter")
    page.keyboard.type("Twoo")
    page.keyboard.press("Backspace")
    expect(title).to_have_value("Reading list")
    wait_until(lambda: held or page.wait_for_timeout(50), "the surface was not asked for")
    page.unroute_all()  # what is held goes on
    expect(surface(page)).to_contain_text("Two")
    page.keyboard.type(".")
    wait_until(lambda: ada.read(note["id"])["content"].split() == ["One", "Two."], "the text is another one")


def test_the_caret_keeps_its_place_when_the_surface_of_a_long_note_changes(ada: Visitor) -> None:
    lines = [f"- A **line** like [any](https://example.org/{number}) other, number {number}" for number in range(200)]
    note = ada.note("Long", "\n".join(lines))
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    surface(page).get_by_text("other, number 150", exact=False).click()
    page.keyboard.press("End")
    page.keyboard.press("ControlOrMeta+e")
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.type(" in raw")
    page.keyboard.press("ControlOrMeta+e")
    expect(page.locator(".block-surface [contenteditable=true]")).to_be_focused()
    expect(surface(page).get_by_text("number 150 in raw")).to_be_in_viewport()
    page.keyboard.type(" and in blocks")
    wait_until(lambda: "150 in raw and in blocks\n" in ada.read(note["id"])["content"], "the caret was elsewhere")


def test_the_caret_stays_at_the_end_of_a_note_that_says_its_last_word_twice(ada: Visitor) -> None:
    note = ada.note("Twice", "One here.\n\n[a](https://example.org/a)\n\nTwo here", mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.press("ControlOrMeta+e")
    expect(page.locator(".bn-editor")).to_be_focused()
    page.keyboard.type(" too")
    page.keyboard.press("ControlOrMeta+s")
    saved(page)
    assert ada.read(note["id"])["content"].strip().endswith("Two here too")


def test_markdown_shows_no_link_in_code(ada: Visitor) -> None:
    text = "`code` [[Start here]] #tag\n\n    #include [[no]]\n\n```\n[[no]]\n```\n"
    note = ada.note("Signs", text, mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).wait_for()
    expect(page.locator(".raw-wiki")).to_have_text(["Start here"])
    expect(page.locator(".raw-tag")).to_have_text(["#tag"])


def test_what_is_typed_before_a_new_note_is_there_is_its_title_and_its_text(ada: Visitor) -> None:
    page = ada.open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Alt+n")
    page.keyboard.type("Lisbonn")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    page.keyboard.type("Four days.")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Lisbon")
    expect(surface(page)).to_contain_text("Four days.")
    expect(surface(page)).to_be_focused()
    page.keyboard.type(" By train.")
    note_id = page.url.rsplit("/", 1)[1]
    wait_until(lambda: ada.read(note_id)["content"].strip() == "Four days. By train.", "its text is another")
    assert ada.read(note_id)["name"] == "Lisbon"


def test_markdown_that_is_typed_before_the_editor_is_there_is_taken(ada: Visitor) -> None:
    page = ada.open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    code = Held(page, SURFACE)
    with page.expect_request(SURFACE):
        page.keyboard.press("Alt+n")
        page.keyboard.type("Soup\n## Buy\n- carrots\nlentils\n\n[] ask **Mira**\n\nA / or [[ alone")
    code.let_go()
    expect(surface(page)).to_contain_text("A / or [[ alone")
    page.keyboard.type(" end.")
    expected = "## Buy\n\n- carrots\n- lentils\n- [ ] ask **Mira**\n\nA / or \\[[ alone end."
    note_id = page.url.rsplit("/", 1)[1]
    wait_until(lambda: ada.read(note_id)["content"].strip() == expected, "its text is another")


def test_a_note_that_is_left_for_a_new_one_gets_none_of_its_words(ada: Visitor) -> None:
    note = ada.note("Before", "One.")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.press("Alt+n")
    page.keyboard.type("Lisbon")
    page.keyboard.press("Enter")
    page.keyboard.type("Four days.")
    expect(surface(page)).to_have_text("Four days.")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Lisbon")
    saved(page)
    assert ada.read(note["id"])["content"].strip() == "One."
