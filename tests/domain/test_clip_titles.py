"""What a clip is called when the clipper does not say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesvc import limits
from notesvc.domain.clip_titles import title_of

URL = "https://b.example/p"


@pytest.mark.parametrize(
    ("given_title", "page_title", "content", "name"),
    [
        ("Given", "Page", "# Heading", "Given"),
        (" \x07\u202e ", "Page", "# Heading", "Page"),
        (None, None, "intro\n\n## Heading ##\n", "Heading"),
        (None, None, "\n- [ ] **First** [line](https://a.example) \\#1\nsecond", "First line #1"),
        (None, None, "```\n# code\n```\n# Heading", "Heading"),
        (None, None, "![](https://a.example/x.png)", "b.example"),
    ],
)
def test_the_title_is_the_first_that_says_something(
    given_title: str | None, page_title: str | None, content: str, name: str
) -> None:
    assert title_of(given_title, page_title, content, URL) == name


def test_without_words_or_address_there_is_still_a_title() -> None:
    assert title_of(None, None, "***", None) == "Untitled clip"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("a\x00b\nc\u2028d\u202ee\ufeff", "ab c de"),
        ("x" * 600, "x" * 500),
        ("👩‍👩‍👧‍👦" * 100, "👩‍👩‍👧‍👦" * 71),
        ("x" + "🇩🇪" * 300, "x" + "🇩🇪" * 249),
        ("x" * 499 + "e\u0301\u0323", "x" * 499),
        ("x" * 499 + "👍🏽", "x" * 499),
        ("각" * 499 + "\u1100\u1161\u11a8", "각" * 499),
        ("e" + "\u0301" * 600, "e" + "\u0301" * 499),
    ],
)
def test_a_title_is_one_line_and_is_cut_between_visible_characters(title: str, name: str) -> None:
    assert title_of(title, None, "x", None) == name


@given(st.text(), st.text(max_size=2_000), st.text(max_size=50))
def test_a_title_of_anything_is_a_name_that_a_note_may_have(title: str, content: str, url: str) -> None:
    name = title_of(title, None, content, url)
    assert 0 < len(name) <= limits.MAX_NAME
    assert name == " ".join(name.split())
    assert not any(ord(letter) < 0x20 or letter in "\x7f\u2028\u2029\u202e" for letter in name)
