"""What points at a note."""

import pytest

from notesvc import clock, errors, limits
from notesvc.domain import folders, notes, trash
from notesvc.domain.caller import Caller
from notesvc.domain.links import backlinks, renaming
from notesvc.domain.links.backlinks import Source
from tests.domain.conftest import Counting, MakeNote


def seen(sources: list[Source]) -> dict[str, tuple[int, list[str]]]:
    return {source.note[1]: (source.count, source.snippets) for source in sources}


def linked(caller: Caller, note_id: object) -> dict[str, tuple[int, list[str]]]:
    return seen(backlinks.of_note(caller, str(note_id)).linked)


def unlinked(caller: Caller, note_id: object) -> dict[str, tuple[int, list[str]]]:
    return seen(backlinks.of_note(caller, str(note_id)).unlinked)


def test_links_by_title_alias_and_id_are_backlinks_with_their_places(caller: Caller, make_note: MakeNote) -> None:
    home = make_note("Home", "[[Home]]", properties={"aliases": ["Heim"]})
    make_note("By title", "See [[home#Top|my <place>]] & more.")
    make_note("By alias", "See [[Heim]].")
    make_note("By id", f"See [it](note://{home.id}).")
    make_note("In code", "`[[Home]]` only")
    assert linked(caller, home.id) == {
        "By title": (1, ["See <mark>[[home#Top|my &lt;place&gt;]]</mark> &amp; more."]),
        "By alias": (1, ["See <mark>[[Heim]]</mark>."]),
        "By id": (1, [f"See <mark>[it](note://{home.id})</mark>."]),
    }


def test_all_places_are_counted_and_the_first_ones_shown(caller: Caller, make_note: MakeNote) -> None:
    home = make_note("Home")
    make_note("Source", "\n\n".join(["[[Home]] and [[HOME]]"] * 4))
    count, snippets = linked(caller, home.id)["Source"]
    assert count == 8
    assert len(snippets) == limits.BACKLINK_SNIPPETS


def test_the_latest_change_comes_first(caller: Caller, make_note: MakeNote) -> None:
    home = make_note("Home")
    first, second = make_note("First", "[[Home]]"), make_note("Second", "[[Home]]")
    notes.change(caller, str(first.id), {"content": "now [[Home]] again"})
    rows = [source.note for source in backlinks.of_note(caller, str(home.id)).linked]
    assert [row[0] for row in rows] in ([first.id, second.id], [second.id, first.id])
    assert [row[5] for row in rows] == sorted((row[5] for row in rows), reverse=True)


def test_a_link_counts_for_the_note_that_it_means(caller: Caller, make_note: MakeNote) -> None:
    work = str(folders.create(caller, {"name": "Work"}).id)
    far, near = make_note("Plan"), make_note("Plan", parent_id=work)
    make_note("Source", "[[Plan]]", parent_id=work)
    assert set(linked(caller, near.id)) == {"Source"}
    assert linked(caller, far.id) == {}


def test_mentions_are_whole_words_outside_of_links_and_code(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Ada Lovelace", "Ada Lovelace", properties={"aliases": ["Countess"]})
    make_note("Plain", "I met ada  lovelace? No: ADA LOVELACE & the countess.")
    make_note("Part", "Ada Lovelaces and countesses")
    make_note("Linked", "[[Ada Lovelace]] and `Ada Lovelace`")
    make_note("Apart", "Lovelace, Ada")
    found = unlinked(caller, note.id)
    assert set(found) == {"Plain"}
    count, snippets = found["Plain"]
    assert count == 2
    assert snippets[0] == "I met ada lovelace? No: <mark>ADA LOVELACE</mark> &amp; the countess."


@pytest.mark.parametrize(
    ("title", "text", "is_found"),
    [
        ("Go", "We go on", False),
        ("Go!", "Ready? Go! Go!", True),
        ("検索", "日本語の検索は難しい", True),
        ("C++", "Written in C++ today", True),
        ("C++", "Written in C today", False),
        ("🎉🎉🎉", "A 🎉🎉🎉 party", False),
        ("", "anything", False),
    ],
)
def test_a_name_is_a_mention_when_it_can_be_told_from_other_words(
    caller: Caller, make_note: MakeNote, title: str, text: str, is_found: bool
) -> None:
    note = make_note(title)
    make_note("Source", text)
    assert ("Source" in unlinked(caller, note.id)) is is_found


def test_the_list_of_mentions_ends_at_its_limit(
    caller: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNLINKED_NOTES", 3)
    note = make_note("Subject")
    for number in range(5):
        make_note(f"Source {number}", "about the subject")
    assert len(unlinked(caller, note.id)) == 3


def test_texts_too_long_to_be_read_for_an_answer_are_named_without_their_places(
    caller: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BACKLINK_SECONDS", 0.0)
    ada = make_note("Ada")
    make_note("Linking", "[[Ada]], [[ada]], [[ada]]")
    make_note("Mentioning", "Ada")
    found = backlinks.of_note(caller, str(ada.id))
    assert [(source.note[1], source.snippets, source.count) for source in found.linked] == [("Linking", [], 2)]
    assert found.unlinked == []
    assert renaming.preview(caller, str(ada.id), "Eve") == (1, 2, False)


def test_neither_the_trash_nor_strangers_point_here(caller: Caller, stranger: Caller, make_note: MakeNote) -> None:
    home = make_note("Homestead")
    gone = make_note("Gone", "[[Homestead]] and Homestead")
    trash.delete_note(caller, str(gone.id))
    make_note("Foreign", f"[[Homestead]] [x](note://{home.id}) Homestead", by=stranger)
    assert backlinks.of_note(caller, str(home.id)) == backlinks.Backlinks([], [])


def test_a_stranger_is_told_nothing(stranger: Caller, make_note: MakeNote) -> None:
    home = make_note("Home")
    for note_id in (str(home.id), clock.new_id()):
        with pytest.raises(errors.NotFound):
            backlinks.of_note(stranger, note_id)


def test_a_note_of_the_same_name_gives_a_stranger_no_backlinks(
    caller: Caller, stranger: Caller, make_note: MakeNote
) -> None:
    make_note("Home")
    make_note("Source", "[[Home]] Home")
    theirs = make_note("Home", by=stranger)
    assert backlinks.of_note(stranger, str(theirs.id)) == backlinks.Backlinks([], [])


def test_many_backlinks_take_few_statements(caller: Caller, make_note: MakeNote, statements: Counting) -> None:
    home = make_note("Homestead")
    for number in range(45):
        make_note(f"Source {number}", "[[Homestead]], the Homestead")
    with statements() as sent:
        found = backlinks.of_note(caller, str(home.id))
    assert (len(found.linked), len(found.unlinked)) == (45, 45)
    assert len(sent) <= 16
