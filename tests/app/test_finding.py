"""The palette and the search page."""

import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.app.visitor import Visitor
from tests.service import Service


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


def test_enter_in_the_palette_means_what_was_typed_though_the_names_come_later(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    ada = visit(service, service_workers="block").register()  # so that the page's own requests can be held
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


def test_all_keys_are_listed_under_the_question_mark(ada: Visitor) -> None:
    page = ada.open("/trash")
    page.locator("h1").wait_for()
    page.keyboard.press("?")
    listed = page.get_by_role("dialog")
    expect(listed).to_contain_text("Ctrl")
    assert listed.locator("kbd").count() >= 8


def test_search_answers_while_one_types_and_marks_what_it_found(ada: Visitor) -> None:
    ada.note("Kitchen", "The kettle sings <b>loudly</b> & long. #home")
    ada.note("Attic", "A kettle drum.")
    page = ada.open("/search")
    main = page.get_by_role("main")
    main.locator("input").first.fill("kettle")
    expect(main.get_by_role("link", name=re.compile("Kitchen"))).to_be_visible()
    expect(main.locator("mark").first).to_have_text("kettle")
    expect(main).to_contain_text("<b>loudly</b>")
    main.locator("input").first.fill("kettle #home")
    expect(main.get_by_role("link", name=re.compile("Attic"))).to_have_count(0)
    expect(main.get_by_role("link", name=re.compile("Kitchen"))).to_be_visible()
    expect(page).to_have_url(re.compile(r"q=kettle"))


def test_search_in_japanese_and_arabic(ada: Visitor) -> None:
    ada.note("東京の庭", "桜の花が咲いた。")
    ada.note("حديقة", "الورود في الحديقة جميلة")
    page = ada.open("/search?q=" + "花が")
    main = page.get_by_role("main")
    expect(main.get_by_role("link", name=re.compile("東京の庭"))).to_be_visible()
    main.locator("input").first.fill("الورود")
    expect(main.get_by_role("link", name=re.compile("حديقة"))).to_be_visible()
