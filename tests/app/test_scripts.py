"""Subscript and superscript: stored as HTML tags, shown as what they mean wherever a note is shown."""

import pytest
from playwright.sync_api import expect

from tests.app.editing import content, open_note
from tests.app.keys import press
from tests.app.visitor import Visitor
from tests.app.writing import begin, surface
from tests.service import wait_until

TEXT = "Water is H<sub>2</sub>O, and x<sup>**2**</sup> grows.\n\nEnd."


def test_both_are_shown_in_blocks_and_no_byte_changes_beside_an_edit(ada: Visitor) -> None:
    note = open_note(ada, TEXT)
    page = ada.page
    expect(surface(page).locator("sub")).to_have_text("2")
    expect(surface(page).locator("sup").first).to_have_text("2")
    expect(surface(page).get_by_text("<sub>")).to_be_hidden()
    page.keyboard.type("!")
    wait_until(lambda: content(ada, note) == f"{TEXT}!", "the edit was not saved, or more than it")
    surface(page).get_by_text("Water is").click()
    press(page, "Home", *["ArrowRight"] * 12)
    page.keyboard.type("3")
    wait_until(lambda: "H<sub>" in content(ada, note) and "3" in content(ada, note), "the letter was not saved")
    assert content(ada, note).replace("3", "") == f"{TEXT}!"


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_keys_put_the_tags_on_change_them_and_take_them_off(ada: Visitor, mode: str) -> None:
    note = open_note(ada, "H2O", mode)
    page = ada.page
    press(page, "Home", "ArrowRight", "Shift+ArrowRight", "ControlOrMeta+Shift+Comma")
    wait_until(lambda: content(ada, note) == "H<sub>2</sub>O", "it is no subscript")
    press(page, "ControlOrMeta+Shift+Period")
    wait_until(lambda: content(ada, note) == "H<sup>2</sup>O", "it is no superscript")
    press(page, "ControlOrMeta+Shift+Period")
    wait_until(lambda: content(ada, note) == "H2O", "the tags stayed")


@pytest.mark.parametrize("mode", ["block", "raw"])
def test_by_name_one_goes_on_writing_between_the_tags(ada: Visitor, mode: str) -> None:
    note = open_note(ada, "x", mode)
    page = ada.page
    press(page, "ControlOrMeta+k")
    page.get_by_role("dialog").get_by_role("combobox").fill(">Superscript")
    page.get_by_role("option", name="Superscript").click()
    expect(surface(page)).to_be_focused()
    page.keyboard.type("23")
    wait_until(lambda: content(ada, note) == "x<sup>23</sup>", "it was typed elsewhere")


def test_a_button_does_what_the_keys_do(ada: Visitor) -> None:
    note = open_note(ada, "CO2")
    page = ada.page
    press(page, "Shift+ArrowLeft")
    page.get_by_role("button", name="Subscript").click()
    wait_until(lambda: content(ada, note) == "CO<sub>2</sub>", "it is no subscript")
    page.get_by_role("button", name="Subscript").click()
    wait_until(lambda: content(ada, note) == "CO2", "the tags stayed")


def test_markdown_shows_them_where_the_caret_is_not(ada: Visitor) -> None:
    note = open_note(ada, TEXT, "raw")
    page = ada.page
    shown = surface(page)
    expect(shown.locator(".raw-sub")).to_have_text("2")
    expect(shown.locator(".raw-sup")).to_have_text("2")
    expect(shown).not_to_contain_text("<sub>")
    expect(shown.locator(".raw-sub")).to_have_css("vertical-align", "sub")
    shown.get_by_text("Water is").click()
    expect(shown).to_contain_text("<sub>")
    assert content(ada, note) == TEXT


def test_a_public_page_and_an_export_show_them(ada: Visitor) -> None:
    note = ada.note("Water", TEXT)
    answer = ada.ask("POST", f"/api/workspace/notes/{note['id']}/shares", {})
    assert answer.status == 201, answer.text()
    page = ada.open(answer.json()["url"])
    expect(page.locator("sub")).to_have_text("2")
    expect(page.locator("sup strong")).to_have_text("2")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    with page.expect_download() as download:
        page.keyboard.press("ControlOrMeta+k")
        page.get_by_role("dialog").get_by_role("combobox").fill(">HTML")
        page.get_by_role("option", name="HTML").first.click()
    assert "H<sub>2</sub>O" in download.value.path().read_text(encoding="utf-8")
