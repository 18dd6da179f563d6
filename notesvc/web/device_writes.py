"""The writes of a device, each as an answer: what its own route gives, and what a batch gives for it."""

from typing import Any

from notesvc.domain import documents
from notesvc.domain.caller import Caller
from notesvc.domain.device import writes
from notesvc.domain.idempotency import Key, Outcome
from notesvc.domain.preconditions import Precondition
from notesvc.web import forms, idempotency_keys
from notesvc.web.area import Answer
from notesvc.web.device_forms import KnownFile


def create_note(caller: Caller, form: forms.Form, key: Key | None) -> Answer:
    """A new note: 201, or 200 for a repeat of the key."""
    return _answer(writes.create_note(caller, key, documents.check(form.given())), 201)


def change_note(caller: Caller, note_id: str, form: forms.Form, key: Key | None, based_on: Precondition) -> Answer:
    """The changed note's metadata: 200."""
    return _answer(writes.change_note(caller, key, note_id, form.given(), based_on), 200)


def delete_note(caller: Caller, note_id: str, key: Key | None, based_on: Precondition) -> Answer:
    """Nothing: 204."""
    return _answer(writes.delete_note(caller, key, note_id, based_on), 204)


def restore_note(caller: Caller, note_id: str, key: Key | None) -> Answer:
    """The metadata of the note that came back: 200."""
    return _answer(writes.restore_note(caller, key, note_id), 200)


def create_folder(caller: Caller, form: forms.Form, key: Key | None) -> Answer:
    """A new folder: 201, or 200 for a repeat of the key."""
    return _answer(writes.create_folder(caller, key, form.given()), 201)


def change_folder(caller: Caller, folder_id: str, form: forms.Form, key: Key | None, based_on: Precondition) -> Answer:
    """The changed folder: 200."""
    return _answer(writes.change_folder(caller, key, folder_id, form.given(), based_on), 200)


def delete_folder(caller: Caller, folder_id: str, key: Key | None, based_on: Precondition) -> Answer:
    """Nothing: 204."""
    return _answer(writes.delete_folder(caller, key, folder_id, based_on), 204)


def add_known_file(caller: Caller, form: KnownFile, key: Key | None) -> Answer:
    """A further attachment: 201, or 200 for a repeat of the key."""
    return _answer(writes.add_known_file(caller, key, form.sha256, form.name, form.note_id), 201)


def _answer(outcome: Outcome, status: int) -> Answer:
    said: dict[str, Any] | None = outcome.answer
    headers = idempotency_keys.headers(outcome)
    if said is None:
        return Answer(None, 204, headers)
    if "etag" in said:
        headers["ETag"] = said["etag"]
    return Answer(said, 200 if outcome.is_replay else status, headers)
