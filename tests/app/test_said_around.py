"""Around notes, in other languages: who sees them, their versions, and what stands beside their blocks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.app.two import BOB, handle_of, share
from tests.app.visitor import PHONE, Visitor
from tests.service import Service

Rect = dict[str, float]


def box(of: Locator) -> Rect:
    found = of.bounding_box()
    assert found is not None
    return dict(found)


def middle(of: Locator) -> float:
    rect = box(of)
    return rect["y"] + rect["height"] / 2


def test_people_are_named_as_japanese_names_them(open_service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(open_service, locale="ja-JP").register()
    bob = visit(open_service, locale="ja-JP").register(BOB, "Bob")
    note = ada.note("計画")
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="このノートの操作").click()
    page.get_by_role("menuitem", name="共有…").click()
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_label("ハンドルまたはメールアドレス")
    field.fill(f"@{handle_of(bob)}")
    field.press("Enter")
    expect(dialog.get_by_role("status")).to_have_text("Bobさんがこのノートを見られるようになりました。")
    expect(dialog.get_by_label("Bobさんの権限")).to_be_visible()
    field.fill("new@example.org")
    field.press("Enter")
    expect(dialog.get_by_label("new@example.orgの権限")).to_be_visible()


def test_what_can_be_done_with_a_person_stays_in_one_line(open_service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(open_service, locale="de-DE", viewport=PHONE).register()
    bob, eve = visit(open_service).register(BOB, "Bob"), visit(open_service).register("eve@example.org", "Eve")
    note = ada.note("Plan")
    share(ada, note, bob, "editor")
    eve.ask("POST", "/api/workspace/collaboration/requests", {"noteId": note["id"], "role": "viewer"})
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="Aktionen für diese Notiz").click()
    page.get_by_role("menuitem", name="Teilen").click()
    dialog = page.get_by_role("dialog")
    take = dialog.get_by_role("button", name="Bob entfernen")
    assert abs(middle(take) - middle(dialog.get_by_text("Bob", exact=True))) < 8
    yes, no = (dialog.get_by_role("button", name=name) for name in ("Zulassen", "Ablehnen"))
    assert abs(middle(yes) - middle(no)) < 2


def test_a_version_is_named_with_the_languages_own_signs(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, locale="ja-JP").register()
    note = ada.note("計画", "本文")
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="このノートの操作").click()
    page.get_by_role("menuitem", name="バージョン").click()
    page.locator(".version").first.click()
    heading = page.get_by_role("dialog").get_by_role("heading").first
    expect(heading).to_have_text(re.compile("^今日 [0-9]+:[0-9]+：最初のバージョン$"))


@pytest.mark.parametrize(("locale", "is_right"), [("ar-EG", True), ("en-GB", False)])
def test_what_stands_beside_a_block_stands_where_lines_begin(
    service: Service, visit: Callable[..., Visitor], locale: str, is_right: bool
) -> None:
    ada = visit(service, locale=locale).register()
    note = ada.note("Plan", "نص" if is_right else "Text")
    page = ada.open(f"/notes/{note['id']}")
    block = page.locator(".block-surface .bn-editor[contenteditable=true] .bn-block-content").first
    block.hover()
    handle = page.locator(".bn-side-menu button").last
    expect(handle).to_be_visible()
    assert (box(handle)["x"] > box(block)["x"] + box(block)["width"] / 2) == is_right
    handle.click()
    expect(page.get_by_role("menuitem").first).to_be_visible()
