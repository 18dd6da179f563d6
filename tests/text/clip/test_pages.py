"""Pages that the clipper and the service read alike; the clipper's own tests read the same files."""

import json
import re
from pathlib import Path

import pytest

from notesvc.text.clip.from_html import markdown_from_html

_HERE = Path(__file__).parent
_PAGES = sorted(page.stem for page in (_HERE / "pages").glob("*.html"))
_FRAME = (_HERE / "frame.html").read_text()
_DIFFERENCES = json.loads((_HERE / "pages.json").read_text())["differences"]


def _expected(name: str) -> str:
    markdown = (_HERE / "pages" / f"{name}.md").read_text()
    for difference in _DIFFERENCES:
        if difference["page"] == name:
            assert difference["clipper"] in markdown
            markdown = markdown.replace(difference["clipper"], difference["service"])
    return markdown.strip()


@pytest.mark.parametrize("name", _PAGES)
def test_it_keeps_what_a_page_shows(name: str) -> None:
    html = _FRAME.replace("<!-- page -->", (_HERE / "pages" / f"{name}.html").read_text())
    clip = markdown_from_html(html, "https://kettle.example/tea")[0]
    for paragraph in re.findall("<p>(.*)</p>", _FRAME):
        assert paragraph in clip
        clip = clip.replace(paragraph, "")
    assert re.sub(r"\n{3,}", "\n\n", clip).strip() == _expected(name)


def test_every_difference_is_of_a_page_that_is_there() -> None:
    assert {difference["page"] for difference in _DIFFERENCES} <= set(_PAGES)
