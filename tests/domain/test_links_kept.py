"""Links keep what they mean: the ways in which a rename, a move or a deletion could take that from them."""

from typing import Any

import pytest

from notesvc import database, limits
from notesvc.domain import access, folders, notes, trash
from notesvc.domain.caller import Caller
from notesvc.domain.links import former_texts, lookup, renaming
from notesvc.models import Note
from tests.domain.conftest import MakeNote


def text_of(caller: Caller, note: Note) -> str:
    return str(access.body_of(access.own_note(caller, str(note.id))).content)


def targets(caller: Caller, note: Note) -> list[str | None]:
    return [link.target_id for link in lookup.of_note(caller, str(note.id)) if link.kind in ("wiki", "note")]


def rename(caller: Caller, note: Note, name: str) -> None:
    notes.change(caller, str(note.id), {"name": name})


def folder(caller: Caller, name: str, parent_id: str | None = None) -> str:
    return str(folders.create(caller, {"name": name, "parent_id": parent_id}).id)


def test_a_rename_onto_a_title_that_exists_joins_nobodys_links(caller: Caller, make_note: MakeNote) -> None:
    other, renamed = make_note("Pla"), make_note("Old plan")
    source = make_note("Source", "[[Old plan]] then [[Pla]]")
    for name in ("Pla", "Plant care"):
        rename(caller, renamed, name)
        assert set(targets(caller, source)) == {str(other.id), str(renamed.id)}
    assert text_of(caller, source) == "[[Plant care]] then [[Pla]]"


def test_a_rename_keeps_the_heading_or_block_that_a_link_names(caller: Caller, make_note: MakeNote) -> None:
    renamed = make_note("Plan", "# Sowing\n\nThe beans. ^b-1")
    source = make_note("Source", "[[Plan#Sowing]] [[Plan#^b-1]] [[Plan#^b-1|beans]] ![[Plan#^b-1]]")
    rename(caller, renamed, "Garden")
    assert text_of(caller, source) == "[[Garden#Sowing]] [[Garden#^b-1]] [[Garden#^b-1|beans]] ![[Garden#^b-1]]"
    assert set(targets(caller, source)) == {str(renamed.id)}
    rename(caller, renamed, "[]#|")
    assert f"(note://{renamed.id}#%5Eb-1)" in text_of(caller, source)
    rename(caller, renamed, "Garden")
    assert "[[Garden#^b-1]]" in text_of(caller, source)


def test_two_notes_may_swap_their_titles(caller: Caller, make_note: MakeNote) -> None:
    one, two = make_note("A"), make_note("B")
    source = make_note("Source", "[[A]] [[B]]")
    for note, name in ((one, "C"), (two, "A"), (one, "B")):
        rename(caller, note, name)
    assert text_of(caller, source) == "[[B]] [[A]]"
    assert set(targets(caller, source)) == {str(one.id), str(two.id)}


def test_a_nearer_note_of_the_title_takes_over_no_link(caller: Caller, make_note: MakeNote) -> None:
    place = folder(caller, "F")
    far, near = make_note("B"), make_note("A", parent_id=place)
    source = make_note("Source", "[[B]] and [[A]]", parent_id=place)
    rename(caller, near, "B")
    assert set(targets(caller, source)) == {str(far.id), str(near.id)}
    assert f"[B](note://{far.id})" in text_of(caller, source)
    made = make_note("C", parent_id=place)
    rename(caller, made, "B")
    assert set(targets(caller, source)) == {str(far.id), str(near.id)}


def test_a_link_names_the_folder_where_the_title_alone_would_mean_another(caller: Caller, make_note: MakeNote) -> None:
    place = folder(caller, "F")
    make_note("B")
    moved = make_note("A", parent_id=place)
    source = make_note("Source", "[[A]]")
    rename(caller, moved, "B")
    assert text_of(caller, source) == "[[F/B]]"
    rename(caller, moved, "D")
    assert text_of(caller, source) == "[[F/D]]"
    assert targets(caller, source) == [str(moved.id)]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("A [b] c", "[[A b c]]"),
        ("A | b", "[[A b]]"),
        ("x^2", "[[x^2]]"),
        ("C#", "[[C]]"),
        ("A ]] b", "[[A b]]"),
        ("a\\", "[[a]]"),
        ("TCP/IP", "[[TCP/IP]]"),
        ("", None),
        ("#", None),
    ],
)
def test_a_title_that_a_link_cannot_hold_is_linked_all_the_same(
    caller: Caller, make_note: MakeNote, name: str, said: str | None
) -> None:
    note = make_note("Goal")
    source = make_note("Source", "to [[Goal]].")
    for step in (name, "Other", name, "Goal"):
        rename(caller, note, step)
        assert targets(caller, source) == [str(note.id)]
        if step == name:
            assert f"(note://{note.id})" in text_of(caller, source) or text_of(caller, source) == f"to {said}."


@pytest.mark.parametrize(("old", "new"), [("TCP/IP", "Networking"), ("TCP/IP", "UDP/IP"), ("2024/10/05", "2024/10/06")])
def test_a_title_with_slashes_is_renamed_whole(caller: Caller, make_note: MakeNote, old: str, new: str) -> None:
    note = make_note(old)
    source = make_note("Source", f"[[{old}]]")
    rename(caller, note, new)
    assert text_of(caller, source) == f"[[{new}]]"
    assert targets(caller, source) == [str(note.id)]


def test_folders_may_be_renamed_and_moved_and_notes_moved_under_their_links(
    caller: Caller, make_note: MakeNote
) -> None:
    first, second = folder(caller, "First"), folder(caller, "Second")
    note = make_note("Note", parent_id=first)
    make_note("Note")
    source = make_note("Source", "[[First/Note]]")
    acts: list[Any] = [
        lambda: folders.change(caller, first, {"name": "Renamed"}),
        lambda: folders.change(caller, first, {"parent_id": second}),
        lambda: notes.move(caller, str(note.id), second),
        lambda: notes.change(caller, str(note.id), {"parent_id": None}),
    ]
    for act in acts:
        act()
        assert targets(caller, source) == [str(note.id)]


def test_a_note_in_the_trash_follows_a_rename(caller: Caller, make_note: MakeNote) -> None:
    target = make_note("T")
    source = make_note("Source", "[[T]]")
    trash.delete_note(caller, str(source.id))
    rename(caller, target, "U")
    trash.restore(caller, str(source.id))
    assert targets(caller, source) == [str(target.id)]
    assert text_of(caller, source) == "[[U]]"


def test_a_deleted_note_leaves_its_links_to_nobody_and_has_them_again(caller: Caller, make_note: MakeNote) -> None:
    place = folder(caller, "F")
    make_note("T")
    near = make_note("T", parent_id=place)
    source = make_note("Source", "[[T]]", parent_id=place)
    trash.delete_note(caller, str(near.id))
    assert targets(caller, source) == [None]
    make_note("T", parent_id=place)
    assert targets(caller, source) == [None]
    trash.restore(caller, str(near.id))
    assert targets(caller, source) == [str(near.id)]


def test_a_stored_document_is_written_anew_too(caller: Caller, make_note: MakeNote) -> None:
    place = folder(caller, "F")
    near = make_note("A", parent_id=place)
    far = make_note("B")
    link = {"type": "wikiLink", "props": {"title": "B", "alias": "said"}}
    source = make_note("Source", parent_id=place)
    document = [{"type": "paragraph", "content": [{"type": "text", "text": "see ", "styles": {}}, link]}]
    notes.change(caller, str(source.id), {"rich_content": document})
    rename(caller, near, "B")
    assert text_of(caller, source).strip() == f"see [said](note://{far.id})"
    assert targets(caller, source) == [str(far.id)]


def test_the_preview_counts_what_the_rename_writes(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Goal", properties={"aliases": ["Aim"]})
    make_note("One", "[[Goal]] [[goal|x]] [[Aim]]")
    make_note("Two", "[[Goal#part]]")
    assert renaming.preview(caller, str(note.id), "End") == (2, 3, False)


@pytest.mark.parametrize("is_taken", [False, True])
def test_renaming_back_gives_the_very_texts_again(caller: Caller, make_note: MakeNote, is_taken: bool) -> None:
    target = make_note("Old Plan", "me: [[old plan]]")
    if is_taken:
        make_note("New")
    sources = [
        make_note(
            "One", f"[[old plan]] [[Old Plan]] [[OLD PLAN.md|so]] [[Old  Plan#part]] [Old Plan](note://{target.id})"
        ),
        make_note("Two", "[[Old Plan]]", parent_id=folder(caller, "Work")),
    ]
    before = [text_of(caller, note) for note in (target, *sources)]
    rename(caller, target, "New")
    assert all("lan" not in text_of(caller, note) for note in sources)
    rename(caller, target, "Old Plan")
    assert [text_of(caller, note) for note in (target, *sources)] == before
    assert set(targets(caller, sources[0])) == {str(target.id)}


def test_renaming_back_keeps_what_was_written_meanwhile(caller: Caller, make_note: MakeNote) -> None:
    target, source = make_note("Old plan"), make_note("One", "[[old plan]]")
    rename(caller, target, "New")
    notes.change(caller, str(source.id), {"content": "[[New]] and more"})
    rename(caller, target, "Old plan")
    assert text_of(caller, source).strip() == "[[Old plan]] and more"


def test_renaming_back_points_no_link_at_a_note_that_took_the_name(caller: Caller, make_note: MakeNote) -> None:
    target, work = make_note("Plan", parent_id=folder(caller, "Far")), folder(caller, "Work")
    source = make_note("One", "[[PLAN]]", parent_id=work)
    rename(caller, target, "New")
    make_note("Plan", parent_id=work)
    rename(caller, target, "Plan")
    assert (targets(caller, source), text_of(caller, source).strip()) == ([str(target.id)], "[[Far/Plan]]")


def test_the_texts_before_a_rename_are_forgotten_within_the_hour(
    caller: Caller, make_note: MakeNote, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, source = make_note("Old plan"), make_note("One", "[[old plan]]")
    rename(caller, target, "New")
    monkeypatch.setattr(limits, "FORMER_TEXT_SECONDS", -1)
    former_texts.sweep()
    assert database.execute("SELECT count(*) FROM former_texts").fetchone()[0] == 0
    rename(caller, target, "Old plan")
    assert text_of(caller, source).strip() == "[[Old plan]]"


def test_the_preview_says_that_a_name_is_taken(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Goal")
    make_note("End", properties={"aliases": ["Aim"]})
    make_note("")
    said = {name: renaming.preview(caller, str(note.id), name).taken for name in ("end", "Aim", "Ending", "goal", "[]")}
    assert said == {"end": True, "Aim": True, "Ending": False, "goal": False, "[]": False}
