"""Mentions of a note's name that are no links yet, made into links."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from notesvc import database, limits
from notesvc.domain import access, backlinks, changes, documents, linking, saving, texts
from notesvc.domain.caller import Caller
from notesvc.models import Note, NoteBody
from notesvc.text import mention_links
from notesvc.text.mention_links import Linked, Target
from notesvc.text.snippet import excerpt


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a note, as escaped HTML with `<mark>`: as it stood, and as a link."""

    note: Note
    before: str
    after: str


@dataclass(slots=True)
class Outcome:
    """How many mentions in how many notes, and the first of them."""

    notes: int
    mentions: int
    shown: list[Mention]


def link(caller: Caller, note_id: str, note_ids: Sequence[str] | None, dry_run: bool) -> Outcome:
    """Write the mentions of the note's names, as `backlinks.of_note` finds them, as links to it.

    In the named notes, else in the newest `limits.LINKED_NOTES` that mention it; all in one transaction, each with a
    version. With `dry_run` nothing changes. Raises NotFound for the note, or for one of the named ones.
    """
    # What only looks keeps nobody from writing.
    with contextlib.nullcontext() if dry_run else database.transaction(caller.user_id):
        note = access.own_live_note(caller, note_id)
        names = backlinks.telling_names(note)
        outcome = Outcome(0, 0, [])
        number = 0
        for source, body, linked, target in _found(caller, note, names, _sources(caller, note, names, note_ids)):
            outcome.notes += 1
            outcome.mentions += len(linked.before)
            _show(outcome, source, body, linked)
            if dry_run:
                continue
            number = number or changes.next_number(caller.user_id)
            documents.link_mentions(body, linked.text, names, target)
            source.change_number = number
            saving.update(caller, source, body, "manual")
    return outcome


def _sources(caller: Caller, note: Note, names: list[str], note_ids: Sequence[str] | None) -> list[str]:
    if note_ids is None:
        return backlinks.holding(caller.user_id, names, str(note.id), limits.LINKED_NOTES) if names else []
    wanted = [note_id for note_id in dict.fromkeys(note_ids) if note_id != note.id]
    for note_id in wanted:
        access.own_live_note(caller, note_id)
    return wanted


def _found(
    caller: Caller, note: Note, names: list[str], note_ids: Sequence[str]
) -> Iterator[tuple[Note, NoteBody, Linked, Target]]:
    """The notes in which something can be linked."""
    resolver = linking.Resolver(caller.user_id)
    for source, body in texts.of_notes(note_ids):
        target = _target(resolver, note, source)
        linked = mention_links.link_mentions(str(body.content), names, target)
        if linked.before:
            yield source, body, linked, target


def _target(resolver: linking.Resolver, note: Note, source: Note) -> Target:
    """The note as links in the source write it: by its name, if that means this note there."""
    means_it = resolver.resolve(str(note.name), source.parent_id) == note.id
    return Target(str(note.id), str(note.name) if means_it else None)


def _show(outcome: Outcome, source: Note, body: NoteBody, linked: Linked) -> None:
    for before, after in zip(linked.before, linked.after, strict=True):
        if len(outcome.shown) == limits.LINKED_MENTIONS_SHOWN:
            return
        outcome.shown.append(Mention(source, excerpt(body.content, *before), excerpt(linked.text, *after)))
