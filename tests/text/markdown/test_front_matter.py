import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from notesvc.text.markdown import front_matter
from notesvc.text.markdown.yaml_values import MAX_DEPTH
from tests.text.samples import SCRIPTS, vault_notes

ODD = [
    *["no", "Yes", "null", "~", "1e5", "007", "0x1f", "1:30", ".inf", ".nan", "- a", "a: b", "#x", "'", '"', " x"],
    *["x ", "2026-11-21", "1_000", "=", "<<", "---", "...", "?", "x\ny", "!t", "&a", "*a", "%", "@", "`", "-", "+1"],
    *["\ufeff", "\u2028", "\x85", "\0", "\t", ".5", "5.", "-0", "00.5", "k" * 1500, "é" * 1100, "9" * 25, "\r\n"],
]
STRING = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from([*ODD, *SCRIPTS])
NUMBER = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
VALUE = st.recursive(
    st.none() | st.booleans() | NUMBER | STRING,
    lambda child: st.lists(child, max_size=4) | st.dictionaries(STRING, child, max_size=4),
    max_leaves=15,
)
BODY = STRING | st.sampled_from(["---\na: 1\n---\nx", "---", "--- \n", "---\n---\n", "\n# Title\n"])


def split(block: str) -> dict[str, Any] | None:
    """The properties of a block; None where it is no front matter."""
    text = f"---\n{block}\n---\nbody"
    properties, body = front_matter.split(text)
    assert body == ("body" if properties else text)
    return properties or None


@settings(max_examples=500)
@given(st.dictionaries(STRING, VALUE, max_size=4), BODY)
@example({}, "---\n---\n---\n")
def test_splitting_takes_apart_what_was_joined(properties: dict[str, Any], body: str) -> None:
    parts = front_matter.split(front_matter.join(properties, body))
    assert json.dumps(parts) == json.dumps([properties, body])


def test_it_writes_what_people_like_to_read() -> None:
    properties = {
        "title": "Ann's note: one",
        "tags": ["work/big", "日本"],
        "due": "2026-11-21",
        "country": "no",
        "done": False,
        "size": {"width": 1.5, "names": []},
        "rows": [{"a": 1, "b": None}, ["x"]],
    }
    assert front_matter.join(properties, "Body\n") == (
        '---\ntitle: "Ann\'s note: one"\ntags:\n  - work/big\n  - 日本\ndue: 2026-11-21\ncountry: "no"\n'
        "done: false\nsize:\n  width: 1.5\n  names: []\nrows:\n  - a: 1\n    b: null\n  - - x\n---\nBody\n"
    )


@pytest.mark.parametrize(
    ("block", "properties"),
    [
        ("a: no\nb: 2026-01-01\nc: 12:30\nd: yes", {"a": "no", "b": "2026-01-01", "c": "12:30", "d": "yes"}),
        ("a: true\nb: False\nc: null\nd: ~\ne:", {"a": True, "b": False, "c": None, "d": None, "e": None}),
        ("a: 1\nb: -2.5\nc: 1e3\nd: 007\ne: 0x10", {"a": 1, "b": -2.5, "c": 1000.0, "d": "007", "e": "0x10"}),
        ("a: 99999999999999999999999", {"a": "99999999999999999999999"}),
        ("a: '1'\nb: \"\\u00e9\"", {"a": "1", "b": "é"}),
        ("a: |\n  x\n  y\nb: >\n  x\n  y", {"a": "x\ny\n", "b": "x y\n"}),
        ("a: [1, {b: c}]\n2026: x\ntrue: y", {"a": [1, {"b": "c"}], "2026": "x", "true": "y"}),
        ("a: 1 # a remark", {"a": 1}),
        ("<<: {a: 1}", {"<<": {"a": 1}}),
        ("a:\n  - --- x", {"a": ["--- x"]}),
    ],
)
def test_it_reads_plain_values(block: str, properties: dict[str, Any]) -> None:
    assert split(block) == properties


@pytest.mark.parametrize(
    "block",
    [
        "- a\n- b",
        "just text",
        "# a heading",
        "a: &x 1\nb: *x",
        "a: &x 1",
        "? &k a\n: 1",
        "a: !!binary eA==",
        "a: !!python/object/apply:os.system ['true']",
        "a: 1\na: 2",
        "a: {b: 1, b: 2}",
        "? [a]\n: b",
        "a: .inf",
        "a: 1e999",
        "a: -.INF",
        "a: .nan",
        "a: [1",
        "a: b: c",
        "\ta: 1",
        "a: 1\n...\nb: 2",
        "a: 1\n--- x\nb: 2",
        "a: \0",
        "a: \ud800",
        "a: " + "[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2),
        "a: " + "[" * 100_000,
        "{a: " * 10_000,
        "- " * 10_000,
        "a: " + "x" * front_matter.MAX_BYTES,
    ],
)
def test_anything_else_is_no_front_matter(block: str) -> None:
    assert split(block) is None


def test_aliases_cannot_blow_up() -> None:
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 40))]
    assert split("\n".join(lines)) is None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("---\r\na: 1\r\n---\r\n\r\nB\r\n", ({"a": 1}, "\r\nB\r\n")),
        ("---\na: 1\n---", ({"a": 1}, "")),
        ("---  \na: 1\n--- \n\n", ({"a": 1}, "\n")),
        ("---\n---\nB", ({}, "B")),
        ("---\n---\n---\nB", ({}, "---\nB")),
        ("---\na: 1\n", ({}, "---\na: 1\n")),
        ("\n---\na: 1\n---\n", ({}, "\n---\na: 1\n---\n")),
        ("----\na: 1\n---\n", ({}, "----\na: 1\n---\n")),
        ("", ({}, "")),
    ],
)
def test_the_body_stays_as_it_is(text: str, parts: tuple[dict[str, Any], str]) -> None:
    assert front_matter.split(text) == parts


@pytest.mark.parametrize(
    "properties", [{"a": float("nan")}, {"a": float("inf")}, {"a": 2**64}, {1: "a"}, {"a": {1}}, {"a": {"b": (1,)}}]
)
def test_it_refuses_to_write_what_it_could_not_read(properties: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        front_matter.join(properties, "")


def test_it_refuses_to_write_too_much() -> None:
    deep: Any = 1
    for _ in range(MAX_DEPTH + 1):
        deep = [deep]
    with pytest.raises(ValueError):
        front_matter.join({"a": deep}, "")
    with pytest.raises(ValueError):
        front_matter.join({"a": "x" * front_matter.MAX_BYTES}, "")


def test_the_deepest_properties_can_be_read_again() -> None:
    deep: Any = {"x": 1}
    for _ in range((MAX_DEPTH - 2) // 2):
        deep = {"a": [deep]}
    assert front_matter.split(front_matter.join(deep, "")) == (deep, "")


@pytest.mark.parametrize(
    ("properties", "aliases"),
    [
        ({"aliases": ["One", " two ", "ONE", 3, None, True, ""]}, ["One", "two", "3"]),
        ({"alias": "A, B"}, ["A, B"]),
        ({"aliases": None, "alias": ["x"]}, ["x"]),
        ({"aliases": {"a": 1}}, []),
        ({}, []),
    ],
)
def test_it_knows_aliases(properties: dict[str, Any], aliases: list[str]) -> None:
    assert front_matter.aliases(properties) == aliases


@pytest.mark.parametrize(
    ("properties", "tags"),
    [
        ({"tags": ["#One", "two", "one", 2026, None]}, ["One", "two", "2026"]),
        ({"tags": "a1, #b2  c3,,"}, ["a1", "b2", "c3"]),
        ({"tag": "x/y", "tags": ["z z"]}, ["z z", "x/y"]),
        ({"tags": 7}, ["7"]),
        ({}, []),
    ],
)
def test_it_knows_tags(properties: dict[str, Any], tags: list[str]) -> None:
    assert front_matter.tags(properties) == tags


@pytest.mark.parametrize("language", ["en", "ja", "ar"])
def test_it_reads_every_real_note(language: str) -> None:
    for note in vault_notes(language):
        properties, body = front_matter.split(note)
        assert properties
        assert note.endswith(body)
        assert front_matter.split(front_matter.join(properties, body)) == (properties, body)
