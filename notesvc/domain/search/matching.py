"""The notes that a query finds, the same on both databases. Whose they are stands outside of all else."""

import functools
from typing import Any

import orjson

from notesvc import database
from notesvc.domain import changes
from notesvc.domain.search import filters, sql, terms
from notesvc.domain.search.sql import Among, Sql
from notesvc.text.search.query import All, Either, Filter, Not, Part, Query

_LATEST_FIRST = "ORDER BY n.updated_at DESC, n.id DESC"
_MANY = 1_500
_OWNERS = 4


def matching(owner_id: str, query: Query) -> list[int]:
    """The row numbers of the owner's notes that the query finds, the latest change first."""
    if database.on_sqlite() and query.parts and all(map(terms.has_words_alone, query.parts)):
        return _with_words(owner_id, All(query.parts))
    source, conditions = _select(owner_id, list(query.parts))
    trash = "IS NOT NULL" if filters.is_about_trash(query.parts) else "IS NULL"
    found = [source, Sql(f"WHERE n.owner_id = ? AND n.deleted_at {trash}", (owner_id,))]
    found += [Sql(f"AND {each.text}", each.parameters) for each in conditions]
    return _list(sql.join(found, " "))


def _with_words(owner_id: str, words: Part) -> list[int]:
    """On SQLite: going from each of many notes found to its row takes longer than knowing all notes of the owner."""
    keys = terms.notes_with(words).keys
    listed = database.execute(f"SELECT json_group_array(w.key) FROM ({keys.text}) w", keys.parameters).fetchone()[0]
    numbers: list[int] = orjson.loads(listed)
    if len(numbers) > _MANY:
        among = set(numbers)
        return list(filter(among.__contains__, _own_notes(owner_id, changes.current_number(owner_id))))
    source = "json_each(?) w CROSS JOIN notes n ON n.number = w.value WHERE n.owner_id = ? AND n.deleted_at IS NULL"
    return _list(Sql(source, (listed, owner_id))) if numbers else []


@functools.lru_cache(maxsize=_OWNERS)
def _own_notes(owner_id: str, change_number: int) -> tuple[int, ...]:
    """All live notes of the owner, the latest change first; known until the next change."""
    return tuple(_list(Sql("notes n WHERE n.owner_id = ? AND n.deleted_at IS NULL", (owner_id,))))


def _list(source: Sql) -> list[int]:
    if database.on_sqlite():
        # The limit keeps the order: without one SQLite may leave it out.
        statement = (
            f"SELECT json_group_array(number) FROM (SELECT n.number FROM {source.text} {_LATEST_FIRST} LIMIT -1)"
        )
    else:
        statement = f"SELECT array_agg(n.number {_LATEST_FIRST}) FROM {source.text}"
    return numbers_of(database.execute(statement, source.parameters).fetchone()[0])


def numbers_of(listed: Any) -> list[int]:
    """A list of numbers as either database answers it."""
    found: list[int] = orjson.loads(listed) if isinstance(listed, str) else listed or []
    return found


def _select(owner_id: str, parts: list[Part]) -> tuple[Sql, list[Sql]]:
    """What to select from, which is the words or the narrowest operator, and the conditions for all else."""
    worded = [part for part in parts if terms.has_words_alone(part)]
    others = [part for part in parts if part not in worded]
    if worded:
        source = sql.notes_among(terms.notes_with(All(tuple(worded))))
    elif (first := filters.narrowest(others)) is not None:
        others.remove(first)
        source = sql.notes_among(filters.among(owner_id, first))
    else:
        source = Sql("notes n")
    return source, [_condition(owner_id, each) for each in others]


def _condition(owner_id: str, part: Part) -> Sql:
    """The condition that a note `n` is what the part asks for; never null."""
    if terms.has_words_alone(part):
        return sql.is_among(terms.notes_with(part))
    if isinstance(part, Not):
        return sql.is_not(_condition(owner_id, part.part))
    if isinstance(part, Filter):
        found = filters.among(owner_id, part) if part.kind in filters.AMONG else None
        return sql.is_among(found) if isinstance(found, Among) else filters.condition(part)
    assert isinstance(part, All | Either)
    each = [_condition(owner_id, one) for one in part.parts]
    found_all = sql.join(each, " AND " if isinstance(part, All) else " OR ")
    return Sql(f"({found_all.text})", found_all.parameters)
