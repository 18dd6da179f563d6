"""Formulas: what is one, and that nothing is read inside."""

import json

import pytest

from notesvc.text import inline
from notesvc.text.inline.scanner import Scanner
from tests.places import PROJECT

EXAMPLES = json.loads((PROJECT / "tests/text/formulas.json").read_text(encoding="utf-8"))


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in Scanner(text).read().formulas]


@pytest.mark.parametrize(("text", "formula"), EXAMPLES["formulas"])
def test_it_finds_formulas(text: str, formula: str) -> None:
    assert found(text) == [formula]
    assert {token.kind for token in inline.scan(text)} <= {"person"}


@pytest.mark.parametrize("text", EXAMPLES["others"])
def test_it_takes_prices_and_people_for_no_formulas(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "$$\n[[e]] #abc @bob\n$$",
        "> $$\n> [[e]]\n> $$",
        "- $$ a \\text{for $x$} #abc\n  [[e]] $$",
        "$$ \\text{for $x$} #abc $$",
        "| a | $[[e]]\\rho$ |\n|---|---|",
    ],
)
def test_it_reads_nothing_in_formulas_of_several_lines_and_cells(text: str) -> None:
    assert inline.scan(text) == []
    assert len(found(text)) == 1


@pytest.mark.parametrize("text", ["$$\n#abc", "$$ a\n\n#abc $$", "$" + r"\a" * 2_000 + " #abc$", "`$$` #abc `$$`"])
def test_what_is_no_formula_is_read(text: str) -> None:
    assert [token.value for token in inline.scan(text)] == ["abc"]


def test_a_name_may_begin_where_a_formula_does() -> None:
    assert [(token.kind, token.value) for token in inline.scan("$Ada$ #abc")] == [
        ("person", "Ada$ #abc"),
        ("tag", "abc"),
    ]


def test_renames_leave_formulas_alone() -> None:
    text = r"$[[e]]\rho$ [[e]] $x_{#abc}$ #abc" + "\n\n$$\n[[e]] #abc\n$$\n"
    assert inline.rewrite_wiki(text, {"e": "expr"}) == (text.replace("$ [[e]] $", "$ [[expr]] $"), 1)
    assert inline.rename_tag(text, "abc", "xyz") == (text.replace("}$ #abc", "}$ #xyz"), 1)
