"""The results of a search as their page shows them: whatever they say, it is words."""

import html
import json
import re
from typing import Any

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesvc.text.first_view import search
from notesvc.text.first_view.excerpts import match_of, with_marks
from notesvc.text.first_view.result import Surroundings
from notesvc.text.first_view.words import count_words
from tests.text.hostile_html import MARKUP

_NAMES = (
    "titled placeholder clear filters tag person folder changed journal trashed results count_other nothing "
    "takeOut not title has after before nothingHint searchedFor alsoKnownAs searchCommand untitled moment"
)
WORDS = {name: name for name in _NAMES.split()}


def result(words: str) -> dict[str, Any]:
    escaped = html.escape(words)
    note = {"id": "1", "name": words, "parentId": "2", "tags": [words], "icon": words, "updatedAt": words}
    return {"note": note, "title": escaped, "alsoKnownAs": escaped, "snippet": f"<mark>{escaped}</mark>", "score": 1}


def shown(words: str) -> str:
    answer = {"results": [result(words)], "total": 1, "nextCursor": None, "searchedFor": words}
    around = Surroundings(paths={"2": words}, colors={words.lower(): words})
    # A tag would be a filter, which has an element of its own.
    q = f'"{words}"'.replace("#", "")[:200]
    return str(search.page(search.Shown(q, answer, around), {"en": WORDS, "ar": WORDS}, "en"))


def parts(page: str) -> list[str]:
    """What a browser makes of it: elements with the names of their attributes."""
    tree = html5lib.parseFragment(page, container="div", treebuilder="etree", namespaceHTMLElements=False)
    return [f"{element.tag} {sorted(element.attrib)}" for element in tree.iter()]


@pytest.mark.parametrize("words", MARKUP)
def test_hostile_words_make_no_element(words: str) -> None:
    assert parts(shown(words)) == parts(shown("harmless"))


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), min_size=1))
def test_no_words_make_an_element_and_the_answer_is_the_same(words: str) -> None:
    page = shown(words)
    assert parts(page) == parts(shown("harmless"))
    blocks = re.findall(r'<script type="application/json" id="first-answer">(.*?)</script>', page, re.DOTALL)
    assert json.loads(blocks[0])["answer"]["results"] == [result(words)]


def test_an_excerpt_is_text_with_marks() -> None:
    assert with_marks("a &lt;mark&gt; <mark>b &amp;amp;</mark> <i>c") == (
        "a &lt;mark&gt; <mark>b &amp;amp;</mark> &lt;i&gt;c"
    )


def test_a_match_is_opened_by_its_words_and_what_follows() -> None:
    assert match_of("no mark") == ""
    assert match_of("a <mark>b c</mark> d <mark>e</mark> &amp; f…") == "match=b+c&after=d+e+%26+f"
    assert match_of(f"<mark>{'long ' * 30}</mark>") == f"match={'+'.join(['long'] * 16)}"


def test_numbers_have_the_forms_of_their_language() -> None:
    forms = ("zero", "one", "two", "few", "many", "other")
    words = {f"count_{form}": f"{form} {{{{count}}}}" for form in forms}
    arabic = {number: count_words(words, "count", "ar", number) for number in (0, 1, 2, 3, 10, 11, 99, 100, 103, 202)}
    assert [text.split()[0] for text in arabic.values()] == (
        ["zero", "one", "two", "few", "few", "many", "many", "other", "few", "other"]
    )
    assert [count_words(words, "count", "es", number).split()[0] for number in (0, 1, 2, 11)] == [
        *("zero", "one", "other", "other"),
    ]


@pytest.mark.parametrize("words", MARKUP)
def test_filters_are_drawn_with_what_was_written(words: str) -> None:
    value = words.replace('"', " ").strip()
    answer = {"results": [], "total": 0, "searchedFor": None}
    page = str(search.page(search.Shown(f'-tag:"{value}" in:x', answer), {"en": WORDS}, "en"))
    tokens = html5lib.parseFragment(page, namespaceHTMLElements=False).findall(
        ".//button[@class='search-chip search-token']"
    )
    said = [" ".join("".join(token.itertext()).split()) for token in tokens]
    assert said == [f"takeOut not tag {' '.join(value.split())}", "takeOut folder x"]
