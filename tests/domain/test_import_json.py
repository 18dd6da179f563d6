"""A large JSON looked at piece by piece gives what reading it whole gives."""

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.domain.importing import json_stream
from notesvc.domain.importing.errors import ArchiveRefusedError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12) | st.just('"\\[]{},:'),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def read(text: bytes) -> dict[str, object]:
    found: dict[str, object] = {}
    for member in json_stream.members(io.BytesIO(text)):
        value = json.loads(text[member.place : member.place + member.size])
        if member.is_in_list:
            listed = found.setdefault(member.name, [])
            assert isinstance(listed, list)
            listed.append(value)
        else:
            found[member.name] = value
    return found


@pytest.mark.parametrize("piece", [1, 7, 1_000_000])
@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=5), st.sampled_from([None, 1]), st.booleans())
@settings(max_examples=150)
def test_it_finds_every_value_where_it_lies(
    piece: int, value: dict[str, object], indent: int | None, is_ascii: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=is_ascii).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_stream, "_PIECE", piece)
        # An empty list has no elements to be found.
        assert read(text) == {name: each for name, each in value.items() if each != []}


def read_marked(text: bytes) -> list[tuple[object, ...]]:
    return [tuple(member) for member in json_stream.members(io.BytesIO(b"\xef\xbb\xbf" + text))]


def test_a_mark_of_utf8_before_it_is_skipped() -> None:
    assert read_marked(b'{"a": 1}') == [("a", 9, 1, False)]


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"a"', '{"a": [1,', '{"a": "x', "{1: 2}", '{"a": {}', '{"a" "b"}', "x"]
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(ArchiveRefusedError):
        list(json_stream.members(io.BytesIO(text.encode())))


def test_a_string_without_an_end_is_refused_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "_LONGEST_TOKEN", 3_000_000)
    with pytest.raises(ArchiveRefusedError):
        list(json_stream.members(io.BytesIO(b'{"a": "' + b"x" * 8_000_000)))
