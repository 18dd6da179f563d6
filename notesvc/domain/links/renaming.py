"""What a rename would rewrite."""

import time
from typing import NamedTuple

from notesvc import limits
from notesvc.domain import access, note_bodies
from notesvc.domain.caller import Caller
from notesvc.domain.links import lookup, resolution
from notesvc.text import inline
from notesvc.text.fold import title_key


class Preview(NamedTuple):
    """In how many `notes`, and in how many `links`, a rename would write the new name, and whether that is `taken`:
    another note has it."""

    notes: int
    links: int
    taken: bool


def preview(caller: Caller, note_id: str, name: str) -> Preview:
    """What a rename would do. Raises NotFound.

    Where the texts are too long to be read for an answer, at least so many links.
    """
    note = access.own_note(caller, note_id)
    if title_key(name) == note.name_key:
        return Preview(0, 0, False)
    said = {str(note.name_key), title_key(inline.link_form(str(note.name)))}
    labels: dict[str, set[str]] = {}
    for source_id, label in lookup.bound_to(str(note.owner_id), note_id):
        if resolution.link_keys(label) & said:
            labels.setdefault(source_id, set()).add(label)
    until = time.thread_time() + limits.BACKLINK_SECONDS
    count = 0
    for source, body in note_bodies.of_notes(list(labels)):
        named = labels[str(source.id)]
        count += _count(str(body.content), named) if time.thread_time() < until else len(named)
    return Preview(len(labels), count, resolution.is_taken(str(note.owner_id), note_id, name))


def _count(content: str, labels: set[str]) -> int:
    return sum(token.kind == "wiki" and token.title in labels for token in inline.scan(content))
