"""Pieces of the statements of a search, and ways to select notes that both databases carry out well."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from notesvc import database


@dataclass(frozen=True, slots=True)
class Sql:
    """A piece of a statement with its parameters."""

    text: str
    parameters: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Among:
    """The notes whose `column` is among the keys that a query gives, each once and under the name `key`."""

    column: str
    keys: Sql


def join(pieces: Iterable[Sql], by: str) -> Sql:
    """The pieces in one, such as conditions by ` AND `."""
    pieces = list(pieces)
    values = tuple(value for piece in pieces for value in piece.parameters)
    return Sql(by.join(piece.text for piece in pieces), values)


def notes_among(among: Among) -> Sql:
    """Those notes as `n`, whosesoever, to stand after FROM.

    Both databases are made to go from the keys to the notes: left to themselves they may walk all notes of an
    owner for a word that five of them hold.
    """
    keys, column = among.keys, among.column
    if database.on_sqlite():
        return Sql(f"({keys.text}) w CROSS JOIN notes n ON n.{column} = w.key", keys.parameters)
    each = f"SELECT * FROM notes WHERE {column} = w.key OFFSET 0"
    return Sql(f"({keys.text} OFFSET 0) w CROSS JOIN LATERAL ({each}) n", keys.parameters)


def is_among(among: Among) -> Sql:
    """The condition that a note `n` is one of those; never null, so NOT may stand before it."""
    # IS TRUE keeps Postgres from making a join of it, which without statistics tries every pair of rows.
    return Sql(f"((n.{among.column} IN ({among.keys.text})) IS TRUE)", among.keys.parameters)


def is_not(condition: Sql) -> Sql:
    """The contrary of a condition that is never null."""
    return Sql(f"(NOT {condition.text})", condition.parameters)
