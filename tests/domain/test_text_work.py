"""Nobody's write waits for the reading of another one's text: within a transaction no long text is worked through."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from notesvc import database, errors, limits
from notesvc.config import Settings
from notesvc.domain import (
    access,
    capture,
    documents,
    history,
    idempotency,
    indexing,
    journal,
    notes,
    people,
    tags,
    text_work,
)
from notesvc.domain.caller import Caller
from notesvc.domain.links import lookup, mentions
from notesvc.domain.sharing import collaborators
from notesvc.models import Note
from notesvc.text import fold, reading
from notesvc.text.blocks import validation
from notesvc.text.blocks.reading import block_rules
from notesvc.text.inline.scanner import Scanner
from tests.domain.archives import bring_in, note_named
from tests.domain.conftest import MakeNote

SHORT = 500
WORDS = "Met $Ada Lovelace by [[Target]] and Target, #here, with @stranger.\n\n- one\n- two\n\n" * 40


@pytest.fixture(autouse=True)
def guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """What works through a text fails in a transaction, unless the text is short."""
    monkeypatch.setattr(limits, "TEXT_IN_TRANSACTION", SHORT)
    for place, name in (
        (Scanner, "__init__"),
        (block_rules, "parse"),
        (validation, "validate"),
        (fold, "tokens"),
        (reading, "people_in"),
    ):
        monkeypatch.setattr(place, name, guarded(getattr(place, name)))


def guarded(routine: Callable[..., Any]) -> Callable[..., Any]:
    def run(*arguments: Any, **named: Any) -> Any:
        if database.db.in_transaction():
            assert sum(len(orjson.dumps(each)) for each in arguments if isinstance(each, str | list)) <= 2 * SHORT
        return routine(*arguments, **named)

    run.__name__ = routine.__name__
    return run


def document(text: str) -> list[Any]:
    return [{"type": "paragraph", "content": text}]


def rename(caller: Caller, note: Note) -> None:
    other, _ = notes.create(caller, {"name": "Other", "content": WORDS})
    notes.change(caller, str(note.id), {"name": "New name"})
    assert "[[New name]]" in access.body_of(other).content
    assert {link.label for link in lookup.of_note(caller, str(other.id)) if link.kind == "wiki"} == {"New name"}


def rename_person(caller: Caller, note: Note) -> None:
    ada = people.create(caller, {"name": "Ada Lovelace"})
    people.change(caller, str(ada.id), {"name": "Ada King"})
    assert "$Ada King" in access.body_of(note).content
    assert people.count_of(ada) == 1


def merge_people(caller: Caller, note: Note) -> None:
    ada, other = (people.create(caller, {"name": name}) for name in ("Ada", "Ada Lovelace"))
    people.merge(caller, str(ada.id), str(other.id))
    assert people.count_of(other) == 1


def rename_tag(caller: Caller, note: Note) -> None:
    tags.rename(caller, "here", "there")
    assert "#there" in access.body_of(note).content


def link_mentions(caller: Caller, note: Note) -> None:
    other, _ = notes.create(caller, {"name": "Other", "content": WORDS})
    mentions.link(caller, str(note.id), None, dry_run=False)
    assert access.body_of(other).content.count("[[Target]]") == 80


def write_document(caller: Caller, note: Note) -> None:
    notes.change(caller, str(note.id), {"rich_content": document(WORDS)})
    assert "Met $Ada" in access.body_of(note).content
    notes.duplicate(caller, str(note.id))


def restore_version(caller: Caller, note: Note) -> None:
    version = history.versions_of(caller, str(note.id))[0]
    notes.change(caller, str(note.id), {"content": "gone"}, "manual")
    notes.restore_version(caller, str(version.id))
    assert access.body_of(note).content == WORDS


def write_entry(caller: Caller, note: Note) -> None:
    journal.write(caller, "2026-11-22", {"content": WORDS})
    entry, is_new = journal.write(caller, "2026-11-22", {"content": WORDS * 2})
    assert (access.body_of(entry).content, is_new) == (WORDS * 2, False)


def keep_clip(caller: Caller, note: Note) -> None:
    outcome = capture.keep(caller, idempotency.Key("k", "h"), capture.Clip(markdown=WORDS))
    assert capture.keep(caller, idempotency.Key("k", "h"), capture.Clip(markdown=WORDS)).is_replay
    assert access.body_of(access.note_to_read(caller, outcome.resource_id)).content == WORDS


def share(caller: Caller, note: Note) -> None:
    invited, _ = collaborators.invite(caller, str(note.id), "editor", handle="stranger", email=None)
    assert "user" in {link.kind for link in lookup.of_note(caller, str(note.id))}
    collaborators.remove(caller, str(note.id), invited.id)
    assert "user" not in {link.kind for link in lookup.of_note(caller, str(note.id))}


WRITES = (
    rename,
    rename_person,
    merge_people,
    rename_tag,
    link_mentions,
    write_document,
    restore_version,
    write_entry,
    keep_clip,
    share,
)


@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.__name__)
def test_long_texts_are_read_before_the_transaction(
    caller: Caller, stranger: Caller, write: Callable[[Caller, Note], None]
) -> None:
    note, _ = notes.create(caller, {"name": "Target", "content": WORDS})
    write(caller, note)


def test_those_of_an_import_too(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    notes.create(caller, {"name": "Target", "content": WORDS})
    file = tmp_path / "workspace.json"
    lists = {
        "people": [{"name": "Grace"}, {"name": "Ada Lovelace"}],
        "notes": [{"id": str(number), "name": f"note {number}", "content": WORDS} for number in range(3)],
        "versions": [{"noteId": "0", "content": f"{WORDS}{number}", "name": "old"} for number in range(3)],
    }
    file.write_bytes(orjson.dumps({"format": "notesvc.workspace", "formatVersion": 1, **lists}))
    job, _ = bring_in(workspace, caller, file)
    assert job.state == "done"
    made = note_named(caller, "note 0")
    assert len(history.versions_of(caller, str(made.id))) == 3
    assert {link.kind for link in lookup.of_note(caller, str(made.id))} >= {"person", "tag", "wiki"}


def test_what_others_change_meanwhile_is_what_a_document_is_written_into(
    caller: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = make_note("Target", WORDS)
    given = orjson.loads(documents.json_of(access.body_of(note)))
    changed = WORDS.replace("- ", "* ")
    first = threading.Event()
    save = documents._save

    def saved(old: str, document: str) -> Any:
        if not first.is_set():
            first.set()
            other = threading.Thread(target=by_another, args=(caller, str(note.id), changed))
            other.start()
            other.join()
        return save(old, document)

    monkeypatch.setattr(documents, "_save", saved)
    notes.change(caller, str(note.id), {"rich_content": given})
    assert access.body_of(note).content == changed


def by_another(caller: Caller, note_id: str, content: str) -> None:
    with database.connection():
        notes.change(caller, note_id, {"content": content})
    database.disconnect()


def test_who_writes_while_others_never_stop_is_told_to_come_again(caller: Caller) -> None:
    numbers = iter(range(1_000))

    @text_work.ahead
    def write() -> None:
        with database.transaction(caller.user_id):
            indexing.read(f"{WORDS} {next(numbers)}")

    with pytest.raises(errors.Busy):
        write()


def test_a_document_that_cannot_be_written_in_time_is_refused_by_name(
    caller: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "DOCUMENT_SECONDS", 0.01)
    note = make_note("Target", WORDS)
    with pytest.raises(errors.InvalidInput) as refused:
        notes.change(caller, str(note.id), {"rich_content": document("[[](" * 20_000)})
    assert refused.value.errors[0]["field"] == "richContent"
    assert access.body_of(note).content == WORDS


def test_a_text_that_cannot_be_read_in_time_is_one_raw_block_that_can_be_edited(
    caller: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "[[](" * 20_000
    note = make_note("Target", text)
    (block,) = orjson.loads(documents.json_of(access.body_of(note)))
    assert (block["type"], block["content"][0]["text"]) == ("rawMarkdown", text)
    notes.change(caller, str(note.id), {"rich_content": [block]})
    assert access.body_of(note).rich_content is None
    block["content"][0]["text"] += "x"
    notes.change(caller, str(note.id), {"rich_content": [block]})
    assert access.body_of(note).content == text + "x"
