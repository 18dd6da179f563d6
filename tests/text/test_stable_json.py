import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc.text import stable_json

STRING = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)
NUMBER = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUE = st.recursive(
    st.none() | st.booleans() | NUMBER | STRING,
    lambda child: st.lists(child, max_size=4) | st.dictionaries(STRING, child, max_size=4),
    max_leaves=15,
)


def test_it_is_sorted_compact_and_unescaped() -> None:
    assert stable_json.dumps({"b": [1, 2.5, None], "a": "é日", "Z": {}}) == '{"Z":{},"a":"é日","b":[1,2.5,null]}'


@settings(max_examples=300)
@given(VALUE)
def test_it_reads_what_it_wrote(value: Any) -> None:
    text = stable_json.dumps(value)
    assert stable_json.dumps(stable_json.loads(text)) == text
    assert json.dumps(stable_json.loads(text), sort_keys=True) == json.dumps(value, sort_keys=True)


@settings(max_examples=200)
@given(st.dictionaries(STRING, VALUE, max_size=6))
def test_the_order_of_keys_does_not_count(value: dict[str, Any]) -> None:
    assert stable_json.dumps(dict(reversed(value.items()))) == stable_json.dumps(value)


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [
        *[float("nan"), [None, float("inf")], {"a": {"b": (float("-inf"),)}}, 2**64, -(2**63) - 1, {1: 2}, "\ud800"],
        *[{1, 2}, object(), date(2026, 1, 1), b"x", nested(5_000)],
    ],
)
def test_it_refuses_what_json_cannot_say(value: Any) -> None:
    with pytest.raises(ValueError):
        stable_json.dumps(value)


@pytest.mark.parametrize(
    "text",
    [
        *["", "{", "NaN", "[Infinity]", "1e999", "-1e999", "18446744073709551616", "-9223372036854775809", "'a'"],
        *['{"a": ' + "9" * 30 + "}", "9" * 100_000, '"\\ud800"', b'"\xff"', "[" * 100_000, "01", "[1,]"],
    ],
)
def test_it_refuses_malformed_text(text: str | bytes) -> None:
    with pytest.raises(ValueError):
        stable_json.loads(text)


def test_it_refuses_a_deep_text_with_a_long_number() -> None:
    for depth in (10, 900, 1_100, 100_000):
        text = "[" * depth + "1" * 19 + "]" * depth
        try:
            value = stable_json.loads(text)
        except ValueError:
            assert depth > 100
        else:
            assert json.dumps(value) == text


def test_it_reads_long_digits_in_strings_and_the_largest_numbers() -> None:
    text = '{"a":"' + "9" * 40 + '","b":18446744073709551615,"c":-9223372036854775808}'
    assert stable_json.dumps(stable_json.loads(text)) == text
    assert stable_json.loads(text.encode()) == stable_json.loads(text)
