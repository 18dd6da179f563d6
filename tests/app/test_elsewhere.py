"""Pictures that lie on other sites: their hosts hear of a reader only by that reader's own act."""

import base64

from playwright.sync_api import Route, expect

from tests.app.clipboard import DOT
from tests.app.visitor import Visitor
from tests.app.writing import surface

PLACE = "https://pictures.example.org"


def test_pictures_from_elsewhere_come_by_the_readers_button_and_by_no_link(ada: Visitor) -> None:
    asked: list[str] = []

    def serve(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=base64.b64decode(DOT), content_type="image/png")

    ada.context.route(f"{PLACE}/**", serve)
    note = ada.note("Remote", f"![map]({PLACE}/map.png)", cover=f"{PLACE}/cover.png")
    page = ada.open(f"/notes/{note['id']}?images=remote")
    surface(page).wait_for()
    load = page.get_by_role("button", name="Load images from elsewhere in this note")
    expect(load).to_have_count(2)
    page.wait_for_load_state("networkidle")
    assert asked == []
    load.last.click()
    expect(page.locator(".block-surface img[src]")).to_be_visible()
    expect(page.locator(".note-cover img")).to_be_visible()
    expect(load).to_have_count(0)
    assert {url.rpartition("/")[2] for url in asked} == {"map.png", "cover.png"}
    asked.clear()
    page.reload()
    expect(load).to_have_count(2)
    page.wait_for_load_state("networkidle")
    assert asked == []
