"""What the tests of search share: times of change that do not hang on the clock, and the titles found."""

from notesvc import database
from notesvc.domain import search
from notesvc.domain.caller import Caller
from notesvc.models import Note


def stamp(note: Note, number: int) -> None:
    """Give the note a time of change, so that the order is that of the test and not of the clock."""
    database.execute("UPDATE notes SET updated_at = ? WHERE id = ?", (f"2026-01-01T00:00:{number:06.3f}Z", note.id))


def titles(caller: Caller, q: str) -> list[str]:
    """The titles of the first 100 notes found, of which there are no more."""
    found = search.search(caller, q, 100)
    assert found.total == len(found.hits)
    return [hit.note[1] for hit in found.hits]
