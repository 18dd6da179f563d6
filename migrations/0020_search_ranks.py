"""The search index anew: further names, word forms, marks of where and how often a word is said, texts to rank by."""

import json
import logging

from peewee import SqliteDatabase

from notesvc.text import reading
from notesvc.text.markdown import front_matter
from notesvc.text.search import index_entry

_AT_ONCE = 500
_FTS = "CREATE VIRTUAL TABLE note_search USING fts5 (title, names, body, marks, {options}tokenize = 'ascii')"
_SQLITE_TEXTS = """
CREATE TABLE note_search_texts (
    number INTEGER PRIMARY KEY REFERENCES notes (number) ON DELETE CASCADE,
    title TEXT NOT NULL, names TEXT NOT NULL, headings TEXT NOT NULL, prominent TEXT NOT NULL, body TEXT NOT NULL
) STRICT
"""
_POSTGRES = """
CREATE TABLE note_search (
    number BIGINT NOT NULL PRIMARY KEY REFERENCES notes (number) ON DELETE CASCADE,
    title TEXT COLLATE "C" NOT NULL, names TEXT COLLATE "C" NOT NULL, headings TEXT COLLATE "C" NOT NULL,
    prominent TEXT COLLATE "C" NOT NULL, body TEXT COLLATE "C" NOT NULL,
    words TSVECTOR NOT NULL, marks TSVECTOR NOT NULL
)
"""
_NOTES = """
SELECT n.number, n.name, n.properties, b.content FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.number > {mark} ORDER BY n.number LIMIT {most}
"""

log = logging.getLogger("notesvc")


def up(migrator, db):
    on_sqlite = isinstance(db, SqliteDatabase)
    db.execute_sql("DROP TABLE note_search")
    if on_sqlite:
        options = "content = '', contentless_delete = 1, " if db.server_version >= (3, 43, 0) else ""
        db.execute_sql(_FTS.format(options=options))
        db.execute_sql(_SQLITE_TEXTS)
    else:
        db.execute_sql(_POSTGRES)
    _index_all(
        db,
        _put_on_sqlite if on_sqlite else _put_on_postgres,
        _NOTES.format(mark="?" if on_sqlite else "%s", most=_AT_ONCE),
    )
    if not on_sqlite:
        db.execute_sql("CREATE INDEX note_search_words ON note_search USING gin (words)")
        db.execute_sql("CREATE INDEX note_search_marks ON note_search USING gin (marks)")


def _index_all(db, put, statement):
    last = done = 0
    while rows := db.execute_sql(statement, (last,)).fetchall():
        for number, name, properties, content in rows:
            names = front_matter.aliases(json.loads(properties) if isinstance(properties, str) else properties)
            put(db, number, index_entry.entry(name, names, reading.read(content, 0)))
        last, done = rows[-1][0], done + len(rows)
        log.info("indexing notes", extra={"fields": {"event": "indexing_notes", "done": done}})


def _put_on_sqlite(db, number, entry):
    db.execute_sql(
        "INSERT INTO note_search (rowid, title, names, body, marks) VALUES (?, ?, ?, ?, ?)",
        (number, entry.title, entry.names, entry.body, entry.marks),
    )
    db.execute_sql("INSERT INTO note_search_texts VALUES (?, ?, ?, ?, ?, ?)", (number, *entry[:5]))


def _put_on_postgres(db, number, entry):
    words = sorted({*entry.title.split(), *entry.names.split(), *entry.body.split()})
    db.execute_sql(
        "INSERT INTO note_search VALUES (%s, %s, %s, %s, %s, %s, "
        "array_to_tsvector(%s::text[]), array_to_tsvector(%s::text[]))",
        (number, *entry[:5], words, entry.marks.split()),
    )
