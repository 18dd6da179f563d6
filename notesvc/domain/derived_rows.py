"""Rows that are made from names and texts: notes whose rows do not say what the note says, and making them anew."""

import zlib
from collections import defaultdict
from collections.abc import Iterator

from notesvc import clock, database
from notesvc.domain import indexing
from notesvc.domain.links import resolution
from notesvc.domain.search import index as search_index
from notesvc.models import Note
from notesvc.text import reading
from notesvc.text.clip.url_key import url_key
from notesvc.text.fold import title_key
from notesvc.text.markdown import front_matter
from notesvc.text.search.index_entry import Entry

_AT_ONCE = 50
_VOCABULARY = "CREATE VIRTUAL TABLE temp.note_words USING fts5vocab(main, note_search, 'instance')"


def differing() -> Iterator[tuple[str, list[str]]]:
    """The ids of notes whose rows differ, each with what they are: `names`, `links`, `words`.

    Notes that are written meanwhile, and those whose text is damaged, are left out.
    """
    began = clock.now()
    sums = _sums_on_sqlite() if database.on_sqlite() else None
    last = 0
    while notes := list(Note.select().where(Note.number > last).order_by(Note.number).limit(_AT_ONCE)):
        last = int(notes[-1].number)
        for note in notes:
            if found := _differences(note, began, sums):
                yield str(note.id), found


def make_anew(note_id: str) -> None:
    """Write all rows of the note from its name and text, in the current transaction."""
    note = Note.get(Note.id == note_id)
    keys = {"name_key": title_key(note.name), "url_key": url_key(note.properties.get("url"))}
    Note.update(**keys).where(Note.id == note_id).execute()
    indexing.reindex([note_id])


def _differences(note: Note, began: str, sums: dict[int, int] | None) -> list[str]:
    content = _content(note)
    if content is None or note.updated_at >= began:
        return []
    said = indexing.read(content)
    found = []
    wanted_names = resolution.name_keys(str(note.name), front_matter.aliases(note.properties))
    if _names(note) != wanted_names or note.url_key != url_key(note.properties.get("url")):
        found.append("names")
    # People change without the note: what differs only at the first look was just being written.
    if _links(note) != _wanted_links(note, said) and _links(note) != _wanted_links(note, said):
        found.append("links")
    if not _has_words(note, indexing.entry_of(note, said), sums):
        found.append("words")
    return found


def _content(note: Note) -> str | None:
    """The text; None where it is not what was saved, or no text."""
    text = "CAST(content AS BLOB)" if database.on_sqlite() else "convert_to(content, 'UTF8')"
    row = database.execute(f"SELECT {text} FROM note_bodies WHERE note_id = ?", (note.id,)).fetchone()
    content = bytes(row[0]).decode(errors="replace") if row else None
    return content if content is not None and reading.content_hash(content) == note.content_hash else None


def _names(note: Note) -> tuple[str, set[str]]:
    rows = database.execute("SELECT name_key FROM note_aliases WHERE note_id = ?", (note.id,)).fetchall()
    return str(note.name_key), {str(row[0]) for row in rows}


def _links(note: Note) -> set[tuple[str, ...]]:
    rows = database.execute(
        "SELECT kind, target_label, target_key FROM note_links WHERE source_note_id = ? AND kind <> 'user'", (note.id,)
    ).fetchall()
    return {(str(row[0]), str(row[1]), str(row[2])) for row in rows}


def _wanted_links(note: Note, said: reading.Reading) -> set[tuple[str, ...]]:
    # Whom a handle mentions hangs on who could read the note when it was saved.
    return {link for link in indexing.links_of(note, said) if link[0] != "user"}


def _has_words(note: Note, entry: Entry, sums: dict[int, int] | None) -> bool:
    """Whether search knows these words of the note; a note that it does not know at all is another finding."""
    columns = ", ".join(search_index.TEXTS)
    row = database.execute(
        f"SELECT {columns} FROM {search_index.texts_table()} WHERE number = ?", (note.number,)
    ).fetchone()
    if row is None:
        return not (sums or {}).get(int(note.number), 0)
    if tuple(row) != entry[: len(search_index.TEXTS)]:
        return False
    if sums is not None:
        return sums.get(int(note.number), 0) == _sum(entry)
    marks = "SELECT tsvector_to_array(marks) FROM note_search WHERE number = ?"
    return set(database.execute(marks, (note.number,)).fetchone()[0]) == set(entry.marks.split())


def _sums_on_sqlite() -> dict[int, int]:
    """A sum over the words of each note, with their places; a note without any has 0."""
    sums: dict[int, int] = defaultdict(int)
    database.execute("DROP TABLE IF EXISTS temp.note_words")
    database.execute(_VOCABULARY)
    cursor = database.execute("SELECT doc, term, col, offset FROM temp.note_words")
    while rows := cursor.fetchmany(10_000):
        for number, term, column, offset in rows:
            sums[number] += _weight(term, column, offset)
    database.execute("DROP TABLE temp.note_words")
    return sums


def _sum(entry: Entry) -> int:
    columns = (("title", entry.title), ("names", entry.names), ("body", entry.body), ("marks", entry.marks))
    return sum(_weight(word, column, at) for column, text in columns for at, word in enumerate(text.split()))


def _weight(word: str, column: str, offset: int) -> int:
    return zlib.crc32(f"{word} {column} {offset}".encode())
