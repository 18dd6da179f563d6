"""Mentions of a note's name that are no links yet, made into links."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from notesvc import database, limits
from notesvc.domain import access, changes, indexing, note_bodies, saving, text_work
from notesvc.domain.caller import Caller
from notesvc.domain.links import backlinks, lookup, resolution
from notesvc.domain.text_work import ahead
from notesvc.models import Note, NoteBody
from notesvc.text.rewriting import bodies
from notesvc.text.rewriting.mention_links import LinkedText, Target
from notesvc.text.search.snippet import excerpt


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


@ahead
def link(caller: Caller, note_id: str, note_ids: Sequence[str] | None, dry_run: bool) -> Outcome:
    """Write the mentions of the note's names, as `backlinks.of_note` finds them, as links to it.

    In the named notes, else in the newest `limits.LINKED_NOTES` that mention it, those that do not link to it yet
    before the others, as far as they have at most `limits.LINKED_CHARACTERS` together; all in one
    transaction, each with a version. With `dry_run` nothing changes. Raises NotFound for the note, or for one of the
    named ones.
    """
    # What only looks keeps nobody from writing.
    with contextlib.nullcontext() if dry_run else database.transaction(caller.user_id):
        note = access.own_live_note(caller, note_id)
        names = backlinks.telling_names(note)
        outcome = Outcome(0, 0, [])
        number = 0
        for source, body, (linked, rich) in _find(caller, note, names, _sources(caller, note, names, note_ids)):
            outcome.notes += 1
            outcome.mentions += len(linked.before)
            _show(outcome, source, str(body.content), linked)
            if dry_run:
                continue
            number = number or changes.next_number(caller.user_id)
            body.content, body.rich_content = linked.text, rich
            source.change_number = number
            saving.update(caller, source, body, "manual")
    return outcome


def _sources(caller: Caller, note: Note, names: list[str], note_ids: Sequence[str] | None) -> list[str]:
    if note_ids is None:
        held = backlinks.holding(caller.user_id, names, str(note.id), limits.LINKED_NOTES) if names else []
        linking_here = {source_id for source_id, _ in lookup.bound_to(caller.user_id, str(note.id))}
        return _short_enough(sorted(held, key=linking_here.__contains__))
    wanted = [note_id for note_id in dict.fromkeys(note_ids) if note_id != note.id]
    for note_id in wanted:
        access.own_live_note(caller, note_id)
    return wanted


def _short_enough(note_ids: list[str]) -> list[str]:
    """As many of them as have few enough characters together, at least one."""
    if not note_ids:
        return []
    marks = database.marks(note_ids)
    rows = database.execute(f"SELECT note_id, length(content) FROM note_bodies WHERE note_id IN ({marks})", note_ids)
    sizes = dict(rows.fetchall())
    total = itertools.accumulate(sizes.get(note_id, 0) for note_id in note_ids)
    return [
        note_id
        for position, (note_id, characters) in enumerate(zip(note_ids, total, strict=True))
        if position == 0 or characters <= limits.LINKED_CHARACTERS
    ]


def _find(
    caller: Caller, note: Note, names: list[str], note_ids: Sequence[str]
) -> Iterator[tuple[Note, NoteBody, tuple[LinkedText, str | None]]]:
    """The notes in which something can be linked, with their texts and documents as they then are."""
    resolver = resolution.Resolver(caller.user_id)
    found = list(note_bodies.of_notes(note_ids))
    asked = [
        (str(body.content), body.rich_content, tuple(names), _target(resolver, note, source)) for source, body in found
    ]
    linked = text_work.results(bodies.mentions, asked)
    indexing.read_all(each.text for each, _ in linked if each.before)
    for (source, body), each in zip(found, linked, strict=True):
        if each[0].before:
            yield source, body, each


def _target(resolver: resolution.Resolver, note: Note, source: Note) -> Target:
    """The note as links in the source write it: by its name, if that means this note there."""
    means_it = resolver.resolve(str(note.name), source.parent_id) == note.id
    return Target(str(note.id), str(note.name) if means_it else None)


def _show(outcome: Outcome, source: Note, content: str, linked: LinkedText) -> None:
    for before, after in zip(linked.before, linked.after, strict=True):
        if len(outcome.shown) == limits.LINKED_MENTIONS_SHOWN:
            return
        outcome.shown.append(Mention(source, excerpt(content, *before), excerpt(linked.text, *after)))
