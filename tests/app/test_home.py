"""The start page: where a day begins."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app import axe
from tests.app.two import Pair, share
from tests.app.visitor import DESKTOP, PHONE, Visitor, at_noon
from tests.service import Service

DAY = "() => new Date().toLocaleDateString('sv')"


@pytest.mark.journey
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
def test_a_day_begins_with_its_entry_what_is_due_and_the_first_words_of_notes(
    service: Service, visit: Callable[..., Visitor], size: dict[str, int]
) -> None:
    ada = visit(service, viewport=size).register()
    at_noon(ada.page)
    page = ada.open("/")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="Begin here")).to_be_visible()
    expect(main.get_by_role("list", name="Begin here").get_by_role("link").first).to_have_text("Start here")
    expect(main.get_by_text("Welcome. This is a note, and everything")).to_be_visible()

    today: str = page.evaluate(DAY)
    earlier = f"{int(today[:4]) - 4}{today[4:]}"
    ada.ask("PUT", f"/api/workspace/journal/{today}", {"content": "Frost on **the** roofs."})
    ada.ask("PUT", f"/api/workspace/journal/{earlier}", {"content": "The first snow."})
    text = f"Plan\n\n- [ ] Sow the beans {today}\n- [x] Done {today}\n- [ ] Mend the barrel due 2020-01-02\n"
    garden = ada.note("Garden", text)
    page = ada.open("/")
    expect(main.get_by_role("link", name="Today’s entry")).to_be_visible()
    expect(main.get_by_text("Frost on the roofs.").first).to_be_visible()
    expect(main.get_by_text("The first snow.").first).to_be_visible()
    due = main.get_by_role("region", name="Due").get_by_role("listitem")
    expect(due).to_have_count(2)
    expect(due.first).to_contain_text("Mend the barrel")
    expect(due.first).to_contain_text("overdue")
    expect(due.last).to_contain_text("today")
    assert axe.violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe.violations(page, in_colours=True) == []
    main.get_by_role("link", name="Sow the beans").click()
    page.wait_for_url(f"**/notes/{garden['id']}*")


def test_the_app_goes_on_with_the_last_note_and_begins_the_next_day_at_home(ada: Visitor) -> None:
    note = ada.note("Garden")
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("textbox", name="Title").wait_for()
    page.goto("/")
    expect(page).to_have_url(f"{ada.service.url}/notes/{note['id']}")
    page.clock.set_system_time(datetime.now(UTC) + timedelta(days=1))
    page.goto("/")
    expect(page.get_by_role("region", name="Recently opened")).to_contain_text("Garden")
    expect(page).to_have_url(f"{ada.service.url}/")


def test_it_is_one_click_away(ada: Visitor) -> None:
    page = ada.open(f"/notes/{ada.note('Open')['id']}")
    page.get_by_role("navigation", name="Workspace").get_by_role("link", name="Start").click()
    expect(page.get_by_role("heading", name="Hello, Ada")).to_be_visible()


TASKS = (
    "# Plan\n\nSome *words*  \nover lines\n\n- [x] Dig {day}\n* [ ] Sow **beans** {day}\n\n> quoted\n\n"
    "1. [ ] Mend the barrel {day}\n\n```\n- [ ] code {day}\n```\n"
)


def due(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("region", name="Due")


def box(page: Page, task: str) -> Locator:
    return due(page).get_by_role("checkbox", name=f"Done: {task}")


def begun(ada: Visitor, **fields: str) -> tuple[dict[str, Any], str, str]:
    """A note with tasks of today, and the start page."""
    at_noon(ada.page)
    ada.open("/settings").wait_for_load_state()
    day: str = ada.page.evaluate(DAY)
    note = ada.note("Garden", TASKS.format(day=day), **fields)
    ada.open("/")
    box(ada.page, "Sow beans").wait_for()
    return note, TASKS.format(day=day), day


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_a_task_is_ticked_at_home_and_nothing_but_its_line_changes(ada: Visitor, mode: str) -> None:
    note, text, _ = begun(ada, mode=mode)
    page = ada.page
    ticked = text.replace("* [ ] Sow", "* [x] Sow")
    box(page, "Sow beans").click()
    page.get_by_role("button", name="Undo").click()
    expect(box(page, "Sow beans")).not_to_be_checked()
    assert ada.read(note["id"])["content"] == text
    box(page, "Sow beans").focus()
    page.keyboard.press("Space")
    expect(box(page, "Sow beans")).to_have_count(0)
    expect(box(page, "Mend the barrel")).to_be_focused()
    assert ada.read(note["id"])["content"] == ticked
    box(page, "Mend the barrel").click()
    expect(due(page)).to_have_count(0)
    assert ada.read(note["id"])["content"] == ticked.replace("1. [ ] Mend", "1. [x] Mend")


def test_what_only_blocks_hold_stays_where_a_task_is_ticked_at_home(ada: Visitor) -> None:
    note, _, _ = begun(ada)
    blocks = ada.read(note["id"])["richContent"]
    words = next(block for block in blocks if block["type"] == "paragraph")
    words["props"]["backgroundColor"] = "blue"
    path = f"/api/workspace/notes/{note['id']}"
    assert ada.ask("PATCH", path, {"richContent": blocks}).ok
    page = ada.open("/")
    box(page, "Mend the barrel").click()
    expect(box(page, "Mend the barrel")).to_have_count(0)
    stored = ada.read(note["id"])
    assert "1. [x] Mend the barrel" in stored["content"]
    words = next(block for block in stored["richContent"] if block["type"] == "paragraph")
    assert words["props"]["backgroundColor"] == "blue"


def test_a_task_of_a_note_that_somebody_changes_meanwhile_is_not_ticked_and_the_list_is_read_anew(
    pair: Pair,
) -> None:
    ada, bob = pair
    ada.context.route("**/api/notifications/stream*", lambda route: route.abort())
    note, text, day = begun(ada)
    page = ada.page
    share(ada, note, bob, "editor")
    theirs = f"- [ ] Bob was here {day}\n\n{text}"
    assert bob.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": theirs}).ok
    box(page, "Sow beans").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was ticked. Somebody else changed this")
    expect(box(page, "Bob was here")).to_be_visible()
    expect(box(page, "Sow beans")).not_to_be_checked()
    assert ada.read(note["id"])["content"] == theirs
    box(page, "Sow beans").click()
    expect(box(page, "Sow beans")).to_have_count(0)
    assert ada.read(note["id"])["content"] == theirs.replace("* [ ] Sow", "* [x] Sow")


def test_a_tick_that_the_service_does_not_hear_is_taken_back_and_says_so(ada: Visitor) -> None:
    note, text, _ = begun(ada)
    page = ada.page
    page.route("**/api/workspace/notes/**", lambda route: route.abort())
    box(page, "Sow beans").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was ticked. The service does not answer. Try again")
    expect(box(page, "Sow beans")).not_to_be_checked()
    assert ada.read(note["id"])["content"] == text
