"""Notes written to harm: each is shown within the limit, rendered or as plain text, and always safely."""

import re
from collections.abc import Iterator

import pytest

from notesvc.text.html.fallback import as_text
from notesvc.text.sandbox.renderer import Renderer
from tests.text.hostile_inputs import INPUTS
from tests.text.html_checks import TAGS, faults

# A megabyte mostly takes too long, and is shown as plain text instead: test_sandbox.py holds that.
SIZES = [2_000, 30_000, pytest.param(1_000_000, marks=pytest.mark.full)]
_TAG = re.compile(r"<[/!?]?([^\s/>]*)")
_READ_WHOLE = 100_000


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    renderer = Renderer(limit_seconds=0.3)
    yield renderer
    renderer.close()


def is_safe(html: str) -> bool:
    if len(html) <= _READ_WHOLE:
        return faults(html) == []
    return set(_TAG.findall(html)) <= TAGS


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", INPUTS)
def test_a_hostile_note_is_shown(renderer: Renderer, name: str, size: int) -> None:
    markdown = INPUTS[name](size)
    html = renderer.render(markdown).html
    assert html == as_text(markdown) or is_safe(html)


def test_an_ordinary_note_is_rendered_after_all_that(renderer: Renderer) -> None:
    renderer.render(INPUTS["link starts"](20_000))
    renderer.limit_seconds = 10.0
    assert renderer.render("# Still here").html == '<h1 id="user-content-still-here" dir="auto">Still here</h1>'
