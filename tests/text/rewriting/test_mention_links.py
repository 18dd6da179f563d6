"""Names that only stand in a text, written as links."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from notesvc.text import inline
from notesvc.text.blocks import validation
from notesvc.text.blocks.reading.from_markdown import from_markdown
from notesvc.text.blocks.writing.to_markdown import to_markdown
from notesvc.text.rewriting.mention_links import Target, link_in_document, link_mentions

ID = "01a1fc84-dc03-7a6f-bf4b-21cf1c8af9fe"
ANN = Target(ID, "Ann")
BY_ID = f"(note://{ID})"


def linked(text: str, names: tuple[str, ...] = ("Ann",), target: Target = ANN) -> str:
    return link_mentions(text, names, target).text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ann came.", "[[Ann]] came."),
        ("ann, ANN & Ann", "[[Ann|ann]], [[Ann|ANN]] & [[Ann]]"),
        ("**Ann** and *ann*.", "**[[Ann]]** and *[[Ann|ann]]*."),
        ("# Ann\n\n- [ ] Ann\n> Ann", "# [[Ann]]\n\n- [ ] [[Ann]]\n> [[Ann]]"),
        ("- a\n\n    - Ann", "- a\n\n    - [[Ann]]"),
        ("| Ann | ann |\n| --- | --- |", f"| [[Ann]] | [ann]{BY_ID} |\n| --- | --- |"),
        ("I said: Ann", "I said: [[Ann]]"),
    ],
)
def test_a_mention_becomes_a_link_that_reads_as_it_did(text: str, wanted: str) -> None:
    assert linked(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "`Ann` and ``x Ann``",
        "```\nAnn\n```",
        "para\n\n    Ann in code\n    Ann",
        "\tAnn",
        "[Ann](x) ![Ann](y) [see Ann here](z)",
        "[Ann][x] [Ann] ![Ann][x] [^Ann]\n\n[Ann]: https://example.org 'Ann'\n[^Ann]: note",
        "https://example.org/Ann?Ann <https://a.example/Ann> www.example.org/Ann",
        "<b title='Ann'>x</b> <!-- Ann -->",
        "[[Ann]] [[x|Ann]] ![[Ann]] #Ann @Ann $Ann",
        "$x Ann$ and $$\nAnn\n$$",
        "---\ntitle: Ann\n---\nrest",
        "!Ann \\Ann Ann(x) Ann[x]",
        "a*Ann* _Ann_b",
        "Anna and annex",
    ],
)
def test_nothing_becomes_a_link_where_none_can_stand(text: str) -> None:
    assert linked(text) == text


@pytest.mark.parametrize(
    ("title", "text", "wanted"),
    [
        ("C#", "in C# it", f"in [C#]{BY_ID} it"),
        ("a|b", "an a|b c", f"an [a|b]{BY_ID} c"),
        ("日本", "新日本です", "新[[日本]]です"),
        ("Über uns", "über uns: Über uns", "[[Über uns|über uns]]: [[Über uns]]"),
    ],
)
def test_a_title_that_no_wiki_link_can_hold_is_linked_by_its_id(title: str, text: str, wanted: str) -> None:
    assert linked(text, (title,), Target(ID, title)) == wanted


def test_a_title_that_means_another_note_there_is_linked_by_id() -> None:
    assert linked("Ann and ann", target=Target(ID, None)) == f"[Ann]{BY_ID} and [ann]{BY_ID}"


def test_a_further_name_keeps_how_it_is_written() -> None:
    assert linked("the Countess", ("Ada", "Countess"), Target(ID, "Ada")) == "the [[Ada|Countess]]"


def test_it_tells_where_mentions_stood_and_links_stand() -> None:
    text = "ann met Ann"
    found = link_mentions(text, ["Ann"], ANN)
    assert [text[start:end] for start, end in found.before] == ["ann", "Ann"]
    assert [found.text[start:end] for start, end in found.after] == ["[[Ann|ann]]", "[[Ann]]"]


@pytest.mark.parametrize(
    "text",
    [
        "**met Ann now** and `Ann` [Ann](x) ann\n",
        "| Ann | b |\n| --- | --- |\n| 1 | ann |\n",
        "- Ann\n  - ann\n\n# Ann\n\n```\nAnn\n```\n",
        "<div>\nAnn\n</div>\n\n$$\nAnn\n$$\n",
        "[^1]: Ann\n\ntext[^1] [Ann][x] Ann\n\n[x]: https://example.org\n",
    ],
)
def test_a_document_gets_the_links_that_its_text_gets(text: str) -> None:
    document = from_markdown(text)
    changed = link_in_document(document, ["Ann"], ANN)
    assert to_markdown(changed) == to_markdown(from_markdown(linked(text)))
    assert document == from_markdown(text)
    assert validation.validate(changed)


@settings(max_examples=300)
@given(st.text(alphabet="[]()<>`~!#\\ \n:Ann$*_|-^", max_size=60), st.sampled_from(["Ann", None]))
@example("$[Ann Ann]$\n\n  Ann", "Ann")
def test_only_the_names_change_and_each_change_is_a_link(text: str, title: str | None) -> None:
    found = link_mentions(text, ["Ann"], Target(ID, title))
    tokens = {(token.start, token.end) for token in inline.scan(found.text)}
    assert set(found.after) <= tokens
    back = sorted((start, end, text[a:b]) for (a, b), (start, end) in zip(found.before, found.after, strict=True))
    assert inline.replace_spans(found.text, back) == text
