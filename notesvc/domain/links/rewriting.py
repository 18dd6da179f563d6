"""Many notes written anew at once, in one transaction: their texts are worked through before it (`text_work`)."""

from collections.abc import Callable, Hashable, Iterable, Iterator

from notesvc.domain import indexing, note_bodies, text_work
from notesvc.models import Note, NoteBody
from notesvc.text.rewriting.bodies import Rewritten

How = tuple[Hashable, ...]
"""What a routine of `text/rewriting/bodies.py` is asked, besides the texts."""


def in_notes(
    note_ids: Iterable[str], do: Callable[..., Rewritten], how: Callable[[Note], How]
) -> Iterator[tuple[Note, NoteBody, Rewritten]]:
    """The notes as they are, with what becomes of their texts, which may be nothing; to be stored by the caller."""
    found = list(note_bodies.of_notes(note_ids))
    asked = [(str(body.content), body.rich_content, *how(note)) for note, body in found]
    rewritten = text_work.results(do, asked)
    indexing.read_all(each.content for each in rewritten)
    for (note, body), each in zip(found, rewritten, strict=True):
        yield note, body, each
