"""The full text index: FTS5 on SQLite, lexeme sets on Postgres, both over the same folded text."""

from notesvc import database
from notesvc.text import fold


def add(number: int, title: str, body: str) -> None:
    """Index a note that is not indexed yet, by its row number."""
    _insert(number, fold.fold(title), fold.fold(body))


def replace(number: int, title: str, body: str) -> None:
    """Index a note anew."""
    remove(number)
    add(number, title, body)


def remove(number: int) -> None:
    """Forget a note."""
    column = "rowid" if database.on_sqlite() else "number"
    database.execute(f"DELETE FROM note_search WHERE {column} = ?", (number,))


def _insert(number: int, title: str, body: str) -> None:
    if database.on_sqlite():
        database.execute("INSERT INTO note_search (rowid, title, body) VALUES (?, ?, ?)", (number, title, body))
        return
    title_words = sorted(set(title.split()))
    words = sorted({*title_words, *body.split()})
    database.execute(
        "INSERT INTO note_search (number, title, body, title_words, words) "
        "VALUES (?, ?, ?, array_to_tsvector(?::text[]), array_to_tsvector(?::text[]))",
        (number, title, body, title_words, words),
    )


def notes_with_phrase(owner_id: str, text: str) -> list[str]:
    """The ids of the owner's notes, in the trash or not, whose title or text holds the words of `text` in a row."""
    words = fold.tokens(text)
    if not words:
        return []
    if database.on_sqlite():
        rows = database.execute(
            "SELECT n.id FROM note_search s JOIN notes n ON n.number = s.rowid "
            "WHERE s.note_search MATCH ? AND n.owner_id = ?",
            (f'"{" ".join(words)}"', owner_id),
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
