"""The sidebar: the tree by keyboard and by pointer, and what it remembers."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.app.visitor import Visitor
from tests.service import wait_until


@pytest.fixture
def garden(ada: Visitor) -> dict[str, Any]:
    """Two folders, three notes in the first of them."""
    folders = [ada.ask("POST", "/api/workspace/folders", {"name": name}).json() for name in ("Garden", "House")]
    notes = [ada.note(name, parentId=folders[0]["id"]) for name in ("Roses", "Tulips", "Violets")]
    return {"folders": folders, "notes": notes}


def row(page: Page, name: str) -> Any:
    return page.get_by_role("treeitem", name=name, exact=True)


def go_to(page: Page, name: str) -> None:
    """Make it the active row, by typing its name."""
    row(page, name).wait_for()
    page.get_by_role("tree").focus()
    page.keyboard.type(name)
    expect(active(page)).to_have_accessible_name(name)


def active(page: Page) -> Any:
    return page.locator("[role=treeitem][data-active]")


def parent_of(ada: Visitor, note: dict[str, Any]) -> Any:
    return ada.read(note["id"])["parentId"]


def test_it_unfolds_opens_and_remembers(ada: Visitor, garden: dict[str, Any]) -> None:
    page = ada.open("/")
    go_to(page, "Garden")
    page.keyboard.press("ArrowRight")
    expect(row(page, "Roses")).to_be_visible()
    page.reload()
    expect(row(page, "Roses")).to_be_visible()
    go_to(page, "Garden")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{ada.service.url}/notes/{garden['notes'][0]['id']}")


def test_a_note_is_renamed_in_place(ada: Visitor, garden: dict[str, Any]) -> None:
    page = ada.open("/")
    go_to(page, "Garden")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(active(page)).to_have_accessible_name("Roses")
    page.keyboard.press("F2")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Old roses")
    page.keyboard.press("Enter")
    expect(row(page, "Old roses")).to_be_visible()
    expect(active(page)).to_have_accessible_name("Old roses")
    page.wait_for_load_state("networkidle")
    assert ada.read(garden["notes"][0]["id"])["name"] == "Old roses"


def test_notes_move_among_their_siblings_by_keys(ada: Visitor, garden: dict[str, Any]) -> None:
    page = ada.open("/")
    go_to(page, "Garden")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    with page.expect_response("**/move"):
        page.keyboard.press("Alt+ArrowDown")
    page.wait_for_load_state("networkidle")
    listed = ada.ask("GET", f"/api/workspace/notes?parentId={garden['folders'][0]['id']}&sort=sortOrder").json()
    assert [note["name"] for note in listed["notes"]] == ["Tulips", "Roses", "Violets"]


def test_a_note_is_dragged_into_another_folder(ada: Visitor, garden: dict[str, Any]) -> None:
    page = ada.open("/")
    go_to(page, "Garden")
    page.keyboard.press("ArrowRight")
    start, end = row(page, "Violets").bounding_box(), row(page, "House").bounding_box()
    page.mouse.move(start["x"] + 60, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 66, start["y"] + 24, steps=4)
    page.mouse.move(end["x"] + 60, end["y"] + end["height"] / 2, steps=8)
    with page.expect_response("**/move"):
        page.mouse.up()
    assert parent_of(ada, garden["notes"][2]) == garden["folders"][1]["id"]


def test_what_went_to_the_trash_comes_back_by_undo(ada: Visitor, garden: dict[str, Any]) -> None:
    page = ada.open("/")
    go_to(page, "House")
    page.keyboard.press("Delete")
    expect(row(page, "House")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(row(page, "House")).to_be_visible()
    assert ada.ask("GET", "/api/workspace/trash").json()["folders"] == []


def test_a_folder_is_never_put_into_itself(ada: Visitor, garden: dict[str, Any]) -> None:
    inner = ada.ask("POST", "/api/workspace/folders", {"name": "Inner", "parentId": garden["folders"][0]["id"]}).json()
    page = ada.open("/")
    go_to(page, "Garden")
    page.keyboard.press("ArrowRight")
    start, end = row(page, "Garden").bounding_box(), row(page, "Inner").bounding_box()
    page.mouse.move(start["x"] + 60, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + 60, end["y"] + end["height"] / 2, steps=10)
    page.mouse.up()
    page.wait_for_load_state("networkidle")
    folders = {each["id"]: each["parentId"] for each in ada.ask("GET", "/api/workspace/folders").json()["folders"]}
    assert folders[garden["folders"][0]["id"]] is None
    assert folders[inner["id"]] == garden["folders"][0]["id"]


def test_what_another_device_made_is_seen_when_one_comes_back(ada: Visitor, garden: dict[str, Any]) -> None:
    page = ada.open("/")
    row(page, "Garden").wait_for()
    page.wait_for_load_state("networkidle")
    come_back = "() => void window.dispatchEvent(new Event('focus'))"
    asked: list[int] = []
    page.on("response", lambda each: each.url.endswith("/api/workspace/folders") and asked.append(each.status))
    # Who came back a moment ago is not asked for again, and the window may have had the focus just now.
    wait_until(lambda: page.evaluate(come_back) or asked, "nothing was asked")
    assert asked == [304]
    ada.ask("POST", "/api/workspace/folders", {"name": "Shed"})
    ada.note("Rake")
    wait_until(lambda: page.evaluate(come_back) or row(page, "Shed").is_visible(), "the folder was not seen")
    expect(row(page, "Rake")).to_be_visible()
