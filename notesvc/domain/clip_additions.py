"""What is added to a note by a clipper: a clip's text at its end, and a clip's files."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from notesvc import database, errors, limits
from notesvc.domain import access, attachments, capture, idempotency, journal, notes, search, sync_events, sync_tokens
from notesvc.domain.caller import Caller
from notesvc.domain.device import records
from notesvc.domain.idempotency import Key, Outcome
from notesvc.domain.resources import NoteSaved
from notesvc.domain.sync_operations import APPEND, ATTACH, Operation
from notesvc.domain.text_work import ahead
from notesvc.models import Capture, Note

# What an address may stand between in a text; the same letters within a longer address are another one.
_BEFORE, _AFTER = r"(?<![^\s(<\"'])", r"(?![^\s)>\"'\]])"


@dataclass(frozen=True, slots=True)
class ClipFile:
    """A file that is stored already as (hash, size), the note it is for, and the address that stands for it there."""

    stored: tuple[str, int]
    name: str
    note_id: str
    replaces: str | None = None


def notes_named(caller: Caller, written: str) -> list[Note]:
    """The caller's live notes whose names hold all the words, also as beginnings; the best first, at most ten."""
    wanted = " ".join(f"title:{word}" for word in re.findall(r"\w+", written))
    ids = [hit.note[0] for hit in search.search(caller, wanted, limits.LOOKUP_NOTES).hits]
    found = {note.id: note for note in Note.select().where(Note.id.in_(ids))}
    return [found[note_id] for note_id in ids if note_id in found]


def append(caller: Caller, key: Key | None, place: tuple[str | None, str | None], markdown: str) -> Outcome:
    """Add the text as a paragraph of its own to the end of a note, or of a day's entry, which is made when absent.

    `place` is the note's id or a day, the other being None. Raises NotFound, Forbidden for a viewer, InvalidInput
    also where the note would become too long, Conflict (`idempotency_conflict`).
    """
    note_id, date = place
    owner_id = caller.user_id if note_id is None else access.owner_of(caller, note_id)
    return _once(caller, APPEND, key, owner_id, lambda: _append(caller, note_id, date, markdown))


def attach(caller: Caller, key: Key | None, file: ClipFile) -> Outcome:
    """Keep the file and, in the same transaction, put its address in the place of the one that it replaces.

    Raises NotFound also for a note that was not kept with the caller's key, TooLarge, Conflict
    (`idempotency_conflict`).
    """
    owner_id = attachments.owner_of(caller, file.name, file.note_id)
    return _once(caller, ATTACH, key, owner_id, lambda: _attach(caller, file))


@ahead
def _once(caller: Caller, operation: Operation, key: Key | None, owner_id: str, make: Callable[[], Outcome]) -> Outcome:
    try:
        with database.transaction(owner_id):
            outcome = idempotency.once(caller, key, make, owner_id)
            if operation is APPEND:
                # A repeat with another key holds the same text: what belongs to it may come with that key.
                capture.record_keeper(caller, outcome.resource_id)
            status: sync_events.Status = "duplicate" if outcome.is_replay else "success"
            sync_events.record(caller, operation, status, _details(key, outcome))
    except errors.Refusal as refusal:
        named = key.text if key else None
        details = sync_events.Details(idempotency_key=named, message=refusal.detail)
        sync_events.record(caller, operation, "error", details)
        raise
    return outcome


def _details(key: Key | None, outcome: Outcome) -> sync_events.Details:
    named = key.text if key else None
    return sync_events.Details(None, named, outcome.resource_id, outcome.answer["name"])


def _append(caller: Caller, note_id: str | None, date: str | None, markdown: str) -> Outcome:
    note = _append_to_day(caller, str(date), markdown) if note_id is None else _append_to(caller, note_id, markdown)
    seen = access.as_seen_by(caller, note)
    return Outcome(str(note.id), NoteSaved.of(seen, etag=note.etag))


def _append_to(caller: Caller, note_id: str, markdown: str) -> Note:
    body = access.body_of(access.note_to_change(caller, note_id))
    return notes.change(caller, note_id, {"content": _join(str(body.content), markdown)}, "capture")


def _append_to_day(caller: Caller, date: str, markdown: str) -> Note:
    try:
        content = str(access.body_of(journal.entry(caller, date)).content)
    except errors.NotFound:
        content = ""
    return journal.write(caller, date, {"content": _join(content, markdown)})[0]


def _join(content: str, markdown: str) -> str:
    before, added = content.rstrip(), markdown.strip("\r\n")
    return f"{before}\n\n{added}\n" if before else f"{added}\n"


def _attach(caller: Caller, file: ClipFile) -> Outcome:
    _refuse_not_kept(caller, file.note_id)
    made = attachments.add_to(caller, file.stored, file.name, file.note_id)
    is_replaced = file.replaces is not None and _replace(caller, file.note_id, file.replaces, str(made.url))
    return Outcome(file.note_id, {**records.file(made), "replaced": is_replaced})


def _refuse_not_kept(caller: Caller, note_id: str) -> None:
    is_kept = (Capture.note == note_id) & (Capture.token_id == caller.token_id)
    if sync_tokens.token_of(caller).kind != "device" and Capture.get_or_none(is_kept) is None:
        raise errors.NotFound


def _replace(caller: Caller, note_id: str, address: str, url: str) -> bool:
    content = str(access.body_of(access.note_to_change(caller, note_id)).content)
    replaced, count = re.subn(f"{_BEFORE}{re.escape(address)}{_AFTER}", lambda _: url, content)
    if count:
        notes.change(caller, note_id, {"content": replaced})
    return count > 0
