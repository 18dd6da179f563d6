"""Mentions of a note that become links to it."""

import orjson
import pytest

from notesvc import errors, limits
from notesvc.domain import access, documents, folders, history, notes, trash
from notesvc.domain.caller import Caller
from notesvc.domain.links import backlinks, lookup, mentions
from notesvc.models import Note
from tests.domain.conftest import Counting, MakeNote


def text_of(caller: Caller, note: Note) -> str:
    return str(access.body_of(access.note_to_read(caller, str(note.id))).content)


def test_all_mentions_become_links_with_a_version_each(caller: Caller, make_note: MakeNote) -> None:
    ada = make_note("Ada Lovelace", "Ada Lovelace herself", properties={"aliases": ["Countess"]})
    first = make_note("First", "I met ada lovelace and the Countess.")
    second = make_note("Second", "[[Ada Lovelace]]; Ada Lovelace")
    make_note("Third", "`Ada Lovelace` only")
    outcome = mentions.link(caller, str(ada.id), None, dry_run=False)
    assert (outcome.notes, outcome.mentions) == (2, 3)
    assert text_of(caller, first) == "I met [[Ada Lovelace|ada lovelace]] and the [[Ada Lovelace|Countess]]."
    assert text_of(caller, second) == "[[Ada Lovelace]]; [[Ada Lovelace]]"
    assert text_of(caller, ada) == "Ada Lovelace herself"
    assert [version.reason for version in history.versions_of(caller, str(first.id))] == ["manual", "manual"]
    found = backlinks.of_note(caller, str(ada.id))
    assert {source.note[1] for source in found.linked} == {"First", "Second"}
    assert found.unlinked == []
    assert mentions.link(caller, str(ada.id), None, dry_run=False).notes == 0


def test_all_carry_one_change_number_and_a_new_revision(caller: Caller, make_note: MakeNote) -> None:
    ada, sources = make_note("Ada"), [make_note("a", "Ada"), make_note("b", "Ada")]
    mentions.link(caller, str(ada.id), None, dry_run=False)
    after = [access.note_to_read(caller, str(note.id)) for note in sources]
    assert {note.change_number for note in after} == {int(sources[-1].change_number) + 1}
    assert [note.revision for note in after] == [2, 2]


def test_looking_first_changes_nothing(caller: Caller, make_note: MakeNote) -> None:
    ada = make_note("Ada")
    note = make_note("First", "See <ada> & ada; Ada.")
    outcome = mentions.link(caller, str(ada.id), None, dry_run=True)
    assert (outcome.notes, outcome.mentions) == (1, 2)
    assert [(each.note.id, each.before, each.after) for each in outcome.shown] == [
        (
            note.id,
            "See &lt;ada&gt; &amp; <mark>ada</mark>; Ada.",
            "See &lt;ada&gt; &amp; <mark>[[Ada|ada]]</mark>; [[Ada]].",
        ),
        (
            note.id,
            "See &lt;ada&gt; &amp; ada; <mark>Ada</mark>.",
            "See &lt;ada&gt; &amp; [[Ada|ada]]; <mark>[[Ada]]</mark>.",
        ),
    ]
    assert text_of(caller, note) == "See <ada> & ada; Ada."
    assert access.note_to_read(caller, str(note.id)).revision == 1


def test_very_long_texts_are_linked_by_and_by(
    caller: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LINKED_CHARACTERS", 1_000)
    ada = make_note("Ada")
    for name in "abc":
        make_note(name, "Ada " + "x" * 600)
    assert [mentions.link(caller, str(ada.id), None, dry_run=True).notes for _ in "ab"] == [1, 1]
    assert [mentions.link(caller, str(ada.id), None, dry_run=False).notes for _ in "abcd"] == [1, 1, 1, 0]


def test_only_the_named_notes_change(caller: Caller, make_note: MakeNote) -> None:
    ada = make_note("Ada", "Ada")
    one, other = make_note("One", "Ada"), make_note("Other", "Ada")
    outcome = mentions.link(caller, str(ada.id), [str(one.id), str(ada.id), str(one.id)], dry_run=False)
    assert (outcome.notes, outcome.mentions) == (1, 1)
    assert [text_of(caller, note) for note in (one, other, ada)] == ["[[Ada]]", "Ada", "Ada"]


def test_a_stored_document_gets_the_same_links(caller: Caller, make_note: MakeNote) -> None:
    ada = make_note("Ada")
    words = [{"type": "text", "text": "met ada", "styles": {"bold": True}}]
    note, _ = notes.create(caller, {"name": "Rich", "rich_content": [{"type": "paragraph", "content": words}]})
    mentions.link(caller, str(ada.id), None, dry_run=False)
    body = access.body_of(note)
    assert body.content.strip() == "**met [[Ada|ada]]**"
    (block,) = orjson.loads(documents.json_of(body))
    assert block["content"] == [
        {"type": "text", "text": "met ", "styles": {"bold": True}},
        {"type": "wikiLink", "props": {"title": "Ada", "alias": "ada"}},
    ]


def test_a_name_that_means_another_note_there_is_linked_by_id(caller: Caller, make_note: MakeNote) -> None:
    work = str(folders.create(caller, {"name": "Work"}).id)
    far, near = make_note("Plan"), make_note("Plan", parent_id=work)
    here, there = make_note("Here", "The Plan"), make_note("There", "The Plan", parent_id=work)
    mentions.link(caller, str(far.id), [str(here.id), str(there.id)], dry_run=False)
    assert text_of(caller, here) == "The [[Plan]]"
    assert text_of(caller, there) == f"The [Plan](note://{far.id})"
    assert {link.target_id for note in (here, there) for link in lookup.of_note(caller, str(note.id))} == {far.id}
    assert near.id != far.id


def test_what_is_somebody_elses_or_in_the_trash_is_not_there(
    caller: Caller, stranger: Caller, make_note: MakeNote
) -> None:
    ada, theirs, gone = make_note("Ada"), make_note("Theirs", "Ada", by=stranger), make_note("Gone", "Ada")
    trash.delete_note(caller, str(gone.id))
    for other in (theirs, gone):
        with pytest.raises(errors.NotFound):
            mentions.link(caller, str(ada.id), [str(other.id)], dry_run=True)
    assert mentions.link(caller, str(ada.id), None, dry_run=False).notes == 0
    with pytest.raises(errors.NotFound):
        mentions.link(stranger, str(ada.id), None, dry_run=False)
    assert text_of(stranger, theirs) == "Ada"


def test_a_name_that_tells_too_little_links_nothing(caller: Caller, make_note: MakeNote) -> None:
    note, source = make_note("Go"), make_note("Source", "Go go")
    assert mentions.link(caller, str(note.id), [str(source.id)], dry_run=False).mentions == 0


def test_looking_at_many_notes_takes_few_statements(caller: Caller, make_note: MakeNote, statements: Counting) -> None:
    ada = make_note("Ada")
    for number in range(30):
        make_note(f"n{number}", "Ada " * 3)
    with statements() as sent:
        assert mentions.link(caller, str(ada.id), None, dry_run=True).mentions == 90
    assert len(sent) < 12, sent
