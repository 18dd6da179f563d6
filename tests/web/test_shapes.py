"""A body is made of the fields of its class."""

from typing import NamedTuple

import orjson
import pytest

from notesvc.shapes import Shape


class Leaf(Shape):
    leaf_id: str
    is_green: bool


class Branch(Shape):
    name: str
    facts: dict[str, str]
    more_facts: dict[str, str] | None
    leaves: list[Leaf]
    first: Leaf | None


class Row(NamedTuple):
    name: str
    facts: dict[str, str]


@pytest.fixture
def kind() -> str:
    """Shapes know no database."""
    return "sqlite"


def body_of(made: dict[str, object]) -> bytes:
    return orjson.dumps(made)


def test_a_row_is_read_by_the_names_of_the_fields_and_by_what_is_named_besides() -> None:
    made = Branch.of(Row("oak", {"b": "1", "a": "2"}), more_facts=None, leaves=[("x", 1)], first=None)
    assert body_of(made) == (
        b'{"name":"oak","facts":{"b":"1","a":"2"},"moreFacts":null,"leaves":[{"leafId":"x","isGreen":true}],"first":null}'
    )


def test_a_tuple_is_read_by_place_and_its_json_sent_as_it_is_stored() -> None:
    made = Branch.of(("oak", '{"b": 1}', None, "what a statement selects besides"), leaves=[], first=Leaf.of(("y", 0)))
    assert body_of(made) == (
        b'{"name":"oak","facts":{"b": 1},"moreFacts":null,"leaves":[],"first":{"leafId":"y","isGreen":false}}'
    )


def test_each_makes_what_of_makes() -> None:
    rows = [("x", True), ("y", False)]
    assert Leaf.each(rows) == [Leaf.of(row) for row in rows]
    assert Leaf.each(Leaf.each(rows)) == Leaf.each(rows)
    assert Leaf.each([]) == []


def test_columns_are_the_fields_in_their_order() -> None:
    assert Leaf.columns("l") == "l.leaf_id, l.is_green"
    assert Branch.columns(without=("leaves", "first")) == "name, facts, more_facts"


def test_a_name_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="Leaf has no size"):
        Leaf.of(("x", True), size=1)
