"""Which files a note shows to those it is shared with: what was uploaded to it, and what its text names today."""

import re

from peewee import SqliteDatabase

_TABLE = """
CREATE TABLE note_attachments (
    note_id {text} NOT NULL REFERENCES notes (id) ON DELETE CASCADE,
    attachment_id {text} NOT NULL REFERENCES attachments (id) ON DELETE CASCADE,
    state {text} NOT NULL,
    PRIMARY KEY (note_id, attachment_id)
){strict}
"""
_SQLITE = {"text": "TEXT", "strict": " STRICT, WITHOUT ROWID"}
_POSTGRES = {"text": 'TEXT COLLATE "C"', "strict": ""}
_UPLOADED = """
INSERT INTO note_attachments (note_id, attachment_id, state)
SELECT note_id, id, 'awaited' FROM attachments WHERE note_id IS NOT NULL
"""
_TEXTS = """
SELECT n.number, n.id, n.owner_id, b.content || ' ' || coalesce(n.cover, '')
FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.number > {mark} ORDER BY n.number LIMIT 500
"""
_NAMED = """
INSERT INTO note_attachments (note_id, attachment_id, state) VALUES {values}
ON CONFLICT (note_id, attachment_id) DO UPDATE SET state = 'put'
"""
_ADDRESS = re.compile(r"/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/")


def up(migrator, db):
    on_sqlite = isinstance(db, SqliteDatabase)
    mark = "?" if on_sqlite else "%s"
    db.execute_sql(_TABLE.format(**(_SQLITE if on_sqlite else _POSTGRES)))
    db.execute_sql("CREATE INDEX note_attachments_attachment ON note_attachments (attachment_id)")
    db.execute_sql(_UPLOADED)
    owners = dict(db.execute_sql("SELECT id, owner_id FROM attachments").fetchall())
    put, last = [], 0
    while rows := db.execute_sql(_TEXTS.format(mark=mark), (last,)).fetchall():
        last = rows[-1][0]
        for _, note_id, owner_id, content in rows:
            named = sorted(set(_ADDRESS.findall(content)))
            put += [(note_id, each) for each in named if owners.get(each) == owner_id]
    for start in range(0, len(put), 200):
        some = put[start : start + 200]
        values = ", ".join([f"({mark}, {mark}, 'put')"] * len(some))
        db.execute_sql(_NAMED.format(values=values), [value for pair in some for value in pair])
