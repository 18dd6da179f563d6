"""From the first search index to the one with names, word forms and breaks: every note is found at once."""

from notesvc import database, integrity, migrate
from notesvc.config import Settings
from notesvc.domain import notes, search
from tests.domain.conftest import add_user

_NAME = "0020_search_ranks"


def test_an_instance_with_notes_is_indexed_anew(workspace: Settings) -> None:
    caller = add_user("owner")
    fields = {"name": "Encryption", "content": "日本語\n全文", "properties": {"aliases": ["Secrets"]}}
    notes.create(caller, fields)
    _back_to_the_first()
    assert migrate.migrate(workspace) == [_NAME]
    for q in ("encrypting", "secret", "日本語", "encrytpion"):
        assert [hit.note[1] for hit in search.search(caller, q, 10).hits] == ["Encryption"], q
    assert search.search(caller, "語全", 10).total == 0
    assert integrity.check(workspace) == []


def _back_to_the_first() -> None:
    """The index as it was, with the note as it stood in it."""
    if database.on_sqlite():
        database.execute("DROP TABLE note_search_texts")
        database.execute("DROP TABLE note_search")
        database.execute("CREATE VIRTUAL TABLE note_search USING fts5 (title, body, tokenize = 'ascii')")
        database.execute("INSERT INTO note_search (rowid, title, body) SELECT number, 'encryption', 'x' FROM notes")
    else:
        database.execute("DROP TABLE note_search")
        database.execute("CREATE TABLE note_search (number BIGINT PRIMARY KEY, title TEXT, body TEXT)")
    database.execute("DELETE FROM schema_migration WHERE name = ?", (_NAME,))
