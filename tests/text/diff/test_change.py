import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text.diff.change import is_small


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("same", "same"),
        ("", "ab"),
        ("ab", ""),
        ("word", "words"),
        ("word", "lord"),
        ("a word b", "x word y"),
        ("abcd", "bcde"),
        ("a b", "a\n\n\n\n b"),
        ("ab", "a   \t  b"),
        ("日本", "日本語文"),
        ("🙂🙂", ""),
        ("e\u0301", "é"),
    ],
)
def test_a_small_change_is_small(old: str, new: str) -> None:
    assert is_small(old, new)
    assert is_small(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "abc"),
        ("abcd", "badc"),
        ("one two", "one 2 x"),
        ("a x b y c z", "a 1 b 2 c 3"),
        ("a     b", "a b cd"),
        ("word" * 10, "other"),
    ],
)
def test_a_larger_change_is_not(old: str, new: str) -> None:
    assert not is_small(old, new)
    assert not is_small(new, old)


def distance(old: str, new: str) -> int:
    """Levenshtein's distance, by the book."""
    above = list(range(len(new) + 1))
    for row, left in enumerate(old, 1):
        line = [row]
        for column, right in enumerate(new, 1):
            line.append(min(above[column] + 1, line[-1] + 1, above[column - 1] + (left != right)))
        above = line
    return above[-1]


@settings(max_examples=500)
@given(st.text("ab \n", max_size=9), st.text("ab \n", max_size=9))
def test_it_agrees_with_the_distance_by_the_book(old: str, new: str) -> None:
    only_space = "".join(old.split()) == "".join(new.split())
    assert is_small(old, new) == (only_space or distance(old, new) <= 2)


@pytest.mark.parametrize("size", [1_000, 30_000, 1_000_000])
def test_it_finishes_on_long_texts(size: int) -> None:
    text = "ab" * (size // 2)
    assert is_small(text, text[: size // 3] + "x" + text[size // 3 + 1 :] + "y")
    assert is_small(text, text[1:] + "b")
    assert not is_small(text, "xyz" + text[: size - 3])
    assert not is_small("a" * size, "b" * size)
    assert is_small(text, text.replace("ab", "ab "))
