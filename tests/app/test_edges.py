"""Where pages begin and end, what stands beside a day, what empty pages offer, and what a finger can hit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.app import axe
from tests.app.editing import box
from tests.app.visitor import PHONE, Visitor
from tests.service import Service

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


@pytest.mark.full
def test_the_audit_log_is_as_wide_as_its_section(ada: Visitor) -> None:
    page = ada.open("/admin/audit")
    table = page.get_by_role("table")
    expect(table).to_be_visible()
    assert box(table)["width"] == box(page.locator(".settings-lead"))["width"]
    expect(table.get_by_role("columnheader").first).to_have_css("text-align", "start")


@pytest.mark.full
def test_settings_begin_where_other_pages_do(ada: Visitor) -> None:
    edges = box(ada.open("/tags").get_by_role("heading", level=1))
    page = ada.open("/settings/appearance")
    assert box(page.locator(".settings-list .settings-group").first)["x"] + 8 == edges["x"]
    assert box(page.locator(".settings-section"))["right"] == edges["right"]
    page = ada.open("/settings/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such section")
    page.get_by_role("main").get_by_role("link", name="All settings").click()
    expect(page).to_have_url(f"{ada.service.url}/settings")


def test_on_a_phone_the_journal_shows_the_week_until_the_month_is_asked_for(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    page = visit(service, **TOUCH).register().open("/journal/2026-11-25")
    days = page.get_by_role("grid", name="Calendar").get_by_role("button")
    expect(days).to_have_count(7)
    assert box(days.first)["y"] == box(days.last)["y"]
    assert axe.violations(page) == []
    days.first.tap()
    expect(page).to_have_url(f"{service.url}/journal/2026-11-22")
    page.get_by_role("button", name="Calendar").tap()
    expect(days).to_have_count(35)


def test_beside_a_day_stand_the_days_before_with_their_words(ada: Visitor) -> None:
    for day in ("2026-01-02", "2026-01-03", "2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08", "2025-01-07"):
        assert ada.ask("PUT", f"/api/workspace/journal/{day}", {"content": f"**Words** of {day}."}).ok
    page = ada.open("/journal/2026-01-07")
    before = page.get_by_role("region", name="Days before").get_by_role("link")
    expect(before).to_have_text(
        [
            f"{day}Words of {date}."
            for day, date in (
                ("Tue, Jan 6", "2026-01-06"),
                ("Mon, Jan 5", "2026-01-05"),
                ("Sat, Jan 3", "2026-01-03"),
                ("Fri, Jan 2", "2026-01-02"),
            )
        ]
    )
    expect(page.get_by_role("region", name="On this day").get_by_role("link")).to_contain_text("Words of 2025-01-07.")
    assert axe.violations(page) == []


def test_mentions_of_a_person_are_told_with_their_words(ada: Visitor) -> None:
    person = ada.ask("POST", "/api/workspace/people", {"name": "Mira"}).json()
    ada.note("Bees", "Far away.\n\nThe hive of **$Mira** hums.")
    page = ada.open(f"/people/{person['id']}")
    expect(page.get_by_role("main").get_by_text("The hive of Mira hums.")).to_be_visible()


def test_what_is_empty_offers_a_way_on(ada: Visitor) -> None:
    for kind in ("notes", "folders", "people"):
        for each in ada.ask("GET", f"/api/workspace/{kind}").json()[kind]:
            assert ada.ask("DELETE", f"/api/workspace/{kind}/{each['id']}").ok
    for path in ("", "favourites", "recents", "shared", "shared?show=links", "tags", "graph", "reports"):
        empty = ada.open(f"/{path}").locator("main .state-empty")
        expect(empty.locator("a, button").first).to_be_visible()
    ada.ask("DELETE", "/api/workspace/trash")
    expect(ada.open("/trash").locator("main .state-empty a")).to_be_visible()
    ada.open("/tags").get_by_role("main").get_by_role("button", name="New note").click()
    expect(ada.page.get_by_role("textbox", name="Title")).to_be_focused()


@pytest.mark.full
def test_a_tag_has_the_same_colour_on_every_page(ada: Visitor) -> None:
    ada.note("Beds", tags=["garden", "garden/soil"])
    assert ada.ask("PUT", "/api/workspace/tags/garden/color", {"color": "#4f7a3a"}).ok
    hue = "one => getComputedStyle(one).backgroundColor"
    page = ada.open("/tags")
    colour = page.locator(".tag-row", has_text="garden").first.locator(".tag-dot").evaluate(hue)
    below = ada.open("/tags/garden").locator("main .tag-mark", has_text="garden/soil").first
    expect(below).to_be_visible()
    expect(below.locator(".tag-dot")).to_have_css("background-color", colour)


@pytest.mark.full
def test_under_a_finger_fields_and_choices_are_high_enough(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, **TOUCH)
    page = ada.open("/register")
    fields = [page.get_by_label(name, exact=True) for name in ("Your name", "E-mail address", "Password")]
    # A password has its field around it.
    assert [
        box(field.locator("xpath=ancestor-or-self::*[contains(@class, '-input')][last()]"))["height"]
        for field in fields
    ] == [44, 44, 44]
    ada.register()
    page = ada.open("/settings/security")
    password = page.locator(".mantine-PasswordInput-input").first
    expect(password).to_be_visible()
    assert box(password)["height"] == 44
    tick = box(page.get_by_role("checkbox", name="Keep sync keys"))
    assert tick["width"] == tick["height"]
    page = ada.open("/settings/appearance")
    assert box(page.locator(".mantine-SegmentedControl-label").first)["height"] == 44
    assert axe.violations(page) == []
    page = ada.open("/tags")
    expect(page.get_by_role("searchbox")).to_be_visible()
    assert box(page.get_by_role("searchbox"))["height"] == 44
    page.keyboard.press("ControlOrMeta+k")
    page.get_by_role("combobox").fill(">")
    expect(page.get_by_role("option", name="Journal")).to_be_visible()
    expect(page.locator(".palette-row kbd:visible")).to_have_count(0)


def test_an_import_can_be_set_back_to_the_top_level_by_key(ada: Visitor) -> None:
    assert ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).ok
    page = ada.open("/import")
    page.locator("input[type=file]").set_input_files([{"name": "a.md", "mimeType": "text/markdown", "buffer": b"a"}])
    field = page.get_by_role("combobox", name="Into the folder")
    expect(field).to_have_value("Top level")
    for name in ("Garden", "Top level"):
        field.fill(name)
        expect(page.get_by_role("option", name=name)).to_be_visible()
        field.press("ArrowDown")
        field.press("Enter")
        expect(field).to_have_value(name)
        expect(page.get_by_role("option")).to_have_count(0)
