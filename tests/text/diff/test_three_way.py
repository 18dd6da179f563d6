"""Two changes of one text that know nothing of each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notesvc.text.diff import three_way

_WORDS = st.lists(st.sampled_from(["a", "b", "c", "dd", " ", "\n", "é"]), max_size=12).map("".join)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "merged"),
    [
        ("a b c", "a b c d", "x b c", "x b c d"),
        ("one two three", "one three", "one 2 three", "one 2 three"),
        ("the cat sat", "the dog sat", "the bird sat", "the dog bird sat"),
        ("hello", "hello big", "hello small", "hello big small"),
        ("abc", "abc new words", "abc new", "abc new words"),
        ("", "ours", "", "ours"),
        ("gone", "", "", ""),
    ],
)
def test_both_changes_are_in_what_comes_out(base: str, ours: str, theirs: str, merged: str) -> None:
    assert three_way.merge(base, ours, theirs) == merged


@given(_WORDS, _WORDS)
def test_one_change_alone_stands_as_it_is(base: str, changed: str) -> None:
    assert three_way.merge(base, changed, base) == changed
    assert three_way.merge(base, base, changed) == changed
    assert three_way.merge(base, changed, changed) == changed


@given(_WORDS, st.integers(0, 12), st.integers(0, 12))
def test_no_inserted_word_is_ever_lost(base: str, here: int, there: int) -> None:
    ours, theirs = base[:here] + "[OURS]" + base[here:], base[:there] + "[THEIRS]" + base[there:]
    merged = three_way.merge(base, ours, theirs)
    assert "OURS" in merged
    assert "THEIRS" in merged
