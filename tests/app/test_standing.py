"""A note is read at once and written in a moment later: nothing moves in between, whichever way its text runs."""

import base64
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.app.clipboard import DOT
from tests.app.editing import box
from tests.app.standing import KINDS, READ, WRITTEN, both, count_shifts, moved
from tests.app.visitor import PHONE, Visitor
from tests.app.writing import surface
from tests.service import Service

# For each kind of line: how far its words stand from the right edge, and on which side what belongs to it is.
_SIDES = """(layer) => {
  const box = document.querySelector(layer);
  const edge = box.getBoundingClientRect().right;
  const right = (words) => {
    const nodes = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    while (!nodes.nextNode().data.includes(words));
    const range = document.createRange();
    range.selectNodeContents(nodes.currentNode);
    return Math.round(edge - range.getBoundingClientRect().right);
  };
  const x = (selector) => box.querySelector(selector).getBoundingClientRect().x;
  const bar = [...box.querySelectorAll("blockquote, .bn-block")]
    .find((each) => getComputedStyle(each).borderRightWidth === "3px");
  return {
    paragraph: right("هذه"), item: right("بند"), inner: right("داخل"), number: right("ثان"), task: right("مهمة"),
    quote: right("اقتباس"), heading: right("عنوان"), hasBar: bar !== undefined,
    box: Math.round(edge - x("input[type=checkbox]") - 24), cells: x("th") > x("th ~ th"),
  };
}"""
_ON_THE_RIGHT = {
    **{"paragraph": 0, "item": 24, "inner": 48, "number": 24, "task": 24, "quote": 19, "heading": 0},
    **{"hasBar": True, "box": -4, "cells": True},
}


@pytest.mark.full
def test_nothing_moves_when_the_block_surface_comes(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service).register()
    count_shifts(ada)
    upload = {"name": "dot.png", "mimeType": "image/png", "buffer": base64.b64decode(DOT)}
    sent = ada.context.request.post(
        "/api/workspace/attachments", multipart={"file": upload}, headers={"Origin": ada.service.url}
    )
    for kind, text in KINDS.items():
        read, written, shifted = both(ada, ada.note(f"Of {kind}", text.replace("DOT", sent.json()["url"])))
        assert (kind, moved(read, written)) == (kind, [])
        assert shifted <= 0.01, kind
        if kind == "arabic":
            assert ada.page.evaluate(_SIDES, WRITTEN) == _ON_THE_RIGHT


@pytest.mark.full
def test_points_and_numbers_stand_where_they_are_read(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()
    page = ada.page
    note = ada.note("Points", "- one\n- two\n    - three\n\nWords.\n\n9. nine\n10. ten\n11. eleven")
    ada.open(f"/notes/{note['id']}")
    expect(page.get_by_role("combobox", name="Add tag")).to_be_visible()
    first = box(page.get_by_text("one", exact=True))
    # Beside the words, which have no caret there.
    clip = {"x": 0.0, "y": first["y"], "width": 40.0, "height": 8 * first["height"]}
    read = page.screenshot(clip=clip)
    page.get_by_text("eleven").tap()
    expect(surface(page)).to_be_focused()
    assert page.screenshot(clip=clip) == read


@pytest.mark.full
def test_text_runs_its_own_way_in_what_is_read_and_in_markdown(ada: Visitor) -> None:
    ada.note("Start")
    note = ada.note("From the right", KINDS["arabic"])
    page = ada.open(f"/notes/{note['id']}")
    page.route("**/assets/BlockSurface-*.js", lambda route: route.abort())
    page.reload()
    page.locator(READ).first.wait_for()
    assert page.evaluate(_SIDES, READ) == _ON_THE_RIGHT
    page.keyboard.press("ControlOrMeta+e")
    lines = surface(page).locator(".cm-line")
    expect(lines.filter(has_text="English words.")).to_have_css("direction", "ltr")
    for words in ("هذه فقرة", "بند أول", "مهمة", "اقتباس عربي"):
        expect(lines.filter(has_text=words)).to_have_css("direction", "rtl")
    # A table as its first row does, set and in its source.
    cell = surface(page).get_by_role("cell").first
    expect(cell).to_have_css("direction", "rtl")
    cell.click()
    for words in ("قيمة", "| --- | --- |"):
        expect(lines.filter(has_text=words)).to_have_css("direction", "rtl")
