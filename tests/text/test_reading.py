"""Texts made to harm are read in about the time of ordinary ones, and what is kept of them is bounded."""

import time
from collections.abc import Callable

import pytest

from notesvc.text import inline, reading
from tests.text.hostile_inputs import INPUTS

SIZE = 100_000
MOST = 5_000
# As many times the processor time of an ordinary text of the same length: both measured here, one after the other.
FACTOR = 40
ORDINARY = "The fox met $Ada Lovelace at [[Some Place]] for #lunch and *talked* about `code`, https://a.b/c.\n\n"


def numbered(pattern: str) -> Callable[[int], str]:
    return lambda size: "".join(pattern.format(number) for number in range(size // len(pattern)))


FURTHER: dict[str, Callable[[int], str]] = {
    "accented people": numbered("$é{0} "),
    "people in a row": lambda size: "$é " * (size // 3),
    "long tails": numbered("$Ann.b.c.d.e.f.g {0}"),
    "users": numbered("@user{0} "),
    "tags of one kind": numbered("#t{0} "),
    "titles": numbered("[[{0}]]"),
    "casing that grows": lambda size: "$ΐ ᾳ ŉ İ ß " * (size // 11),
    "ligatures": lambda size: "ﷺ" * size,
    "marks behind names": lambda size: "$a" + "\u0301\u0323" * (size // 2),
    "marks between names": lambda size: "$a\u0301 " * (size // 4),
    "quoted fences": lambda size: "> ```\n" * (size // 6),
    "fences of all lengths": lambda size: "".join("`" * (3 + n % 400) + "\n" for n in range(size // 200)),
    "notes in labels": lambda size: "[[[x](note://" * (size // 13),
    "definitions": lambda size: "[a]: <" * (size // 6),
    "scripts": lambda size: "<script>" * (size // 8),
}
ALL = {name: make for name, make in {**INPUTS, **FURTHER}.items() if "surrogates" not in name}


def seconds(text: str) -> float:
    began = time.process_time()
    reading.read(text, MOST)
    return time.process_time() - began


@pytest.fixture(scope="module")
def ordinary() -> float:
    text = (ORDINARY * (SIZE // len(ORDINARY) + 1))[:SIZE]
    return min(seconds(text) for _ in range(3))


@pytest.mark.parametrize("name", ALL)
def test_a_hostile_text_is_read_like_another_one(ordinary: float, name: str) -> None:
    assert seconds(ALL[name](SIZE)) < FACTOR * ordinary


@pytest.mark.parametrize("name", ALL)
def test_what_is_kept_of_a_text_is_bounded(name: str) -> None:
    said = reading.read(ALL[name](SIZE), 100)
    assert len(said.links) + len(said.tails) + len(said.handles) <= 100
    assert all(len(tail) <= 120 for tail in said.tails)


@pytest.mark.parametrize("name", ALL)
def test_tokens_one_by_one_are_those_of_all_at_once(name: str) -> None:
    text = ALL[name](2_000)
    assert list(inline.each_token(text)) == inline.scan(text)
