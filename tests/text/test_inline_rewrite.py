import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text import inline
from tests.text.samples import MARKDOWN


def test_it_replaces_spans_in_any_order() -> None:
    assert inline.replace_spans("abcdef", [(4, 5, "E"), (0, 2, ""), (3, 3, "-")]) == "c-dEf"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[[Old]]", "[[New]]"),
        ("![[ old ]]", "![[ New ]]"),
        ("[[Old|Old]]", "[[New|Old]]"),
        (r"| [[Old#Old\|x]] |", r"| [[New#Old\|x]] |"),
        ("[[A/Old.md#h]]", "[[A/New.md#h]]"),
        ("[[Old/Old]]", "[[Old/New]]"),
        ("[[Other]] `[[Old]]` [[Old]]s", "[[Other]] `[[Old]]` [[New]]s"),
    ],
)
def test_it_renames_wiki_links(before: str, after: str) -> None:
    text, count = inline.rename_wiki(before, lambda token: inline.wiki_target_key(token.title) in ("old",), "New")
    assert (text, count) == (after, 1)


def test_a_new_title_loses_what_a_wiki_link_cannot_say() -> None:
    assert inline.rename_wiki("[[Old|x]]", lambda token: True, " C# [a|b]^\n\\") == ("[[C a b|x]]", 1)
    assert inline.rename_wiki("[[Old]]", lambda token: True, "[#]") == ("[[Old]]", 0)


@settings(max_examples=300, deadline=None)
@given(MARKDOWN, st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20))
def test_renamed_links_have_the_new_title(markdown: str, title: str) -> None:
    old = [token for token in inline.scan(markdown) if token.kind == "wiki"]
    text, count = inline.rename_wiki(markdown, lambda token: True, title)
    new = [token for token in inline.scan(text) if token.kind == "wiki"]
    if not count:
        assert text == markdown
        return
    kept = " ".join(title.translate(dict.fromkeys(map(ord, "[]|#^"), " ")).split()).rstrip("\\ ")
    assert count == len(old) == len(new)
    assert all(token.title.removesuffix(".md").endswith(kept) for token in new)
    assert [(token.heading, token.alias, token.embed) for token in new] == [
        (token.heading, token.alias, token.embed) for token in old
    ]


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [
        ("#Old #old/x `#old` #older #other/old", "#new #new/x `#old` #older #other/old", 2),
        ("#old/", "#new/", 1),
        ("#old/" + "x" * 28, "#old/" + "x" * 28, 0),
    ],
)
def test_it_renames_tags_and_those_within(before: str, after: str, count: int) -> None:
    new = "new" if count else "longer"
    assert inline.rename_tag(before, "old", new) == (after, count)


def test_it_renames_a_nested_tag() -> None:
    assert inline.rename_tag("#a/B/c #a/bc #a", "a/b", "xx") == ("#xx/c #a/bc #a", 1)


def test_it_refuses_to_rename_to_what_is_no_tag() -> None:
    with pytest.raises(ValueError):
        inline.rename_tag("#old", "old", "a b")


def test_it_renames_the_mentions_by_that_name_only() -> None:
    names = {"ann": "1", "ann lee": "2", "annie": "1"}
    text = "$Ann and $ANN! but $Ann Lee, $Annie, `$Ann`, $Anna"
    renamed = "$Joan and $Joan! but $Ann Lee, $Annie, `$Ann`, $Anna"
    assert inline.rename_person(text, names, "1", "ann", "Joan") == (renamed, 2)
