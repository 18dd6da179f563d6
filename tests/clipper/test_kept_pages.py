"""The pages that the clipper and the service read alike, in a browser that runs their scripts and styles."""

from tests.clipper import acts
from tests.clipper.chromium import Chromium
from tests.clipper.pages import Site
from tests.places import PROJECT

KEPT = PROJECT / "tests" / "text" / "clip"


def test_a_browser_shows_what_a_page_keeps_and_what_is_left_out(chromium: Chromium, site: Site) -> None:
    names = ("code", "pictures", "sections", "comments")
    parts = [(KEPT / "pages" / f"{name}.html").read_text() for name in names]
    frame = (KEPT / "frame.html").read_text()
    site.further["/all.html"] = ("text/html; charset=utf-8", frame.replace("<!-- page -->", "".join(parts)).encode())
    popup = acts.read_popup(chromium, f"{site.url}/all.html")
    text = popup.run("document.getElementById('text').value")
    assert [name for name in names if (KEPT / "pages" / f"{name}.md").read_text().strip() not in text] == []
    assert "Two comments" in popup.run("document.querySelector('[data-notice=page]').innerText")
