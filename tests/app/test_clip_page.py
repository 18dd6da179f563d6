"""Keeping pages without the extension, and getting the extension."""

import re
from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import expect

from tests.app.editing import png
from tests.app.visitor import PHONE, Visitor
from tests.service import Service


def test_what_a_phone_shares_becomes_a_note(ada: Visitor) -> None:
    folder = ada.ask("POST", "/api/workspace/folders", {"name": "Reading"}).json()
    page = ada.open(f"/clip?title={quote('A & B')}&text={quote('Some words https://a.example/x')}")
    expect(page.get_by_label("Title")).to_have_value("A & B")
    expect(page.get_by_label("Text")).to_have_value("Some words")
    page.get_by_role("combobox", name="Folder").click()
    page.get_by_role("option", name="Reading").click()
    page.get_by_role("combobox", name="Tags").fill("later ")
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url("**/notes/*")
    note = ada.read(page.url.rpartition("/")[2])
    assert (note["name"], note["content"], note["parentId"]) == ("A & B", "Some words", folder["id"])
    assert (note["tags"], note["properties"]["url"]) == (["later"], "https://a.example/x")


_SHARE = """() => {
  document.body.innerHTML = `<form method="post" action="/clip" enctype="multipart/form-data">
    <input name="title"><input name="files" type="file" multiple></form>`;
}"""


def test_a_picture_and_a_text_that_a_phone_shares_end_in_a_note(
    service: Service, visit: Callable[..., Visitor]
) -> None:
    """The manifest of the app has the form that is filled in here, as a phone does it."""
    ada = visit(service, service_workers="allow").register()
    page = ada.open("/trash")
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.wait_for_function("navigator.serviceWorker.controller")
    target = ada.ask("GET", "/app/manifest.webmanifest").json()["share_target"]
    assert (target["method"], target["action"], target["params"]["files"][0]["name"]) == ("POST", "/clip", "files")
    page.evaluate(_SHARE)
    plan = {"name": "plan.md", "mimeType": "text/markdown", "buffer": b"- [ ] Sow\n"}
    page.locator("[type=file]").set_input_files(
        [{"name": "dot.png", "mimeType": "image/png", "buffer": png(4, 4)}, plan]
    )
    page.locator("form").evaluate("form => form.submit()")
    page.wait_for_url("**/clip?files=2")
    expect(page.get_by_label("Title")).to_have_value("dot")
    expect(page.get_by_role("list", name="Files").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url("**/notes/*")
    assert re.fullmatch(
        r"!\[dot\.png\]\(/files/[^)]+\)\n\n- \[ \] Sow", ada.read(page.url.rpartition("/")[2])["content"].strip()
    )
    ada.open("/clip?files=2")
    expect(page.get_by_role("alert")).to_contain_text("did not arrive")


def test_who_is_not_signed_in_comes_back_with_the_page(ada: Visitor) -> None:
    ada.ask("POST", "/api/auth/logout")
    page = ada.open("/clip?url=https%3A%2F%2Fa.example%2F&title=Later")
    page.get_by_label("E-mail").fill("ada@example.org")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value("Later")


def test_the_settings_offer_the_extension_for_both_browsers(ada: Visitor) -> None:
    page = ada.open("/settings/clipper")
    for browser, file in (("Firefox", "notes-clipper.xpi"), ("Chrome, Edge, Brave", "notes-clipper.zip")):
        page.get_by_text(browser, exact=True).click()
        with page.expect_download() as download:
            page.get_by_role("link", name="Download").click()
        assert download.value.suggested_filename == file
    expect(page.get_by_text("Version 0.")).to_be_visible()
    expect(page.get_by_role("link", name="Keep in notes")).to_have_attribute("href", f"javascript:{_code(ada)}")


def _code(ada: Visitor) -> str:
    code = (
        "(()=>{const e=encodeURIComponent;open(`" + ada.service.url + "/clip?url=${e(location.href)}"
        "&title=${e(document.title)}&text=${e(String(getSelection()))}`)})()"
    )
    return quote(code, safe="!~*'()")


def test_the_form_fits_a_phone(ada: Visitor) -> None:
    ada.page.set_viewport_size(PHONE)
    page = ada.open("/clip?title=A&url=https%3A%2F%2Fa.example%2F")
    expect(page.get_by_role("button", name="Keep")).to_be_in_viewport()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
