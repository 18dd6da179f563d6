"""Pictures of a note looked at large: by pointer, finger and keys, from the text to read and from the block surface."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app import axe
from tests.app.editing import kept_picture
from tests.app.standing import SURFACE, WRITTEN_LAYER, Held, end, ends
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.app.writing import begin, surface
from tests.service import Service, wait_until

LOADED = """(layer) => [...document.querySelectorAll(`${layer} img:not(.cm-widgetBuffer)`)]
  .every((image) => image.naturalWidth > 0)"""
LONG = "\n\n".join(f"Paragraph {number}." for number in range(420))


def pictures(ada: Visitor, rest: str = "") -> str:
    wide, small = kept_picture(ada, "wide", 2400, 1200), kept_picture(ada, "small", 60, 40)
    return f'Before.\n\n![A wide field]({wide} "Seen from the hill")\n\nWith ![A leaf]({small}) in the line.\n\n{rest}'


def shown(page: Page) -> Locator:
    return page.locator("dialog.lightbox[open]")


@pytest.mark.parametrize("how", ["click", pytest.param("Enter", marks=pytest.mark.full), "Space"])
def test_a_picture_of_a_text_to_read_opens_large_and_gives_the_focus_back(ada: Visitor, how: str) -> None:
    note = ada.note("Fields", pictures(ada, LONG))
    page = ada.open(f"/notes/{note['id']}")
    opener = page.get_by_role("button", name="View picture: A wide field")
    if how == "click":
        opener.click()
    else:
        opener.focus()
        page.keyboard.press(how)
    expect(page.get_by_role("dialog", name="A wide field")).to_be_visible()
    expect(shown(page)).to_contain_text("Seen from the hill")
    expect(shown(page)).to_contain_text("1 of 2")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog", name="A leaf")).to_be_visible()
    expect(shown(page)).not_to_contain_text("Seen from the hill")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("dialog", name="A wide field")).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown(page)).to_have_count(0)
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog", name="A leaf")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="View picture: A leaf")).to_be_focused()


def test_a_picture_opens_again_before_the_browser_has_told_of_its_end(ada: Visitor) -> None:
    note = ada.note("Fields", pictures(ada, LONG))
    page = ada.page
    page.add_init_script("addEventListener('close', (event) => event.stopImmediatePropagation(), true)")
    ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="View picture: A wide field").click()
    for _ in range(3):
        expect(page.get_by_role("dialog", name="A wide field")).to_be_visible()
        page.keyboard.press("Escape")
        expect(shown(page)).to_have_count(0)
        page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="A wide field")).to_be_visible()


def test_a_picture_grows_to_its_own_size_and_a_click_outside_closes(ada: Visitor) -> None:
    note = ada.note("Fields", pictures(ada, LONG))
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="View picture: A wide field").click()
    picture = shown(page).get_by_role("button", name="Actual size")
    image = shown(page).locator("img")
    expect(picture).to_have_attribute("aria-disabled", "false")
    fitting = image.bounding_box()
    assert fitting is not None
    assert fitting["width"] <= 1280
    picture.click()
    expect(picture).to_have_attribute("aria-pressed", "true")
    expect(image).to_have_css("width", "2400px")
    picture.click()
    expect(image).to_have_css("width", f"{fitting['width']:g}px")
    original = shown(page).get_by_role("link", name="Open original")
    assert str(original.get_attribute("href")).startswith("/files/")
    assert axe.violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe.violations(page, in_colours=True) == []
    shown(page).click(position={"x": 20, "y": 700})
    expect(shown(page)).to_have_count(0)


@pytest.mark.parametrize("how", ["double click", "Space", "button"])
def test_a_picture_of_the_block_surface_opens_large_and_writing_goes_on(ada: Visitor, how: str) -> None:
    note = ada.note("Fields", pictures(ada, f"![Last]({kept_picture(ada, 'last', 90, 60)})"))
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    picture = surface(page).get_by_alt_text("A wide field")
    if how == "double click":
        picture.dblclick()
    else:
        picture.click()
        if how == "Space":
            page.keyboard.press("Space")
        else:
            page.get_by_role("button", name="View picture").click()
    expect(page.get_by_role("dialog", name="A wide field")).to_be_visible()
    expect(shown(page)).to_contain_text("1 of 3")
    shown(page).get_by_role("button", name="Next picture").click()
    expect(page.get_by_role("dialog", name="A leaf")).to_be_visible()
    shown(page).get_by_role("button", name="Next picture").click()
    expect(page.get_by_role("dialog", name="Last")).to_be_visible()
    shown(page).get_by_role("button", name="Close").click()
    expect(shown(page)).to_have_count(0)
    expect(surface(page)).to_be_focused()
    expect(surface(page).locator(".ProseMirror-selectednode").get_by_alt_text("Last")).to_be_visible()
    assert ada.read(note["id"])["content"] == note["content"]


def test_a_picture_of_the_markdown_surface_opens_large_and_the_caret_stays(ada: Visitor) -> None:
    note = ada.note("Fields", pictures(ada), mode="raw")
    page = ada.open(f"/notes/{note['id']}")
    surface(page).focus()
    page.keyboard.press("ControlOrMeta+End")
    surface(page).get_by_alt_text("A wide field").click()
    expect(page.get_by_role("dialog", name="A wide field")).to_be_visible()
    expect(shown(page)).to_contain_text("1 of 2")
    page.keyboard.press("Escape")
    expect(shown(page)).to_have_count(0)
    expect(surface(page)).to_be_focused()
    page.keyboard.type("End")
    page.keyboard.press("ControlOrMeta+s")
    wait_until(lambda: str(ada.read(note["id"])["content"]) == f"{note['content']}End", "the caret went elsewhere")


SIZED = """(place) => {
  const { width = 0, height = 0 } = document.querySelector(place)?.getBoundingClientRect() ?? {};
  const most = Math.min(0.8 * innerHeight, 720);
  return Math.abs(height - most) < 1 && Math.abs(3 * width - most) < 1;
}"""


def test_an_upright_picture_stays_on_the_screen_in_its_proportions(ada: Visitor) -> None:
    page = ada.page
    upright = kept_picture(ada, "upright", 600, 1800)
    note = ada.note("Upright", f"![tall]({upright})\n\nEnd.")
    long = ada.note("To read", f"![tall]({upright})\n\n{LONG}")
    places = {long["id"]: ".note-text img.picture", note["id"]: ".block-surface img.bn-visual-media"}
    for note_id, place in places.items():
        ada.open(f"/notes/{note_id}")
        # What stands there first is put in anew while the page arrives.
        page.wait_for_function(SIZED, arg=place)


@pytest.mark.parametrize(("mode", "file"), [("block", SURFACE), ("raw", "**/assets/RawSurface-*.js")])
def test_pictures_have_their_room_before_they_come(
    service: Service, visit: Callable[..., Visitor], mode: str, file: str
) -> None:
    ada = visit(service).register()
    wide, upright, small = (
        kept_picture(ada, "wide", 2400, 1200),
        kept_picture(ada, "upright", 600, 1800),
        kept_picture(ada, "small", 60, 40),
    )
    blocks = f"![wide]({wide})\n\n![upright]({upright})\n\n![chosen|120]({wide})"
    note = ada.note("Fields", f"{blocks}\n\nWith ![a leaf]({small}) in it.\n\nThe end.", mode=mode)
    for size in (DESKTOP, PHONE):
        page = visit(service, viewport=size).sign_in().page
        files = Held(page, "**/files/**")
        tops = ends(page, note, file)
        files.let_go()
        page.wait_for_function(LOADED, arg=WRITTEN_LAYER)
        tops.append(end(page))
        assert max(tops) - min(tops) <= 1, tops


def test_another_page_closes_what_is_open(ada: Visitor) -> None:
    ada.note("There", "Arrived.")
    note = ada.note("Fields", pictures(ada, LONG))
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("treeitem", name="There").click()
    expect(surface(page)).to_contain_text("Arrived.")
    page.go_back()
    page.get_by_role("button", name="View picture: A leaf").click()
    expect(shown(page)).to_be_visible()
    page.go_forward()
    expect(surface(page)).to_contain_text("Arrived.")
    expect(shown(page)).to_have_count(0)


def swipe(page: Page, start: int, end: int) -> None:
    """A finger over the middle of a phone, from one place across to the other."""
    finger = page.context.new_cdp_session(page)
    for kind, points in [
        ("touchStart", [{"x": start, "y": 400}]),
        *(("touchMove", [{"x": start + (end - start) * part / 4, "y": 400}]) for part in range(1, 5)),
        ("touchEnd", []),
    ]:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_finger_opens_a_picture_on_a_phone(service: Service, visit: Callable[..., Visitor]) -> None:
    ada = visit(service, viewport=PHONE, has_touch=True, is_mobile=True).register()
    note = ada.note("Fields", pictures(ada, LONG))
    page = ada.open(f"/notes/{note['id']}")
    page.get_by_role("button", name="View picture: A wide field").tap()
    expect(shown(page)).to_be_visible()
    box = shown(page).locator("img").bounding_box()
    assert box is not None
    assert 300 < box["width"] <= PHONE["width"]
    shown(page).get_by_role("button", name="Next picture").tap()
    expect(page.get_by_role("dialog", name="A leaf")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    shown(page).get_by_role("button", name="Close").tap()
    expect(shown(page)).to_have_count(0)
    page.get_by_role("button", name="View picture: A leaf").tap()
    expect(page.get_by_role("dialog", name="A leaf")).to_be_visible()
    swipe(page, 200, 300)
    expect(page.get_by_role("dialog", name="A wide field")).to_be_visible()
    swipe(page, 300, 200)
    expect(page.get_by_role("dialog", name="A leaf")).to_be_visible()
