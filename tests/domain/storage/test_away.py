"""Files whose place is away: exports and public links say so; public links have theirs here as soon as it answers."""

import io
import json
import zipfile

import pytest

from notesvc import clock, database
from notesvc.domain.caller import Caller
from notesvc.domain.exporting import export, html_site, zip_archive
from notesvc.domain.shares import freezing, shares
from notesvc.domain.storage import fetching
from notesvc.models import Attachment, Note, Share
from tests.domain.conftest import MakeNote
from tests.domain.storage.conftest import Elsewhere, is_here, key_of

BASE = "https://notes.example.org"


@pytest.fixture
def chosen(elsewhere: Elsewhere) -> Elsewhere:
    """Attachments are at the place "one"."""
    elsewhere.choose("one")
    elsewhere.work()
    return elsewhere


@pytest.fixture
def away(chosen: Elsewhere) -> Attachment:
    """A file that lies there alone, while nobody answers."""
    made = chosen.upload(b"words")
    chosen.work()
    chosen.forget_copy(b"words")
    chosen.place("one").failure = "unreachable"
    return made


def archive(caller: Caller, pieces: object) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join(pieces(export.begin(caller)))))  # type: ignore[operator]


def published(caller: Caller, note: Note) -> Share:
    ready = shares.create(caller, ("note", str(note.id)), {}, BASE)
    ready.make()
    with database.transaction(caller.user_id):
        return ready.store()


def test_a_zip_names_what_was_elsewhere_and_not_reached(chosen: Elsewhere, away: Attachment) -> None:
    here = chosen.upload(b"here", "b.txt")
    found = archive(chosen.caller, zip_archive.pieces)
    index = json.loads(found.read("workspace.json"))
    assert index["missing"] == [
        {"kind": "attachment", "id": str(away.id), "name": "a.txt", "reason": "elsewhere and not reached"}
    ]
    assert {each["id"]: each["path"] for each in index["attachments"]} == {
        str(away.id): None,
        str(here.id): "attachments/b.txt",
    }
    assert "a.txt" in found.read("MISSING.txt").decode()
    assert found.read("attachments/b.txt") == b"here"
    chosen.place("one").failure = None
    fetching._failures.clear()
    again = archive(chosen.caller, zip_archive.pieces)
    assert again.read("attachments/a.txt") == b"words"
    assert "MISSING.txt" not in again.namelist()
    assert "missing" not in json.loads(again.read("workspace.json"))


def test_a_site_names_it_and_a_file_that_is_nowhere(chosen: Elsewhere, away: Attachment, stranger: Caller) -> None:
    told = archive(chosen.caller, html_site.pieces).read("MISSING.txt").decode()
    assert f"a.txt ({away.id}): Elsewhere and not reached" in told
    chosen.upload(b"lost", "c.txt", caller=stranger)
    chosen.forget_copy(b"lost")
    assert "Not in the store" in archive(stranger, html_site.pieces).read("MISSING.txt").decode()


def test_an_archive_that_lacked_files_is_not_taken_for_the_next_one(
    chosen: Elsewhere, away: Attachment, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = export.begin(chosen.caller)
    tags = {form: before.etag(form) for form in ("json", "zip", "html")}
    now = clock.later(clock.now(), 5)
    monkeypatch.setattr(clock, "now", lambda: now)
    assert [form for form in tags if export.begin(chosen.caller).etag(form) == tags[form]] == ["json"]


def test_a_link_that_is_frozen_meanwhile_says_what_it_lacks(
    chosen: Elsewhere, away: Attachment, make_note: MakeNote
) -> None:
    note = make_note("Page", f"![a]({away.url})")
    Attachment.update(note=note.id).where(Attachment.id == away.id).execute()
    share = published(chosen.caller, note)
    assert (share.generation, share.freeze_wanted_at is None) == (0, False), "it is left to the jobs"
    assert freezing.freeze_next(BASE)
    share = Share.get_by_id(share.id)
    assert share.generation == 1
    assert [(each["noteId"], each["name"]) for each in share.warnings] == [(str(note.id), "a.txt")]
    assert "elsewhere and was not reached" in share.warnings[0]["message"]


def test_a_link_whose_files_come_says_nothing(chosen: Elsewhere, away: Attachment, make_note: MakeNote) -> None:
    chosen.place("one").failure = None
    note = make_note("Page", f"![a]({away.url})")
    Attachment.update(note=note.id).where(Attachment.id == away.id).execute()
    share = published(chosen.caller, note)
    assert freezing.freeze_next(BASE)
    assert Share.get_by_id(share.id).warnings == []
    assert is_here(b"words")


def test_files_of_public_links_are_brought_home_after_an_outage(
    chosen: Elsewhere, away: Attachment, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = make_note("Page", f"![a]({away.url})")
    Attachment.update(note=note.id).where(Attachment.id == away.id).execute()
    chosen.work()
    published(chosen.caller, note)
    freezing.freeze_next(BASE)
    chosen.work()
    assert not is_here(b"words")
    chosen.place("one").failure = None
    fetching._failures.clear()
    now = clock.later(clock.now(), 3_601)
    monkeypatch.setattr(clock, "now", lambda: now)
    chosen.work()
    assert is_here(b"words")


def test_files_of_links_that_are_frozen_anew_come_home_too(
    chosen: Elsewhere, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = chosen.upload(b"words")
    note = make_note("Page", f"![a]({made.url})")
    Attachment.update(note=note.id).where(Attachment.id == made.id).execute()
    chosen.work()
    share = published(chosen.caller, note)
    chosen.work()
    chosen.forget_copy(b"words")
    chosen.place("one").log.clear()
    chosen.work()
    assert chosen.place("one").log == [], "what is in order is not asked for again and again"
    now = clock.later(clock.now(), 5)
    monkeypatch.setattr(clock, "now", lambda: now)
    ready = shares.refresh(chosen.caller, str(share.id), BASE)
    ready.make()
    with database.transaction(chosen.caller.user_id):
        ready.store()
    Share.update(frozen_at=now).where(Share.id == share.id).execute()
    chosen.work()
    assert is_here(b"words")
    assert key_of(b"words") in chosen.place("one").files
