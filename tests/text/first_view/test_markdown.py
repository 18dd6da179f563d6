"""Markdown as its surface shows it: safe, whole, and in bounded time, whatever was written."""

import re

import pytest
from hypothesis import given

from notesvc.text.first_view import markdown
from tests.text.blocks.documents import documents
from tests.text.first_view.checks import faults, text_of
from tests.text.hostile_html import MARKUP, SCHEMES
from tests.text.hostile_inputs import INPUTS

_BOX = re.compile(r"\[[xX]\]")
_LETTERS = re.compile(r"[^\W_]+")


def shown(source: str) -> str:
    return str(markdown.text(source))


@given(documents())
def test_whatever_is_written_is_shown_safely(source: str) -> None:
    assert faults(shown(source)) == []


@given(documents())
def test_no_letter_is_lost(source: str) -> None:
    """Tables drop cells that have no column, and formulas the words of their commands."""
    plain = _BOX.sub("[ ]", source.replace("|", " ").replace("$", " "))
    assert _letters(text_of(shown(plain))) == _letters(plain)


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text))


@pytest.mark.parametrize("words", [*MARKUP, *SCHEMES])
def test_no_words_become_markup(words: str) -> None:
    ways = (
        *("{}", "`{}`", "**{}**", "[{0}]({0})", "![{0}]({0})", "[[{0}|{0}]]", "<sub>{}</sub>", "${}$", "a ^{}"),
        *("# {}", "> [!note] {}", "- [ ] {}", "10. {}", "```{0}\n{0}\n```", "$$\n{}\n$$", "---\na: {}\n---"),
        "| {0} |\n| --- |\n| {0} |",
    )
    for way in ways:
        assert faults(shown(way.format(words))) == [], way


@pytest.mark.parametrize("name", INPUTS)
def test_a_hostile_text_is_shown_in_bounds(name: str) -> None:
    words = INPUTS[name](100_000)
    lines = "\n".join(words[at : at + 150] for at in range(0, markdown.MOST_CHARACTERS, 150))
    for source in (words, lines, words[: markdown.MOST_CHARACTERS - 1]):
        html = shown(source)
        assert text_of(html).strip() != "" or not source.strip()
        assert len(html) < 12 * len(source) + 3_000 * markdown.MOST_LINES


def test_each_line_has_the_classes_of_the_surface() -> None:
    source = "# A\n\n- b\n  - [x] c\n\n> [!tip]- D\n> e\n\n```\nf\n```\n\n10. g\n\n---\n\nH\n===\n\n| i |\n|---|\n| j |"
    found = re.findall(r'class="(?:cm-line)?([^"]*)" dir="auto"[^>]*>', shown(source))
    assert [each.split() for each in found if each] == [
        ["raw-line-h1"],
        ["raw-lead"],
        ["raw-line-done", "raw-lead"],
        ["raw-lead", "raw-line-callout", "is-head", "raw-callout-first"],
        ["raw-lead", "raw-line-callout", "raw-callout-last"],
        ["raw-line-code", "raw-line-code-first"],
        ["raw-line-code"],
        ["raw-line-code", "raw-line-code-last"],
        ["raw-lead"],
        ["raw-line-rule"],
        ["raw-line-h1"],
        ["raw-line-h1"],
    ]


def test_signs_mean_something_where_the_surface_says_so() -> None:
    """CommonMark 0.31, 6.2: beside a punctuation mark, no letter is on the other side."""
    for source, words in (
        ("**a（b）**c", 0),
        ("**a（b）** c", 1),
        ("a**b**c", 1),
        ("a*(b)*c", 0),
        ("*(b)* c", 1),
        ("2 * 3 * 4", 0),
    ):
        html = shown(source)
        assert html.count("<strong>") + html.count("<em>") == words, source
    assert "<strong>b" in shown("[[A|**b**]]")


def test_what_is_far_below_stands_as_it_is_written() -> None:
    source = "\n".join(f"*{number}*" for number in range(markdown.MOST_LINES + 2))
    html = shown(source)
    last = markdown.MOST_LINES
    assert html.endswith(f'<div class="note-raw-rest">*{last}*\n*{last + 1}*</div>')
    assert html.count("<em>") == markdown.MOST_LINES


def test_cells_are_those_of_the_first_row() -> None:
    html = shown("| a | b \\| c |\n|:-:|--:|\n| d |\n| e | f | g |")
    cells = re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", html)
    assert cells == ["a", "b | c", "d", "", "e", "f"]
    assert html.count("text-align:center") == html.count("text-align:right") == 3


def test_a_table_behind_the_sign_of_an_item_stays_source() -> None:
    assert "<table" not in shown("- | a |\n  |---|\n  | b |")
    assert '<div class="raw-lead"' in shown("- x\n\n  | a |\n  |---|\n  | b |")
