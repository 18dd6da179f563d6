"""What comes by the clipboard: nothing in it keeps a note from being saved, and nothing that is typed is lost."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.app.catalogue import said
from tests.app.clipboard import DOT, files
from tests.app.editing import content, picture
from tests.app.keys import PASTE, copied, enter, press
from tests.app.visitor import Visitor
from tests.app.writing import begin, saved, surface
from tests.service import wait_until

DATA = f"data:image/png;base64,{DOT}"
# Pastes the HTML with a picture of so many bytes in it.
PASTE_LARGE = """(bytes) => {
  const text = btoa("\\x89PNG\\r\\n\\x1a\\n" + "x".repeat(bytes));
  const data = new DataTransfer();
  data.setData("text/html", `<p>Large:</p><img src="data:image/png;base64,${text}" alt="large"><p>after</p>`);
  const some = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", some));
}"""
PICTURE = f'<p>Before</p><p><img src="{DATA}" alt="dot"></p><p>After</p>'
WORD = """<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {margin:0}</style></head>
<body><!--StartFragment--><h1 style='text-align:start'>Head<o:p></o:p></h1>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]>·<![endif]>First<o:p></o:p></p>
<p class=MsoNormal><a href="file:///C:/Users/ada/plan.docx">plan</a> <img src="file:///C:/Temp/clip_image001.png"></p>
<table><tr><td colspan=5000>wide</td></tr><tr><td width="-5">a</td><td rowspan=0>b</td></tr></table>
<!--EndFragment--></body></html>"""
DOCS = f"""<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1">
<p dir="ltr"><span>Docs</span></p>
<ol start="-4" style="list-style-type:lower-alpha"><li dir="ltr" aria-level="1"><p><span>one</span></p></li></ol>
<p><span><span style="border:none;display:inline-block"><img src="{DATA}" width="5"></span></span></p></b>"""
PAGE = f"""<h2 data-id="{"x" * 90}">Page</h2><p>a\u0000b <a href="//example.org/x">host</a>
<a href="javascript:alert(1)">run</a> <a href="vbscript:x">vb</a> <a href="/rel">rel</a></p>
<img src="blob:https://example.org/1"><img src="data:text/html,<script>1</script>"><img src="cid:part1">
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="//example.org/late.png">
<video src="javascript:1"></video><audio src="data:audio/wav;base64,UklGRiQ="></audio>
<embed src="data:application/pdf;base64,JVBERi0=">
<custom-tag onclick="x()">custom</custom-tag><iframe srcdoc="<p>x"></iframe><svg onload="x()"><text>svg</text></svg>
{"<ul><li>deep" * 45}{"</li></ul>" * 45}<table><tr></tr></table><table><caption>c</caption><td>lone"""


def refusals(page: Page) -> list[str]:
    """What of the page's writes the service refuses, from here on."""
    found: list[str] = []
    page.on(
        "response",
        lambda answer: (
            found.append(answer.text()) if answer.request.method == "PATCH" and answer.status == 422 else None
        ),
    )
    return found


def test_items_that_are_cut_in_markdown_take_the_place_of_an_empty_one(ada: Visitor) -> None:
    note = enter(ada, "1. one\n2. two\n3. three", "raw")
    page = ada.page
    press(page, "ArrowUp", "Home", "Shift+ArrowDown")
    kinds = copied(page)
    press(page, "Delete", "ControlOrMeta+End", "Enter")
    page.evaluate(PASTE, kinds)
    press(page, "ControlOrMeta+s")
    wait_until(lambda: content(ada, note).strip() == "1. one\n2. three\n3. two", "its sign stands there twice")


def test_a_picture_within_pasted_text_is_uploaded_and_what_follows_is_saved(ada: Visitor) -> None:
    note = enter(ada, "")
    page = ada.page
    refused = refusals(page)
    page.evaluate(PASTE, {"text/html": PICTURE})
    expect(picture(page)).to_be_visible()
    press(page, "ControlOrMeta+End")
    page.keyboard.type(" and on")
    wait_until(lambda: "After and on" in content(ada, note), "what was typed later was not saved")
    saved(page)
    page.reload()
    surface(page).wait_for()
    expect(picture(page)).to_be_visible()
    text = content(ada, note)
    assert re.fullmatch(r"Before\n\n!\[dot.png\]\(/files/\S+\)\n\nAfter and on\n?", text), text
    assert ada.context.request.get(files(text)[0]).ok
    assert refused == []


def test_a_pasted_picture_is_taken_back_and_brought_back_whole(ada: Visitor) -> None:
    note = enter(ada, "Here:")
    page = ada.page
    page.evaluate(PASTE, {"text/html": PICTURE})
    expect(picture(page)).to_be_visible()
    press(page, "ControlOrMeta+z")
    expect(surface(page)).to_have_text(re.compile("^Here:$"))
    press(page, "ControlOrMeta+Shift+z")
    expect(picture(page)).to_be_visible()
    wait_until(lambda: files(content(ada, note)), "the picture did not come back")


@pytest.mark.parametrize(("source", "words"), [(WORD, "plan"), (DOCS, "one"), (PAGE, "custom")])
def test_what_other_programs_put_on_the_clipboard_is_saved(ada: Visitor, source: str, words: str) -> None:
    note = enter(ada, "Mine.")
    page = ada.page
    refused = refusals(page)
    with ada.expecting_trouble():
        # Chromium prints what the page's policy does not let in of it.
        page.evaluate(PASTE, {"text/html": source})
        assert not [trouble for trouble in ada.trouble if trouble.startswith("uncaught")]
    press(page, "ControlOrMeta+End")
    page.keyboard.type("the end")
    wait_until(lambda: words in content(ada, note) and "the end" in content(ada, note), "it was not saved")
    expect(page.locator(".upload progress")).to_have_count(0)
    saved(page)
    text = json.dumps(ada.read(note["id"])["richContent"])
    assert "Mine." in text
    assert not re.search(r"javascript:|vbscript:|file://|blob:|cid:|data:", text), text
    assert refused == []


def test_a_link_that_could_run_becomes_its_words_and_one_to_a_host_stays(ada: Visitor) -> None:
    note = enter(ada, "")
    ada.page.evaluate(
        PASTE, {"text/html": '<p><a href="javascript:alert(1)">run</a> <a href="//example.org/x">host</a></p>'}
    )
    wait_until(lambda: content(ada, note).strip() == "run [host](https://example.org/x)", "it was not saved")


def test_a_picture_of_thirty_megabytes_is_taken_and_a_larger_one_says_why_not(ada: Visitor) -> None:
    note = enter(ada, "")
    page = ada.page
    page.evaluate(PASTE_LARGE, 30_000_000)
    wait_until(lambda: files(content(ada, note)), "the picture was not uploaded")
    served = ada.context.request.get(files(content(ada, note))[0])
    assert len(served.body()) == 30_000_008
    press(page, "ControlOrMeta+End")
    page.evaluate(PASTE_LARGE, 34_000_000)
    expect(page.get_by_role("alert")).to_contain_text("Larger than 32 MiB")
    press(page, "ControlOrMeta+End")
    page.keyboard.type(" written on")
    wait_until(lambda: "after written on" in content(ada, note), "what was typed later was not saved")


def test_a_picture_pasted_without_the_service_waits_to_be_tried_again(ada: Visitor) -> None:
    note = enter(ada, "")
    page = ada.page
    # What the app fetches ahead is here, so that the picture alone is missed.
    page.wait_for_load_state("networkidle")
    with ada.expecting_trouble():
        ada.context.set_offline(True)
        page.evaluate(PASTE, {"text/html": PICTURE})
        expect(page.get_by_role("alert")).to_contain_text(said("editor.upload.unreachable"))
        press(page, "ControlOrMeta+End")
        page.keyboard.type(" offline")
        ada.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(picture(page)).to_be_visible()
    wait_until(lambda: files(content(ada, note)) and "After offline" in content(ada, note), "it was not saved")


def test_what_the_service_refuses_after_all_is_marked_and_the_rest_is_saved(ada: Visitor) -> None:
    note = enter(ada, "First.\n\nSecond.")
    page = ada.page

    def strict(route: Route) -> None:
        """A service that is of another mind about one word than the page."""
        at = refused_at(route.request)
        if at is None:
            return route.continue_()
        errors = [{"field": f"richContent[{at}].content[0].text", "message": "is not welcome"}]
        problem = {"status": 422, "code": "invalid_input", "detail": "", "errors": errors}
        return route.fulfill(status=422, json=problem, content_type="application/problem+json")

    page.route("**/api/workspace/notes/*", strict)
    page.keyboard.insert_text(" Also poison")
    alert = page.get_by_role("alert").filter(has_text="could not be saved")
    expect(alert).to_contain_text("is not welcome")
    surface(page).get_by_text("First.").click()
    press(page, "End")
    page.keyboard.type(" And on.")
    wait_until(lambda: content(ada, note).strip() == "First. And on.\n\nSecond.", "the rest was not saved")
    expect(page.locator(".is-refused")).to_have_text("Second. Also poison")
    alert.get_by_role("button", name="Show it").click()
    page.reload()
    begin(page)
    expect(surface(page)).to_contain_text("Second. Also poison")
    expect(page.locator(".is-refused")).to_have_text("Second. Also poison")
    page.get_by_role("button", name="Show it").click()
    for _ in "poison":
        press(page, "Backspace")
    page.keyboard.type("honey")
    wait_until(lambda: content(ada, note).strip().endswith("\n\nSecond. Also honey"), "it was not mended")
    expect(alert).to_have_count(0)
    saved(page)


def refused_at(request: Request) -> int | None:
    body: dict[str, Any] = (request.post_data_json if request.method == "PATCH" else None) or {}
    blocks = body.get("richContent") or []
    return next((at for at, block in enumerate(blocks) if "poison" in json.dumps(block)), None)


PASTE_TEXT = """(text) => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const some = { clipboardData: data, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", some));
}"""


def test_pasted_markdown_keeps_toggles_and_widths(ada: Visitor) -> None:
    note = ada.note("Plan", "")
    page = ada.open(f"/notes/{note['id']}")
    begin(page)
    text = "- Title <!-- toggle -->\n    - below\n\n![alt|300](/files/1/a.png)\n"
    page.evaluate(PASTE_TEXT, text)
    wait_until(lambda: ada.read(note["id"])["content"].strip() == text.strip(), "the form was lost")
