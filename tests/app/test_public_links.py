"""Public links: made from a note or a folder, set, frozen anew, revoked; what others see by them, and see no more."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.app import axe
from tests.app.catalogue import said
from tests.app.editing import png
from tests.app.public import share
from tests.app.visitor import PHONE, Visitor
from tests.service import Service, wait_until


def links_of_note(page: Page) -> Locator:
    """The dialog's part, opened from the note's menu."""
    page.get_by_role("button", name="Actions for this note").click()
    page.get_by_role("menuitem", name="Share…").click()
    page.get_by_role("radio", name="Public link").check()
    return page.get_by_role("dialog")


def make(dialog: Locator) -> str:
    """A link by one press; its address."""
    dialog.get_by_role("button", name="Create public link").click()
    address = dialog.get_by_role("textbox", name="Address", exact=True)
    address.wait_for()
    return address.input_value()


def open_options(dialog: Locator) -> Locator:
    dialog.get_by_text("Options", exact=True).click()
    return dialog.locator("form")


@pytest.mark.journey
def test_a_link_is_made_by_one_press_copied_and_opened_by_anybody(ada: Visitor, reader: Visitor) -> None:
    note = ada.note("Plan", "Words for **everybody**.")
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ada.open(f"/notes/{note['id']}")
    dialog = links_of_note(page)
    url = make(dialog)
    copy = dialog.get_by_role("button", name="Copy")
    expect(copy).to_be_focused()
    copy.press("Enter")
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("() => navigator.clipboard.readText()") == url
    shown = reader.open(url)
    expect(shown.get_by_role("heading", name="Plan")).to_be_visible()
    expect(shown.get_by_text("everybody")).to_be_visible()
    dialog.get_by_role("button", name="Show QR code").click()
    expect(dialog.get_by_role("img", name=f"QR code of {url}")).to_be_visible()


def test_what_leads_nowhere_and_lists_without_terms_are_right_for_programs_that_read_the_page(
    ada: Visitor, reader: Visitor
) -> None:
    ada.note("Secret", "Not shared.")
    terms = "<dl><dt>Term</dt><dd>What it means</dd></dl>"
    text = f"See [[Secret]], [a page](/windows/sdk).\n\n<dl><dt>\n\nAlone\n</dt></dl>\n\n{terms}\n"
    link = share(ada, "note", ada.note("Plan", text)["id"])
    # Outside its sandbox, in which axe cannot run.
    shown = reader.context.new_page()
    shown.set_content(reader.ask("GET", link["url"]).text())
    assert axe.violations(shown) == []
    words = shown.locator(".body a")
    expect(words).to_have_text(["Secret", "a page"])
    assert words.evaluate_all("(all) => all.map((each) => [each.hasAttribute('href'), each.hasAttribute('rel')])") == [
        [False, False],
        [False, False],
    ]
    expect(shown.get_by_role("term")).to_have_text(["Term"])


def test_a_diagram_is_drawn_by_its_owners_browser_and_shown_to_everybody(ada: Visitor, reader: Visitor) -> None:
    first = "- list\n\n  ```mermaid\n  graph TD\n    A[Start] --> B[Ziel ä]\n  ```\n"
    text = f"{first}\n~~~mermaid\nnot a diagram\n~~~\n"
    note = ada.note("Plan", text)
    page = ada.open(f"/notes/{note['id']}")
    dialog = links_of_note(page)
    url = make(dialog)

    def left() -> bool:
        shown = reader.open(url)
        return shown.locator("figure.diagram img").count() == 1

    wait_until(left, "no picture was left")
    shown = reader.open(url)
    picture = shown.get_by_role("img", name="graph TD")
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 100
    expect(shown.locator("code.language-mermaid")).to_have_text("not a diagram\n")
    expect(dialog.get_by_text("1 thing is not shown")).to_be_visible()


def test_a_picture_of_a_public_page_opens_as_large_as_it_is(ada: Visitor, reader: Visitor) -> None:
    picture = png(60, 1400)
    sent = ada.context.request.post(
        "/api/workspace/attachments",
        multipart={"file": {"name": "tall.png", "mimeType": "image/png", "buffer": picture}},
        headers={"Origin": ada.service.url},
    )
    note = ada.note("Tall", f"![A tower]({sent.json()['url']})\n\nWords ![in a line]({sent.json()['url']}) stay.")
    page = reader.open(share(ada, "note", note["id"])["url"])
    expect(page.get_by_role("link", name="in a line")).to_have_count(0)
    # The page that Chromium makes for a picture has styles of its own, which our policy forbids.
    with reader.expecting_trouble():
        page.get_by_role("link", name="A tower").click(no_wait_after=True)
        page.wait_for_url(re.compile(r"/a/o/\d+$"), wait_until="load")
    assert reader.context.request.get(page.url).body() == picture


@pytest.mark.journey
def test_a_folder_becomes_a_site_under_a_name_of_its_own(ada: Visitor, reader: Visitor) -> None:
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).json()
    ada.note("Roses", "Red.", parentId=folder["id"])
    other = ada.ask("POST", "/api/workspace/folders", {"name": "House"}).json()
    share(ada, "folder", other["id"], slug="our-house")
    page = ada.open(f"/folders/{folder['id']}")
    page.get_by_role("button", name="Share…").click()
    dialog = page.get_by_role("dialog")
    make(dialog)
    form = open_options(dialog)
    name = form.get_by_label("Name in the address")
    for taken, words in (("No Good", "Use 3 to 64 letters"), ("our-house", said("shares.options.takenSlug"))):
        name.fill(taken)
        name.press("Enter")
        expect(form.get_by_text(words)).to_be_visible()
        expect(name).to_be_focused()
        expect(name).to_have_attribute("aria-invalid", "true")
    name.fill("our-garden")
    form.get_by_role("radio", name="Book").check(force=True)
    form.get_by_role("button", name="Save options").click()
    expect(dialog.get_by_role("textbox", name="Address", exact=True)).to_have_value(f"{ada.service.url}/s/our-garden")
    shown = reader.open("/s/our-garden")
    expect(shown.get_by_role("link", name="Roses").first).to_be_visible()


def test_later_changes_show_after_a_refresh_and_not_before(ada: Visitor, reader: Visitor) -> None:
    note = ada.note("Plan", "First words.")
    link = share(ada, "note", note["id"])
    ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": "Later words."})
    expect(reader.open(link["url"]).get_by_text("First words.")).to_be_visible()
    dialog = links_of_note(ada.open(f"/notes/{note['id']}"))
    dialog.get_by_role("button", name="Refresh · 1 change since").click()
    expect(dialog.get_by_role("button", name="Refresh", exact=True)).to_be_visible()
    expect(reader.open(link["url"]).get_by_text("Later words.")).to_be_visible()


def test_a_password_is_asked_for_until_it_is_removed(ada: Visitor, reader: Visitor) -> None:
    note = ada.note("Plan", "Kept words.")
    dialog = links_of_note(ada.open(f"/notes/{note['id']}"))
    url = make(dialog)
    form = open_options(dialog)
    password = form.get_by_role("textbox", name="Password")
    password.fill("abc")
    password.press("Enter")
    expect(form.get_by_text(said("shares.options.shortPassword"))).to_be_visible()
    password.fill("open sesame")
    form.get_by_label("View limit").fill("0")
    form.get_by_role("button", name="Save options").click()
    expect(form.get_by_text(said("shares.options.badLimit"))).to_be_visible()
    form.get_by_label("View limit").fill("")
    form.get_by_role("button", name="Save options").click()
    expect(form.get_by_role("button", name="Remove the password")).to_be_visible()
    shown = reader.open(url)
    shown.get_by_label("Password").fill("open sesame")
    shown.keyboard.press("Enter")
    expect(shown.get_by_text("Kept words.")).to_be_visible()
    form.get_by_role("button", name="Remove the password").click()
    expect(form.get_by_role("button", name="Remove the password")).to_have_count(0)
    reader.context.clear_cookies()
    expect(reader.open(url).get_by_text("Kept words.")).to_be_visible()


def test_a_note_has_several_links_and_revoking_one_asks_first(ada: Visitor, reader: Visitor) -> None:
    note = ada.note("Plan", "Words.")
    kept, ended = share(ada, "note", note["id"]), share(ada, "note", note["id"])
    dialog = links_of_note(ada.open(f"/notes/{note['id']}"))
    links = dialog.get_by_role("list", name="Public links to Plan").locator("> li")
    expect(links).to_have_count(2)
    links.nth(1).get_by_role("button", name="Revoke…").click()
    question = ada.page.get_by_role("dialog", name="Revoke the public link to “Plan”?")
    expect(question).to_contain_text(ended["url"])
    question.get_by_role("button", name="Cancel").click()
    expect(links).to_have_count(2)
    links.nth(1).get_by_role("button", name="Revoke…").click()
    question.get_by_role("button", name="Revoke", exact=True).click()
    expect(links).to_have_count(1)
    assert reader.ask("GET", ended["url"]).status == 404
    assert reader.ask("GET", kept["url"]).status == 200


def test_keys_alone_make_set_and_revoke_a_link(ada: Visitor) -> None:
    note = ada.note("Plan", "Words.")
    page = ada.open(f"/notes/{note['id']}")
    seen = page.get_by_role("toolbar", name="Note").get_by_role("button", name="Only you")
    seen.press("Enter")
    page.get_by_role("radio", name="People").press("ArrowRight")
    page.get_by_role("button", name="Create public link").press("Enter")
    expect(page.get_by_role("button", name="Copy")).to_be_focused()
    page.get_by_text("Options", exact=True).press("Enter")
    limit = page.get_by_label("View limit")
    limit.press_sequentially("7")
    limit.press("Enter")
    expect(page.get_by_text("7 views left")).to_be_visible()
    page.get_by_role("button", name="Revoke…").press("Enter")
    page.get_by_role("button", name="Revoke", exact=True).press("Enter")
    expect(page.get_by_role("button", name="Create public link")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".note-seen")).to_be_focused()


def test_views_are_shown_as_a_chart_and_as_tables(ada: Visitor, reader: Visitor) -> None:
    note = ada.note("Plan", "Words.")
    link = share(ada, "note", note["id"])
    reader.open(link["url"])
    wait_until(lambda: ada.ask("GET", "/api/workspace/shares").json()["shares"][0]["views"] == 1, "no view was counted")
    dialog = links_of_note(ada.open(f"/notes/{note['id']}"))
    dialog.get_by_text("Views", exact=True).click()
    expect(dialog.get_by_role("img", name="Views in the last 30 days: 1 view in the last 30 days")).to_be_visible()
    expect(dialog.get_by_role("table", name="Where they came from")).to_contain_text("Address typed, or not told")
    dialog.get_by_text("As a table").click()
    expect(dialog.get_by_role("table", name="Views in the last 30 days").get_by_role("row")).to_have_count(31)


LOOKS = [
    pytest.param({}, id="light", marks=pytest.mark.full),
    pytest.param({"color_scheme": "dark"}, id="dark"),
    pytest.param({"viewport": PHONE}, id="phone"),
]


@pytest.mark.parametrize("look", LOOKS)
def test_the_dialog_has_no_violation_and_fits(
    service: Service, visit: Callable[..., Visitor], look: dict[str, Any]
) -> None:
    ada = visit(service, **look).register()
    note = ada.note("Plan", "Words.")
    link = share(ada, "note", note["id"], password="open sesame", viewLimit=5)
    ada.ask("PATCH", f"/api/workspace/notes/{note['id']}", {"content": "Later."})
    dialog = links_of_note(ada.open(f"/notes/{note['id']}"))
    expect(dialog.get_by_role("textbox", name="Address", exact=True)).to_have_value(link["url"])
    open_options(dialog)
    dialog.get_by_role("button", name="Show QR code").click()
    dialog.get_by_text("Views", exact=True).click()
    expect(dialog.get_by_text("Nobody has looked at it")).to_be_visible()
    assert axe.violations(ada.page) == []
    beyond = "element => element.scrollWidth - element.clientWidth"
    assert dialog.evaluate(beyond) <= 0


def test_a_large_folder_says_how_far_it_is_and_is_public_in_the_end(ada: Visitor, reader: Visitor) -> None:
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Garden"}).json()
    for number in range(24):
        ada.note(f"Bed {number}", "Earth.", parentId=folder["id"])
    page = ada.open(f"/folders/{folder['id']}")
    page.get_by_role("button", name="Share…").click()
    url = make(page.get_by_role("dialog"))
    expect(page.get_by_role("dialog").get_by_text("25 pages")).to_be_visible()
    expect(page.get_by_role("dialog").locator(".link-state")).to_have_text("Public")
    expect(page.get_by_role("treeitem", name="Garden", include_hidden=True)).to_have_attribute(
        "aria-description", "public"
    )
    expect(reader.open(url).get_by_role("link", name="Bed 23").first).to_be_visible()


def test_what_could_not_be_shown_as_meant_is_named(ada: Visitor) -> None:
    note = ada.note("Plan", "> " * 3_000 + "deep")
    link = share(ada, "note", note["id"])
    assert len(link["warnings"]) == 1
    dialog = links_of_note(ada.open(f"/notes/{note['id']}"))
    dialog.get_by_text("1 thing is not shown as it was meant").click()
    expect(dialog.get_by_text(link["warnings"][0]["message"])).to_be_visible()
