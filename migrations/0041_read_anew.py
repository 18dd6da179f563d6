"""Notes read anew where rules changed: nothing in formulas, ends of tags, tags in East Asian text, emoji as words."""

import json
import re

from peewee import SqliteDatabase

from notesvc import limits
from notesvc.text import reading
from notesvc.text.inline import tag_key
from notesvc.text.markdown import front_matter
from notesvc.text.scripts import EAST_ASIAN, EMOJI, MARKS
from notesvc.text.search import index_entry

_AT_ONCE = 500
_NOTES = """
SELECT n.number, n.id, n.owner_id, n.name, n.properties, n.tags, b.content
FROM notes n JOIN note_bodies b ON b.note_id = n.id WHERE n.number > {mark} ORDER BY n.number LIMIT {most}
"""
_CHANGED = re.compile(rf"[{EMOJI}$]|[{EAST_ASIAN}]\#|\#[\w{MARKS}/-]*[_-](?![\w{MARKS}/-])")
_LINKS = "SELECT kind, target_label FROM note_links WHERE source_note_id = ? AND kind IN ('wiki', 'note', 'tag')"
_ON_SQLITE = (
    "DELETE FROM note_search WHERE rowid = ?",
    "DELETE FROM note_search_texts WHERE number = ?",
)


def up(migrator, db):
    on_sqlite = isinstance(db, SqliteDatabase)

    def execute(statement, values):
        return db.execute_sql(statement if on_sqlite else statement.replace("?", "%s"), values)

    index = _index_on_sqlite if on_sqlite else _index_on_postgres
    statement = _NOTES.format(mark="?", most=_AT_ONCE)
    last = 0
    while rows := execute(statement, (last,)).fetchall():
        for number, note_id, owner_id, name, properties, tags, content in rows:
            names = front_matter.aliases(_json(properties))
            if not any(map(_CHANGED.search, (name, content, *names))):
                continue
            said = reading.read(content, limits.LINKS_PER_NOTE)
            _write_links(execute, note_id, owner_id, {link[:2] for link in said.links}, _json(tags))
            index(execute, number, index_entry.entry(name, names, said))
        last = rows[-1][0]


def _json(value):
    return json.loads(value) if isinstance(value, str) else value


def _write_links(execute, note_id, owner_id, said, tags):
    """Links that are read no more go; of the kinds that need no look-up, only tags may be new."""
    wanted = said | {("tag", tag_key(tag)) for tag in tags}
    present = {tuple(row) for row in execute(_LINKS, (note_id,)).fetchall()}
    for kind, label in present - wanted:
        execute(
            "DELETE FROM note_links WHERE source_note_id = ? AND kind = ? AND target_label = ?", (note_id, kind, label)
        )
    for kind, label in wanted - present:
        if kind == "tag":
            execute(
                "INSERT INTO note_links (source_note_id, kind, target_label, target_key, owner_id) "
                "VALUES (?, ?, ?, ?, ?)",
                (note_id, kind, label, label, owner_id),
            )


def _index_on_sqlite(execute, number, entry):
    for statement in _ON_SQLITE:
        execute(statement, (number,))
    execute(
        "INSERT INTO note_search (rowid, title, names, body, marks) VALUES (?, ?, ?, ?, ?)",
        (number, entry.title, entry.names, entry.body, entry.marks),
    )
    execute("INSERT INTO note_search_texts VALUES (?, ?, ?, ?, ?, ?)", (number, *entry[:5]))


def _index_on_postgres(execute, number, entry):
    words = sorted({*entry.title.split(), *entry.names.split(), *entry.body.split()})
    execute("DELETE FROM note_search WHERE number = ?", (number,))
    execute(
        "INSERT INTO note_search VALUES (?, ?, ?, ?, ?, ?, array_to_tsvector(?::text[]), array_to_tsvector(?::text[]))",
        (number, *entry[:5], words, entry.marks.split()),
    )
