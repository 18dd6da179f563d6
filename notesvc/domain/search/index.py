"""The full text index: FTS5 on SQLite, lexeme sets on Postgres, both over the same words and marks (`index_entry`)."""

from notesvc import database
from notesvc.text import fold
from notesvc.text.search.index_entry import Entry

TEXTS = ("title", "names", "headings", "prominent", "body")
"""What is kept of an entry to rank by, in `note_search_texts` on SQLite, in the index itself on Postgres."""


def texts_table() -> str:
    """The table that has those columns, and `number`."""
    return "note_search_texts" if database.on_sqlite() else "note_search"


def add(number: int, entry: Entry) -> None:
    """Index a note that is not indexed yet, by its row number."""
    texts = (number, *entry[: len(TEXTS)])
    if database.on_sqlite():
        database.execute(
            "INSERT INTO note_search (rowid, title, names, body, marks) VALUES (?, ?, ?, ?, ?)",
            (number, entry.title, entry.names, entry.body, entry.marks),
        )
        database.execute(
            "INSERT INTO note_search_texts (number, title, names, headings, prominent, body) VALUES (?, ?, ?, ?, ?, ?)",
            texts,
        )
        return
    words = sorted({*entry.title.split(), *entry.names.split(), *entry.body.split()})
    database.execute(
        "INSERT INTO note_search (number, title, names, headings, prominent, body, words, marks) "
        "VALUES (?, ?, ?, ?, ?, ?, array_to_tsvector(?::text[]), array_to_tsvector(?::text[]))",
        (*texts, words, entry.marks.split()),
    )


def replace(number: int, entry: Entry) -> None:
    """Index a note anew."""
    remove(number)
    add(number, entry)


def remove(number: int) -> None:
    """Forget a note."""
    if database.on_sqlite():
        database.execute("DELETE FROM note_search WHERE rowid = ?", (number,))
    database.execute(f"DELETE FROM {texts_table()} WHERE number = ?", (number,))


def notes_with_phrase(owner_id: str, text: str) -> list[str]:
    """The ids of the owner's notes, in the trash or not, whose title or text holds the words of `text` in a row."""
    words = fold.index_tokens(text)
    if not words:
        return []
    if database.on_sqlite():
        rows = database.execute(
            "SELECT n.id FROM note_search s JOIN notes n ON n.number = s.rowid "
            "WHERE s.note_search MATCH ? AND n.owner_id = ?",
            (f'{{title body}} : "{" ".join(words)}"', owner_id),
        )
    else:
        run = f" {' '.join(words)} "
        rows = database.execute(
            "SELECT n.id FROM note_search s JOIN notes n ON n.number = s.number "
            "WHERE s.words @@ array_to_string(?::text[], ' & ')::tsquery AND n.owner_id = ? "
            "AND (position(? IN ' ' || s.title || ' ') > 0 OR position(? IN ' ' || s.body || ' ') > 0)",
            ([f"'{word}'" for word in words], owner_id, run, run),
        )
    return [row[0] for row in rows.fetchall()]
