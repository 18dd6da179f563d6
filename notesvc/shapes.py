"""The body of an answer, described once: the served document, the columns that are read and what is sent follow from
the fields of its class."""

import functools
import types
from collections.abc import Callable, Collection, Iterable
from typing import Annotated, Any, Union, get_args, get_origin

import orjson
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

REFERENCE = "x-component"
"""In a schema the name of a component, until the whole document is put together."""

Id = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Day = Annotated[str, Field(json_schema_extra={"format": "date"})]
RichContent = Annotated[list[Any], Field(json_schema_extra={"items": {REFERENCE: "Block"}})]
Int64 = Annotated[int, Field(json_schema_extra={"format": "int64"})]

_Serializer = Callable[[Any, dict[str, Any]], dict[str, Any]]


class Shape(BaseModel):
    """A body of an answer: exactly these names."""

    model_config = ConfigDict(extra="forbid", alias_generator=to_camel, populate_by_name=True)

    @classmethod
    def of(cls, row: Any = None, /, **named: Any) -> dict[str, Any]:
        """The body: the fields that are named here, and the others from the row, in the order of the class.

        A row has attributes of the fields' names; or it is a plain tuple of `columns`, in which JSON is text and is
        sent as it is stored. A field that is itself a shape, or a list of them, takes rows or bodies.
        """
        return _serializer(cls, tuple(named), type(row) is tuple)(row, named)

    @classmethod
    def each(cls, rows: Iterable[Any]) -> list[dict[str, Any]]:
        """The bodies of rows of one kind."""
        found = list(rows)
        if not found or isinstance(found[0], dict):
            return found
        serialize = _serializer(cls, (), type(found[0]) is tuple)
        return [serialize(row, {}) for row in found]

    @classmethod
    def columns(cls, table: str = "", *, without: Collection[str] = ()) -> str:
        """What a statement selects for `of`: the fields as columns, `without` those that `of` is told by name."""
        prefix = f"{table}." if table else ""
        return ", ".join(f"{prefix}{name}" for name in cls.model_fields if name not in without)


@functools.cache
def _serializer(shape: type[Shape], named: tuple[str, ...], is_tuple: bool) -> _Serializer:
    """A function that makes bodies. It is written out, as those of dataclasses are: lists of thousands go through it,
    and a loop over the fields takes half as long again."""
    if unknown := set(named) - shape.model_fields.keys():
        raise TypeError(f"{shape.__name__} has no {', '.join(sorted(unknown))}")
    known: dict[str, Any] = {"Fragment": orjson.Fragment, "json_or_null": _json_or_null}
    entries, position = [], 0
    for name, field in shape.model_fields.items():
        kind = _without_null(field.annotation)
        inner = _inner_body(kind)
        if name in named:
            value = f"named[{name!r}]"
        elif is_tuple:
            value, position = f"row[{position}]", position + 1
        else:
            value = f"row.{name}"
        if inner is not None:
            known[f"body_of_{name}"], value = inner, f"body_of_{name}({value})"
        elif is_tuple and name not in named and get_origin(kind) in (list, dict):
            value = f"{'Fragment' if kind is field.annotation else 'json_or_null'}({value})"
        elif kind is bool and field.annotation is bool:
            value = f"bool({value})"
        entries.append(f"{field.alias!r}: {value}")
    made: _Serializer = eval(f"lambda row, named: {{{', '.join(entries)}}}", known)  # noqa: S307 - names of our own fields
    return made


def _inner_body(kind: Any) -> Callable[[Any], Any] | None:
    """What makes the body of a field that is itself a shape, or a list of them."""
    if get_origin(kind) is list and _is_shape(get_args(kind)[0]):
        each: Callable[[Any], Any] = get_args(kind)[0].each
        return lambda rows: None if rows is None else each(rows)
    if not _is_shape(kind):
        return None
    return lambda row: row if row is None or isinstance(row, dict) else kind.of(row)


def _is_shape(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Shape)


def _without_null(kind: Any) -> Any:
    """The type of a field that may be null as well."""
    if get_origin(kind) is Annotated:
        return _without_null(get_args(kind)[0])
    if get_origin(kind) not in (Union, types.UnionType):
        return kind
    others = [each for each in get_args(kind) if each is not type(None)]
    return _without_null(others[0]) if len(others) == 1 else kind


def _json_or_null(text: str | None) -> Any:
    return None if text is None else orjson.Fragment(text)
