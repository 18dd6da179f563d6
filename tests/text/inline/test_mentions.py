import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text import inline
from tests.text.samples import MARKDOWN


def test_it_finds_unlinked_mentions() -> None:
    text = "Ann Lee, [[Ann]], ann, `Ann`, annex, [Ann](x), #Ann, https://x/Ann <b class='Ann'> Ann_x ANN"
    spans = inline.mentions(text, ["ann", "Ann Lee", " "])
    assert [text[start:end] for start, end in spans] == ["Ann Lee", "ann", "ANN"]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("これは検索エンジンです", "検索", ["検索"]),
        ("İ STRASSE Straße", "straße", ["Straße"]),
        ("C++ and C+", "c++", ["C++"]),
        ("aaa aa a", "aa", ["aa"]),
        ("x ann.ann", "Ann", ["ann", "ann"]),
        ("annann", "ann", []),
        ("e\u0301", "e", []),
    ],
)
def test_mentions_are_whole_words(text: str, name: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in inline.mentions(text, [name])] == expected


@settings(max_examples=200)
@given(MARKDOWN, st.lists(st.sampled_from(["ab", "Ann", "日本", "é", "ab Ann", "-", "[["]), max_size=3))
def test_mentions_lie_apart_from_each_other_and_from_links(markdown: str, names: list[str]) -> None:
    position = 0
    taken = {at for token in inline.scan(markdown) for at in range(token.start, token.end)}
    for start, end in inline.mentions(markdown, names):
        assert position <= start < end
        assert markdown[start:end].lower() in {name.lower() for name in names}
        assert not taken & set(range(start, end))
        position = end
