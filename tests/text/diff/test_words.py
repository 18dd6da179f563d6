from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text.diff.edit_script import shortest
from notesvc.text.diff.words import Change, word_diff
from tests.text.samples import HOSTILE, TEXT, vault_notes


def sides(changes: list[Change]) -> tuple[str, str]:
    old = "".join(text for op, text in changes if op != "insert")
    new = "".join(text for op, text in changes if op != "delete")
    return old, new


@pytest.mark.parametrize(
    ("old", "new", "changes"),
    [
        ("", "", []),
        ("same", "same", [("equal", "same")]),
        ("", "new", [("insert", "new")]),
        ("old", "", [("delete", "old")]),
        (
            "the quick fox",
            "the slow fox",
            [("equal", "the "), ("delete", "quick"), ("insert", "slow"), ("equal", " fox")],
        ),
        ("cats", "cat", [("delete", "cats"), ("insert", "cat")]),
        ("日本語の文", "日本の文", [("equal", "日本"), ("delete", "語"), ("equal", "の文")]),
        ("a b", "a  b", [("equal", "a"), ("delete", " "), ("insert", "  "), ("equal", "b")]),
        ("one\ntwo\n", "one\nx\ntwo\n", [("equal", "one\n"), ("insert", "x\n"), ("equal", "two\n")]),
        ("x, y", "x; y", [("equal", "x"), ("delete", ","), ("insert", ";"), ("equal", " y")]),
    ],
)
def test_it_tells_what_changed_by_words(old: str, new: str, changes: list[Change]) -> None:
    assert word_diff(old, new) == changes


@settings(max_examples=300)
@given(TEXT | st.text("ab \n", max_size=40), TEXT | st.text("ab \n", max_size=40))
def test_its_parts_make_both_texts(old: str, new: str) -> None:
    changes = word_diff(old, new)
    assert sides(changes) == (old, new)
    assert all(text for _, text in changes)
    ops = [op for op, _ in changes]
    follows = {"equal": {"delete", "insert"}, "delete": {"insert", "equal"}, "insert": {"equal"}}
    assert all(second in follows[first] for first, second in pairwise(ops))


def common(old: str, new: str) -> int:
    """The length of the longest common subsequence, by the book."""
    above = [0] * (len(new) + 1)
    for left in old:
        line = [0]
        for column, right in enumerate(new):
            line.append(above[column] + 1 if left == right else max(line[-1], above[column + 1]))
        above = line
    return above[-1]


@settings(max_examples=500)
@given(st.text("abc", max_size=12), st.text("abc", max_size=12))
def test_the_edit_script_is_the_shortest(old: str, new: str) -> None:
    edits = shortest(old, new, 100_000)
    assert edits is not None
    kept = sum(edit.old_end - edit.old_start for edit in edits if edit.op == "equal")
    assert kept == common(old, new)
    for edit in edits:
        if edit.op == "equal":
            assert old[edit.old_start : edit.old_end] == new[edit.new_start : edit.new_end]


def test_an_edit_script_beyond_its_budget_is_none() -> None:
    assert shortest("a" * 500, "b" * 500, 1_000) is None
    assert shortest("x" + "a" * 5_000, "a" * 5_000 + "y", 100) is None
    assert shortest("a" * 5_000, "a" * 5_000, 1) is not None


@pytest.mark.parametrize("unit", HOSTILE)
def test_it_finishes_on_hostile_text(unit: str) -> None:
    for size in (1_000, 50_000):
        old = unit * (size // len(unit))
        new = old.replace(unit, unit[::-1] + "ab ", size // 50)[: size - 3]
        assert sides(word_diff(old, new)) == (old, new)


def test_it_still_finds_a_word_in_a_long_text() -> None:
    words = [f"w{number}" for number in range(100_000)]
    old = " ".join(words)
    new = " ".join([*words[:50_000], "new", *words[50_001:]])
    assert [change for change in word_diff(old, new) if change[0] != "equal"] == [
        ("delete", "w50000"),
        ("insert", "new"),
    ]


def test_it_compares_real_notes() -> None:
    notes = vault_notes("en")
    for old, new in pairwise(notes[:21]):
        assert sides(word_diff(old, new)) == (old, new)
        edited = new.replace(" the ", " THE ")
        changes = word_diff(new, edited)
        assert sides(changes) == (new, edited)
        assert {text for op, text in changes if op == "insert"} <= {"THE"}
