"""Several people in one note: what one types the others read, and all of it stands in the note."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.app.rooms import MODES, content, enter, in_room
from tests.app.two import newcomer, share
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.process import processes
from tests.service import Service, wait_until


@pytest.fixture
def service(open_service: Service) -> Service:
    return open_service


@pytest.mark.journey
@MODES
def test_what_two_type_at_once_stands_in_both_windows_and_in_the_note(ada: Visitor, bob: Visitor, mode: str) -> None:
    note = ada.note("Plan", "First paragraph.\n\nSecond paragraph.", mode=mode)
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    begin(hers)
    hers.keyboard.press("ControlOrMeta+Home")
    hers.keyboard.type("Ada: ")
    begin(his)
    his.keyboard.type(" Bob's.")
    for page in (hers, his):
        expect(surface(page)).to_contain_text("Ada: First paragraph.")
        expect(surface(page)).to_contain_text("Second paragraph. Bob's.")
        saved(page)
    expected = "Ada: First paragraph.\n\nSecond paragraph. Bob's."
    wait_until(lambda: content(ada, note).strip() == expected, "the note does not say what both wrote")


def test_the_worker_is_killed_while_they_type_and_every_word_stands_there_once(
    service: Service, ada: Visitor, bob: Visitor
) -> None:
    note = ada.note("Plan", "Start.", mode="raw")
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    begin(hers)
    hers.keyboard.type("\na1 a2 ")
    processes.kill(processes.child(service, "collab"))
    hers.keyboard.type("a3 a4")
    begin(his)
    his.keyboard.press("ControlOrMeta+Home")
    his.keyboard.type("b1 b2\n")
    in_room(hers)
    in_room(his)
    expected = "b1 b2\nStart.\na1 a2 a3 a4"
    wait_until(lambda: content(ada, note) == expected, "the note does not say what both wrote")
    for page in (hers, his):
        expect(surface(page)).to_have_text("b1 b2Start.a1 a2 a3 a4")
        saved(page)


@MODES
def test_what_a_script_writes_appears_and_the_caret_stays(ada: Visitor, bob: Visitor, mode: str) -> None:
    note = ada.note("Plan", "First paragraph.\n\nSecond paragraph.", mode=mode)
    share(ada, note, bob, "editor")
    page = enter(ada.page, note)
    begin(page)
    page.keyboard.press("ControlOrMeta+Home")
    page.keyboard.press("End")
    page.keyboard.type(" Here")
    wait_until(lambda: "Here" in content(ada, note), "what was typed was not saved")
    longer = content(ada, note).replace("First", "Very first").replace("Second", "The second")
    assert ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": longer}).ok
    expect(surface(page)).to_contain_text("The second paragraph.")
    page.keyboard.type(" and there")
    wait_until(
        lambda: "Very first paragraph. Here and there" in content(ada, note), "the caret was not where it had been"
    )
    expect(surface(page)).to_contain_text("Very first paragraph. Here and there")


def test_a_title_and_tags_are_saved_while_the_room_saves_the_text(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "Start.")
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    begin(his)
    his.keyboard.type(" His words.")
    wait_until(lambda: "His words" in content(ada, note), "the room did not save")
    his.keyboard.type(" And more.")
    title = hers.get_by_role("textbox", name="Title")
    title.fill("Another plan")
    title.press("Enter")
    wait_until(lambda: ada.read(note["id"])["name"] == "Another plan", "the title was not saved")
    wait_until(lambda: content(ada, note).strip() == "Start. His words. And more.", "the text was not saved")
    expect(surface(hers)).to_have_text("Start. His words. And more.")
    saved(hers)


def test_a_viewer_reads_along_and_cannot_type(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "Start.")
    share(ada, note, bob, "viewer")
    hers = enter(ada.page, note)
    his = bob.open(f"/notes/{note['id']}")
    in_room(his)
    begin(hers)
    hers.keyboard.type(" For Bob to read.")
    expect(his.locator(".note-place")).to_contain_text("Start. For Bob to read.")
    expect(his.locator(".note-place [contenteditable=true]")).to_have_count(0)
    expect(hers.get_by_role("list", name="Who is here").get_by_role("listitem", name="Bob")).to_be_visible()


def test_one_switches_the_surface_for_all_and_is_named(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "# Head\n\nSome *text*.\n")
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    begin(hers)
    hers.keyboard.type(" More.")
    hers.get_by_role("button", name="Actions for this note").click()
    hers.get_by_role("menuitem", name="Markdown for everyone").click()
    for page in (hers, his):
        expect(page.locator(".cm-content")).to_contain_text("Some text. More.")
    expect(his.get_by_text("Ada switched this note to markdown for everyone.")).to_be_visible()
    begin(his)
    his.keyboard.type("\n\n- from raw")
    expect(hers.locator(".cm-content")).to_contain_text("from raw")
    hers.get_by_role("button", name="Actions for this note").click()
    hers.get_by_role("menuitem", name="Blocks for everyone").click()
    for page in (hers, his):
        expect(page.locator(".block-surface")).to_contain_text("from raw")
    wait_until(lambda: content(ada, note).rstrip().endswith("- from raw"), "the note does not have it")
    assert content(ada, note).startswith("# Head\n\nSome *text*. More.")


def test_each_sees_the_surface_that_they_chose_and_both_go_on_writing(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "# Head\n\nSome *text*.\n\nLast.\n")
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    begin(hers)
    hers.keyboard.type(" More.")
    hers.keyboard.press("ControlOrMeta+e")
    expect(hers.locator(".cm-content")).to_contain_text("Some text.")
    expect(his.locator(".block-surface")).to_contain_text("Last. More.")
    begin(hers)
    hers.keyboard.type("\n\nFrom markdown.")
    expect(his.locator(".block-surface")).to_contain_text("From markdown.")
    surface(his).get_by_text("Head").click()
    his.keyboard.press("End")
    his.keyboard.type(" of blocks")
    expect(hers.locator(".cm-content")).to_contain_text("Head of blocks")
    expect(his.get_by_text("for everyone")).to_have_count(0)
    assert ada.read(note["id"])["mode"] == "block"
    hers.keyboard.press("ControlOrMeta+e")
    in_room(hers)
    expect(hers.locator(".block-surface")).to_contain_text("From markdown.")
    expected = "# Head of blocks Some *text*. Last. More. From markdown."
    wait_until(lambda: " ".join(content(ada, note).split()) == expected, "the note says something else")


def test_the_versions_say_who_wrote_in_them(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "Start.")
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    for page in (hers, his):
        begin(page)
        page.keyboard.type(" Words of mine.")
        saved(page)
    for page, names in ((hers, ["You", "You and Bob"]), (his, ["Ada", "You and Ada"])):
        page.get_by_role("button", name="Actions for this note").click()
        page.get_by_role("menuitem", name="Versions").click()
        writers = page.get_by_role("tabpanel").locator(".version-writer")
        expect(writers).to_have_text(names[::-1])
    expect(his.get_by_role("tabpanel").get_by_text("Written together").first).to_be_visible()


def test_nobody_has_the_colour_of_another_and_a_caret_has_that_of_its_person(
    service: Service, ada: Visitor, visit: Callable[..., Visitor]
) -> None:
    note = ada.note("Plan", "Start.\n\n| one | two |\n| --- | --- |\n| first | last |\n")
    others = [newcomer(visit(service), name) for name in ("Bob", "Eve", "Dan", "Zoe")]
    for other in others:
        share(ada, note, other, "editor")
        page = enter(other.page, note)
        surface(page).get_by_text("Start.").click()
    page = enter(ada.page, note)
    people = page.get_by_role("list", name="Who is here").get_by_role("listitem")
    expect(people).to_have_count(4)
    expect(page.locator(".room-caret")).to_have_count(4)
    shown = people.evaluate_all("all => all.map(each => getComputedStyle(each).backgroundColor)")
    assert len(set(shown)) == 4
    carets = page.locator(".room-caret").evaluate_all(
        "all => all.map(each => getComputedStyle(each.firstChild).backgroundColor)"
    )
    assert set(carets) == set(shown)


def test_the_name_at_a_caret_is_not_cut_off(ada: Visitor, bob: Visitor) -> None:
    note = ada.note("Plan", "| one | two |\n| --- | --- |\n| first | last |\n")
    share(ada, note, bob, "editor")
    hers, his = enter(ada.page, note), enter(bob.page, note)
    surface(his).get_by_text("one").click()
    caret = hers.locator(".room-caret")
    expect(caret).to_have_count(1)
    assert name_is_whole(hers)
    hers.set_viewport_size({"width": 390, "height": 844})
    his.keyboard.press("Tab")
    his.keyboard.type("A long way to the right")
    wait_until(lambda: name_is_whole(hers), "the name is cut off")


def name_is_whole(page: Page) -> bool:
    """Whether nothing covers or cuts off the name at somebody's caret, and it stands within the window."""
    return bool(
        page.locator(".room-name").evaluate(
            """name => {
              name.style.pointerEvents = "auto";
              const { left, right, top, bottom, width } = name.getBoundingClientRect();
              const corners = [left + 3, right - 3].flatMap(x => [top + 3, bottom - 3].map(y => [x, y]));
              const isWhole = corners.every(([x, y]) => document.elementFromPoint(x, y) === name);
              name.style.pointerEvents = "";
              return width > 10 && isWhole;
            }"""
        )
    )
