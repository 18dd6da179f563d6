"""The palette and the search page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.app import axe
from tests.app.visitor import Visitor
from tests.app.writing import begin
from tests.service import Service, wait_until


@pytest.mark.journey
def test_the_palette_opens_notes_tags_people_and_commands(ada: Visitor) -> None:
    note = ada.note("Crème brûlée", "#dessert by $Grace")
    ada.ask("POST", "/api/workspace/people", {"name": "Grace"})
    page = ada.open("/")
    page.get_by_role("treeitem").first.wait_for()
    page.keyboard.press("ControlOrMeta+k")
    box = page.get_by_role("dialog").get_by_role("combobox")
    box.fill("creme br")
    expect(page.get_by_role("option").first).to_contain_text("Crème brûlée")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{ada.service.url}/notes/{note['id']}")
    page.keyboard.press("ControlOrMeta+k")
    box.fill("#dess")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/tags/dessert$"))
    page.keyboard.press("ControlOrMeta+k")
    box.fill("$gra")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/people/"))
    page.keyboard.press("ControlOrMeta+k")
    box.fill(">trash")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/trash$"))


def test_enter_leads_into_the_note_that_was_found(ada: Visitor) -> None:
    note = ada.note("Diary", "One.")
    page = ada.open("/")
    page.get_by_role("treeitem").first.wait_for()
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("Diary")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("Today. ")
    wait_until(lambda: ada.read(note["id"])["content"].strip() == "Today. One.", "it was written elsewhere")


def test_what_is_typed_before_the_palette_is_there_stands_in_it(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    held: list[Route] = []
    ada.page.route("**/assets/Palette-*.js", lambda route: held.append(route))
    page = ada.open("/")
    page.get_by_role("treeitem").first.wait_for()
    with page.expect_request("**/assets/Palette-*.js"):
        page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("Start heir")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    held[0].continue_()
    box = page.get_by_role("dialog").get_by_role("combobox")
    expect(box).to_have_value("Start he")
    page.keyboard.type("re")
    expect(box).to_have_value("Start here")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Start here")


def test_enter_and_escape_before_the_palette_is_there_are_for_it(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()
    held: list[Route] = []
    ada.page.route("**/assets/Palette-*.js", lambda route: held.append(route))
    note = ada.note("Diary", "One.\n\nTwo.")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    page.keyboard.press("ControlOrMeta+Home")
    with page.expect_request("**/assets/Palette-*.js"):
        page.keyboard.press("ControlOrMeta+k")
    page.keyboard.press("Escape")
    page.keyboard.type("So. ")
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("Start he")
    page.keyboard.press("Enter")
    page.keyboard.type("and more")
    held[0].continue_()
    expect(page.get_by_role("textbox", name="Title")).to_have_value("Start here")
    expect(page.get_by_role("dialog")).to_have_count(0)
    kept = "So. One.\n\nTwo."
    wait_until(lambda: ada.read(note["id"])["content"].strip() == kept, "the note got what was not for it")


def test_enter_in_the_palette_means_what_was_typed_though_the_names_come_later(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service).register()  # so that the page's own requests can be held
    ada.note("Crème brûlée", "#dessert")
    held: list[Route] = []
    ada.page.route("**/api/workspace/tags", lambda route: held.append(route))
    page = ada.open("/")
    page.get_by_role("treeitem").first.wait_for()
    page.keyboard.press("ControlOrMeta+k")
    page.get_by_role("dialog").get_by_role("combobox").fill("#dess")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for route in held:
        route.continue_()
    expect(page).to_have_url(re.compile("/tags/dessert$"))


def test_escape_closes_the_palette_and_gives_the_focus_back(ada: Visitor) -> None:
    page = ada.open("/search")
    box = page.get_by_role("main").get_by_role("searchbox").or_(page.get_by_role("main").get_by_role("combobox")).first
    box.focus()
    page.keyboard.press("ControlOrMeta+k")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(box).to_be_focused()


@pytest.mark.journey
def test_all_keys_are_listed_under_the_question_mark(ada: Visitor) -> None:
    page = ada.open("/trash")
    page.locator("h1").wait_for()
    page.keyboard.press("?")
    listed = page.get_by_role("dialog")
    expect(listed).to_contain_text("Ctrl")
    assert listed.locator("kbd").count() >= 8


@pytest.mark.journey
def test_search_answers_while_one_types_and_marks_what_it_found(ada: Visitor) -> None:
    ada.note("Kitchen", "The kettle sings <b>loudly</b> & long. #home")
    ada.note("Attic", "A kettle drum.")
    page = ada.open("/search")
    main = page.get_by_role("main")
    main.locator("input").first.fill("kettle")
    expect(main.get_by_role("link", name=re.compile("Kitchen"))).to_be_visible()
    expect(main.locator("mark").first).to_have_text("kettle")
    expect(main).to_contain_text("sings loudly & long")
    main.locator("input").first.fill("kettle #home")
    expect(main.get_by_role("link", name=re.compile("Attic"))).to_have_count(0)
    expect(main.get_by_role("link", name=re.compile("Kitchen"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"q=kettle"))


def test_each_filter_of_a_search_is_taken_out_by_a_press_or_a_key(ada: Visitor) -> None:
    ada.note("Kitchen", "A kettle. #home #blue")
    ada.note("Attic", "A kettle drum.")
    page = ada.open("/search?q=tag:blue+kettle+%23home+-in:Cellar")
    field = page.locator("#root .search-box input")
    tokens = page.locator("#root .search-token")
    expect(tokens).to_have_text([re.compile("Tag blue"), re.compile("Tag home"), re.compile("Not Folder Cellar")])
    assert axe.violations(page) == []
    tokens.nth(1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Backspace")
    expect(field).to_have_value("tag:blue kettle #home")
    expect(page.get_by_role("button", name="Remove filter: Tag home")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(field).to_have_value("kettle #home")
    page.get_by_role("button", name="Remove filter: Tag home").click()
    expect(field).to_be_focused()
    expect(page).to_have_url(re.compile(r"q=kettle$"))
    expect(page.get_by_role("main").get_by_role("link", name="Attic")).to_be_visible()
    field.fill("tag:home OR tag:blue")
    expect(tokens).to_have_count(0)


def test_a_result_opens_where_its_words_stand(ada: Visitor) -> None:
    filling = "\n\n".join(f"Paragraph {number}." for number in range(120))
    note = ada.note("Kitchen", f"A kettle.\n\n{filling}\n\nThe **kettle** sings songs of kettles.")
    page = ada.open("/search?q=kettles")
    main = page.get_by_role("main")
    main.get_by_role("link", name="Kitchen").click()
    expect(page).to_have_url(f"{ada.service.url}/notes/{note['id']}?match=kettle&after=sings+songs+of+kettles.")
    expect(page.get_by_text("The kettle sings")).to_be_in_viewport()
    page.locator(".note-surface:not(.is-waiting)").wait_for()
    expect(page.get_by_text("The kettle sings")).to_be_in_viewport()
    marked = "() => [...CSS.highlights.get('match') ?? []].map(String)"
    assert page.evaluate(marked) == ["kettle"]
    page.get_by_text("The kettle sings").click()
    page.keyboard.type("x")
    assert page.evaluate(marked) == []


def test_search_says_what_it_searched_for_and_shows_further_names(ada: Visitor) -> None:
    ada.note("Kitchen", "Boil water.", properties={"aliases": ["Where kettles live"]})
    page = ada.open("/search?q=ketltes")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Kitchen")).to_be_visible()
    expect(main).to_contain_text("kettles")
    expect(main.locator(".search-known mark")).to_have_text("kettles")
    main.locator("input").first.fill("kitch")
    expect(main.get_by_role("link").locator("mark")).to_have_text("Kitchen")


def test_the_palette_finds_by_text_and_further_names_too(ada: Visitor) -> None:
    kitchen = ada.note("Kitchen", "Boil water.", properties={"aliases": ["Where kettles live"]})
    ada.note("Attic", "An old trumpet in a box.")
    page = ada.open("/")
    page.get_by_role("treeitem").first.wait_for()
    page.keyboard.press("ControlOrMeta+k")
    box = page.get_by_role("dialog").get_by_role("combobox")
    box.fill("trumpets")
    expect(page.get_by_role("option").first).to_contain_text("Attic")
    box.fill("kettle")
    first = page.get_by_role("option").first
    expect(first).to_contain_text("Kitchen")
    expect(first.locator("mark")).to_have_text("kettles")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{ada.service.url}/notes/{kitchen['id']}")


def test_search_in_japanese_and_arabic(ada: Visitor) -> None:
    ada.note("東京の庭", "桜の花が咲いた。")
    ada.note("حديقة", "الورود في الحديقة جميلة")
    page = ada.open("/search?q=" + "花が")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name=re.compile("東京の庭"))).to_be_visible()
    main.locator("input").first.fill("الورود")
    expect(main.get_by_role("link", name=re.compile("حديقة"))).to_be_visible()


def test_a_filter_opens_by_key_and_gives_the_focus_back(ada: Visitor) -> None:
    for number in range(12):
        ada.note(f"Kettle {number}", "Of copper.", tags=[f"metal/{number}"])
    page = ada.open("/search?q=kettle")
    chip = page.locator("#root .search-page").get_by_role("button", name="Tag", exact=True)
    for _ in range(2):  # made by the first press, and there for the second
        chip.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("searchbox", name="Tag")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("menu")).to_have_count(0)
        expect(chip).to_be_focused()
    chip.click()
    page.get_by_role("menuitemcheckbox", name="metal/3").click()
    expect(page.locator("#root .search-box input")).to_have_value("kettle tag:metal/3")
    expect(chip).to_have_attribute("data-on", "true")
    expect(page.locator("#root .search-page .rows > li")).to_have_count(1)
