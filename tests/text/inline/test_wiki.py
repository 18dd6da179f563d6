"""Wiki links as they are written, and written anew."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text import inline
from notesvc.text.inline import ById
from tests.text.samples import MARKDOWN

ID = "0190a1b2-0000-7000-8000-000000000001"
TITLES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[Old]]", "[[New]]"),
        ("![[ Old ]]", "![[ New ]]"),
        ("[[Old|Old]]", "[[New|Old]]"),
        ("[[Old#^a1]]", "[[New#^a1]]"),
        ("![[Old#^a1|Old]]", "![[New#^a1|Old]]"),
        (r"| [[Old#Old\|x]] |", r"| [[New#Old\|x]] |"),
        ("[[Other]] `[[Old]]` [[Old]]s", "[[Other]] `[[Old]]` [[New]]s"),
    ],
)
def test_it_writes_another_title(before: str, after: str) -> None:
    assert inline.rewrite_wiki(before, {"Old": "New"}) == (after, 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a [[Old]].", rf"a [C\# \[x\]](note://{ID})."),
        ("![[Old]]!", rf"[C\# \[x\]](note://{ID})!"),
        ("[[Old#A b|said]]", f"[said](note://{ID}#A%20b)"),
        ("[[Old#^a1]]", rf"[C\# \[x\]](note://{ID}#%5Ea1)"),
        ("[see [[Old]]](https://example.org)", rf"[see [C\# \[x\]](note://{ID})](https://example.org)"),
    ],
)
def test_it_writes_a_link_by_id(before: str, after: str) -> None:
    assert inline.rewrite_wiki(before, {"Old": ById(ID, "C# [x]")}) == (after, 1)


@pytest.mark.parametrize(
    ("title", "said"),
    [("A [b] c", "A b c"), ("A | b", "A b"), ("C#", "C"), ("x^2", "x^2"), ("a\\", "a"), ("[#]", ""), ("a\nb", "a b")],
)
def test_a_title_is_said_without_what_a_link_cannot_hold(title: str, said: str) -> None:
    assert inline.link_form(title) == said


@settings(max_examples=300)
@given(TITLES)
def test_what_a_link_says_of_a_title_is_one_link(title: str) -> None:
    said = inline.link_form(title)
    assert inline.link_form(said) == said
    if said:
        assert inline.is_written_as(said)


@settings(max_examples=300)
@given(MARKDOWN, TITLES, st.booleans())
def test_only_the_links_named_change_and_are_links_afterwards(markdown: str, title: str, by_id: bool) -> None:
    old = [token for token in inline.scan(markdown) if token.kind == "wiki"]
    form = ById(ID, title) if by_id else inline.link_form(title) or "x"
    text, count = inline.rewrite_wiki(markdown, {token.title: form for token in old})
    new = inline.scan(text)
    if by_id:
        assert sum(token.kind == "note" and token.value == ID for token in new) == count
        assert sum(token.kind == "wiki" for token in new) == len(old) - count
    else:
        assert [(token.title, token.heading, token.alias, token.embed) for token in new if token.kind == "wiki"] == [
            (form, token.heading, token.alias, token.embed) for token in old
        ]


@pytest.mark.parametrize("heading", ["", "#A%20b"])
def test_a_link_by_id_follows_the_title_that_it_said(heading: str) -> None:
    text = rf"a [C\#](note://{ID}{heading}) [other](note://{ID})"
    said, count = inline.rewrite_wiki(text, {ById(ID, "C#"): "New"})
    assert (said, count) == (f"a [[New{heading.replace('%20', ' ')}]] [other](note://{ID})", 1)
    assert inline.rewrite_wiki(text, {ById(ID, "C#"): ById(ID, "D")})[0].startswith(f"a [D](note://{ID}{heading})")
