"""What a note links to, and the report on links that mean nothing or too much."""

import pytest

from notesvc import clock, errors
from notesvc.domain import attachments, folders, journal, notes, people, trash
from notesvc.domain.caller import Caller
from notesvc.domain.links import lookup
from notesvc.domain.links import reports as link_reports
from tests.domain.conftest import Counting, MakeNote


def pairs(caller: Caller, note_id: object) -> list[tuple[str, str, str | None]]:
    return [(link.kind, link.label, link.target_id) for link in lookup.of_note(caller, str(note_id))]


def test_links_of_all_kinds_are_listed_with_what_they_mean(caller: Caller, make_note: MakeNote) -> None:
    ada = people.create(caller, {"name": "Ada"})
    home, other = make_note("Home"), make_note("Other")
    text = f"[[home|x]] [[Nowhere]] [y](note://{other.id}) [z](note://{caller.user_id}) #tag $Ada @owner"
    assert pairs(caller, make_note("Hub", text).id) == [
        ("note", caller.user_id, None),
        ("note", str(other.id), str(other.id)),
        ("person", str(ada.id), None),
        ("tag", "tag", None),
        ("user", caller.user_id, None),
        ("wiki", "Nowhere", None),
        ("wiki", "home", str(home.id)),
    ]


def test_a_link_means_the_note_that_is_nearest_in_the_tree(caller: Caller, make_note: MakeNote) -> None:
    work = str(folders.create(caller, {"name": "Work"}).id)
    far, near = make_note("Plan"), make_note("Plan", parent_id=work)
    source = make_note("Source", "[[Plan]]", parent_id=work)
    top = make_note("Top", "[[Plan]] [[work/plan]]")
    assert pairs(caller, source.id) == [("wiki", "Plan", str(near.id))]
    assert pairs(caller, top.id) == [("wiki", "Plan", str(far.id)), ("wiki", "work/plan", str(near.id))]


def test_an_alias_that_a_note_has_no_more_means_nothing(caller: Caller, make_note: MakeNote) -> None:
    note = make_note("Ada", properties={"aliases": ["Countess", "Lovelace"]})
    notes.change(caller, str(note.id), {"properties": {"aliases": ["Lovelace", "Enchantress"]}})
    hub = make_note("Hub", "[[Countess]] [[Enchantress]] [[Lovelace]]")
    assert pairs(caller, hub.id) == [
        ("wiki", "Countess", None),
        ("wiki", "Enchantress", str(note.id)),
        ("wiki", "Lovelace", str(note.id)),
    ]


def test_a_link_to_the_trash_or_to_a_stranger_means_nothing(
    caller: Caller, stranger: Caller, make_note: MakeNote
) -> None:
    gone, theirs = make_note("Gone"), make_note("Theirs", by=stranger)
    hub = make_note("Hub", f"[[Gone]] [[Theirs]] [a](note://{gone.id}) [b](note://{theirs.id})")
    trash.delete_note(caller, str(gone.id))
    assert {target for _, _, target in pairs(caller, hub.id)} == {None}


def test_a_stranger_is_told_nothing_of_a_note(stranger: Caller, make_note: MakeNote) -> None:
    note = make_note("Mine", "[[Other]]")
    with pytest.raises(errors.NotFound):
        lookup.of_note(stranger, str(note.id))
    with pytest.raises(errors.NotFound):
        lookup.of_note(stranger, clock.new_id())


def names(findings: list[link_reports.Finding]) -> list[tuple[str, list[str]]]:
    return [(row[1], labels) for row, labels in findings]


def test_the_report_names_links_to_nothing_to_several_notes_and_lonely_notes(
    caller: Caller, make_note: MakeNote
) -> None:
    work = str(folders.create(caller, {"name": "Work"}).id)
    make_note("Plan", parent_id=work)
    make_note("Plan")
    make_note("Lonely", "#tag [[Nowhere else]]")
    make_note("Selfish", "[[Selfish]]")
    journal.write(caller, "2026-11-21", {"content": "a day"})
    make_note("Source", f"[[plan]] [[Work/Plan]] [[Nowhere]] ![[photo.png]] [a](note://{clock.new_id()}) [[Alias]]")
    make_note("Named", "", properties={"aliases": ["Alias"]})
    attachments.add(caller.user_id, "Photo.png", ("0" * 64, 1))
    found = link_reports.of_links(caller)
    (source, broken), lonely = names(found.broken)[0], names(found.broken)[1]
    assert source == "Source"
    assert len(broken) == 2
    assert "Nowhere" in broken
    assert lonely == ("Lonely", ["Nowhere else"])
    assert names(found.ambiguous) == [("Source", ["plan"])]
    assert {row[1] for row in found.orphans} == {"Lonely", "Selfish"}


def test_an_alias_that_is_another_notes_title_is_ambiguous(caller: Caller, make_note: MakeNote) -> None:
    make_note("One", "", properties={"aliases": ["Both", "One"]})
    make_note("Both")
    make_note("Source", "[[Both]] [[One]]")
    assert names(link_reports.of_links(caller).ambiguous) == [("Source", ["Both"])]


def test_the_report_leaves_out_the_trash_and_what_is_a_strangers(
    caller: Caller, stranger: Caller, make_note: MakeNote
) -> None:
    note = make_note("Gone", "[[Nowhere]]")
    trash.delete_note(caller, str(note.id))
    make_note("Mine", "[[Gone]]")
    assert names(link_reports.of_links(caller).broken) == [("Mine", ["Gone"])]
    assert link_reports.of_links(stranger) == link_reports.LinkReport([], [], [])


def test_the_report_takes_as_many_statements_for_many_notes(
    caller: Caller, make_note: MakeNote, statements: Counting
) -> None:
    for number in range(40):
        make_note(f"Note {number}", f"[[Note {number + 1}]] [[Nowhere {number}]]")
    with statements() as sent:
        found = link_reports.of_links(caller)
    assert len(found.broken) == 40
    assert len(sent) <= 8
