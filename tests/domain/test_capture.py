"""Keeping clips: once per key, and never lost for a detail."""

from dataclasses import replace

import pytest

from notesvc import database, errors, limits
from notesvc.domain import access, capture, folders, notes, sync_events, sync_tokens, trash
from notesvc.domain.caller import Caller
from notesvc.domain.capture import Clip
from notesvc.domain.idempotency import Key
from notesvc.models import Note, NoteVersion

KEY = Key("attempt-1", "hash of the request")


@pytest.fixture
def holder(caller: Caller) -> Caller:
    """The owner, coming with a key."""
    _, secret = sync_tokens.create(caller, "Clipper", True, None)
    return sync_tokens.authenticate(secret, sync_tokens.WRITE)


def kept(holder: Caller, clip: Clip, key: Key | None = None) -> Note:
    return access.note_to_read(holder, capture.keep(holder, key, clip).resource_id)


def number_of_notes() -> int:
    return Note.select().count()


def test_a_clip_becomes_a_note_with_all_that_was_said_of_it(holder: Caller) -> None:
    facts = {"url": "https://a.example/x", "source": "clipper", "selection": True}
    clip = Clip(markdown="A #story", title="Title", look={"tags": ["read"], "icon": "📎"}, facts=facts)
    note = kept(holder, replace(clip, properties={"rating": 5}))
    assert (note.name, note.tags, note.icon) == ("Title", ["read"], "📎")
    assert note.properties == {"rating": 5, **facts}
    assert access.body_of(note).content == "A #story"


def test_a_clip_leaves_a_first_version_that_says_where_it_came_from(holder: Caller) -> None:
    note = kept(holder, Clip(markdown="Text"))
    versions = [(row.reason, row.origin) for row in NoteVersion.select().where(NoteVersion.note == note.id)]
    assert versions == [("capture", "token:Clipper")]


def test_a_repeat_of_the_key_answers_the_same_and_makes_no_second_note(holder: Caller) -> None:
    first = capture.keep(holder, KEY, Clip(markdown="Text", warnings=("url: left out",)))
    notes.change(holder, first.resource_id, {"name": "Renamed"})
    again = capture.keep(holder, KEY, Clip(markdown="Text"))
    assert again.is_replay
    assert again.answer == first.answer
    assert number_of_notes() == 1


def test_a_repeat_answers_the_same_after_the_note_went_to_the_trash(holder: Caller) -> None:
    first = capture.keep(holder, KEY, Clip(markdown="Text"))
    trash.delete_note(holder, first.resource_id)
    assert capture.keep(holder, KEY, Clip(markdown="Text")).answer == first.answer


def test_a_key_belongs_to_the_user_and_outlives_the_token(holder: Caller, caller: Caller) -> None:
    first = capture.keep(holder, KEY, Clip(markdown="Text"))
    _, secret = sync_tokens.rotate(caller, str(holder.token_id))
    rotated = sync_tokens.authenticate(secret, sync_tokens.WRITE)
    assert capture.keep(rotated, KEY, Clip(markdown="Text")).resource_id == first.resource_id


def test_the_same_key_of_somebody_else_is_another_key(holder: Caller, stranger: Caller) -> None:
    first = capture.keep(holder, KEY, Clip(markdown="Text"))
    second = capture.keep(stranger, KEY, Clip(markdown="Text"))
    assert not second.is_replay
    assert second.resource_id != first.resource_id


def test_the_same_key_with_another_clip_is_refused(holder: Caller) -> None:
    capture.keep(holder, KEY, Clip(markdown="Text"))
    with pytest.raises(errors.Conflict) as refusal:
        capture.keep(holder, Key(KEY.text, "another hash"), Clip(markdown="Other"))
    assert refusal.value.code == "idempotency_conflict"
    assert number_of_notes() == 1


def test_a_page_becomes_markdown_under_its_own_title(holder: Caller) -> None:
    html = "<title>The page</title><h1>Heading</h1><p>Some <b>bold</b> text<script>alert(1)</script>"
    note = kept(holder, Clip(html=html))
    assert note.name == "The page"
    assert access.body_of(note).content.strip() == "# Heading\n\nSome **bold** text"


def test_a_clip_with_nothing_to_keep_is_refused(holder: Caller) -> None:
    empty = [
        Clip(),
        Clip(markdown=" \n\t\u200b"),
        Clip(html="<script>let x</script><p> </p>"),
    ]
    for clip in empty:
        with pytest.raises(errors.InvalidInput):
            capture.keep(holder, KEY, clip)
    assert number_of_notes() == 0


def test_an_address_alone_is_kept_as_a_link(holder: Caller) -> None:
    note = kept(holder, Clip(title="A page", url="https://a.example/b c?d=<e>"))
    assert note.name == "A page"
    assert access.body_of(note).content.strip() == "<https://a.example/b%20c?d=%3Ce%3E>"


def test_a_folder_that_is_gone_or_foreign_leaves_the_note_at_the_top(holder: Caller, stranger: Caller) -> None:
    gone = folders.create(holder, {"name": "Gone"})
    trash.delete_folder(holder, str(gone.id))
    for folder in (gone, folders.create(stranger, {"name": "Foreign"})):
        outcome = capture.keep(holder, None, Clip(markdown="Text", parent_id=str(folder.id)))
        assert outcome.answer["parent_id"] is None
        assert [text.partition(":")[0] for text in outcome.answer["warnings"]] == ["parentId"]


def test_a_folder_of_the_caller_holds_the_note(holder: Caller) -> None:
    folder = folders.create(holder, {"name": "Clips"})
    outcome = capture.keep(holder, None, Clip(markdown="Text", parent_id=str(folder.id)))
    assert (outcome.answer["parent_id"], outcome.answer["warnings"]) == (folder.id, [])


def test_properties_that_are_too_large_together_give_way_to_the_clips_own(holder: Caller) -> None:
    facts = {"url": "https://a.example/x"}
    large = {"text": "x" * (limits.MAX_PROPERTIES - 20)}
    outcome = capture.keep(holder, None, Clip(markdown="Text", properties=large, facts=facts))
    assert access.note_to_read(holder, outcome.resource_id).properties == facts
    assert outcome.answer["warnings"][0].startswith("properties:")


def test_markdown_goes_before_html_and_the_other_is_named(holder: Caller) -> None:
    outcome = capture.keep(holder, None, Clip(markdown="Text", html="<p>Page"))
    note = access.note_to_read(holder, outcome.resource_id)
    assert access.body_of(note).content == "Text"
    assert [text.partition(":")[0] for text in outcome.answer["warnings"]] == ["html"]


def test_it_is_written_in_the_activity_and_on_the_key(holder: Caller) -> None:
    clip = Clip(markdown="Text", title="Title", source="clipper")
    first = capture.keep(holder, KEY, clip)
    capture.keep(holder, KEY, clip)
    with pytest.raises(errors.Conflict):
        capture.keep(holder, Key(KEY.text, "other"), clip)
    rows, _ = sync_events.events(holder, None, None, 10)
    said = {(row[3], row[4], row[5], *row[6:10]) for row in rows}
    note, first_event = (first.resource_id, "Title"), next(row[0] for row in rows if row[4] == "success")
    assert said == {
        ("capture", "success", "clipper", KEY.text, None, *note),
        ("capture", "duplicate", "clipper", None, first_event, *note),
        ("capture", "error", "clipper", None, first_event, None, None),
    }
    assert sync_tokens.token_of(holder).last_used_at is not None


def test_a_clip_is_kept_once_even_where_the_activity_cannot_be_written(holder: Caller) -> None:
    database.execute("DROP TABLE sync_events")
    first = capture.keep(holder, KEY, Clip(markdown="Text"))
    assert capture.keep(holder, KEY, Clip(markdown="Text")).resource_id == first.resource_id
    assert number_of_notes() == 1
