"""The operators of search: `tag:`, `person:`, `in:`, `is:`, `before:`, `after:`, alone and together."""

import pytest

from notesvc.domain import folders, journal, people, search, trash
from notesvc.domain.caller import Caller
from tests.domain.conftest import MakeNote
from tests.domain.found import stamp, titles

FILE = "0195f0a0-0000-7000-8000-000000000000"

OPERATORS = {
    "tag:project": ["Beta", "Alpha"],
    "#project": ["Beta", "Alpha"],
    "tag:PROJECT/": ["Beta", "Alpha"],
    "tag:project/alpha": ["Alpha"],
    "tag:projec": [],
    "#project for": ["Beta"],
    "-tag:project #project-x": ["Gamma"],
    "tag:project -tag:project/alpha": ["Beta"],
    "tag:nowhere": [],
    "tag:%": [],
    'person:"ada lovelace"': ["Beta", "Alpha"],
    "$countess": ["Beta", "Alpha"],
    "person:bob": [],
    "-person:bob tag:project": ["Beta", "Alpha"],
    "-person:countess tag:project-x": ["Gamma"],
    "in:work": ["Agenda", "Minutes"],
    "in:Work/2026": ["Minutes"],
    "in:/Work/2026/": ["Minutes"],
    "in:2026": ["Elsewhere", "Minutes"],
    "in:nowhere": [],
    "in:work plan": ["Agenda", "Minutes"],
    "-in:work plan": ["2025-12-24", "Elsewhere"],
    "-in:nowhere in:work": ["Agenda", "Minutes"],
    "is:journal": ["2025-12-24"],
    "plan -is:journal": ["Agenda", "Minutes", "Elsewhere"],
    "is:trashed": ["Thrown"],
    "is:trashed plan": ["Thrown"],
    "is:trashed #project": ["Thrown"],
    "is:trashed -is:trashed": [],
    "-is:trashed is:journal": ["2025-12-24"],
    "before:2026": ["2025-12-24"],
    "after:2025-12-24 is:journal": ["2025-12-24"],
    "after:2025-12-25 is:journal": [],
    "after:2026 plan": ["Agenda", "Minutes", "Elsewhere"],
    "before:2026-01-02 #project": ["Beta", "Alpha"],
    "-after:2026 plan": ["2025-12-24"],
    "folder:Work/2026": ["Minutes"],
    "in:work OR is:journal": ["2025-12-24", "Agenda", "Minutes"],
    "(in:work OR tag:project) -plan": ["Beta", "Alpha"],
    "$Ada Lovelace asked": ["Alpha"],
    "$Ada Lovelace": ["Beta", "Alpha"],
    "has:task": ["Beta"],
    "has:code": ["Gamma"],
    "has:link": ["Minutes"],
    "has:table": ["Agenda"],
    "has:image": ["Elsewhere"],
    "has:attachment": ["Elsewhere"],
    "plan -has:table": ["2025-12-24", "Minutes", "Elsewhere"],
    "has:task OR has:code": ["Gamma", "Beta"],
}


@pytest.fixture
def workspace_of_all_kinds(caller: Caller, make_note: MakeNote) -> None:
    people.create(caller, {"name": "Ada Lovelace", "aliases": ["Countess"]})
    work = folders.create(caller, {"name": "Work"})
    year = folders.create(caller, {"name": "2026", "parent_id": str(work.id)})
    other = folders.create(caller, {"name": "2026"})
    made = [
        make_note("Alpha", "asked $Ada Lovelace #project/alpha"),
        make_note("Beta", "for the $Countess\n\n- [ ] thank her", tags=["project"]),
        make_note("Gamma", "#project-x is another tag\n\n```\nprint()\n```\n"),
        make_note("Minutes", "of the plan, see [[Agenda]]", parent_id=str(year.id)),
        make_note("Agenda", "of the plan\n\n| a | b |\n|---|---|\n", parent_id=str(work.id)),
        make_note("Elsewhere", f"no plan ![x](/files/{FILE}/x.png)", parent_id=str(other.id)),
        journal.write(caller, "2025-12-24", {"content": "plan of the day"})[0],
        make_note("Thrown", "plan of old #project"),
    ]
    for number, note in enumerate(made):
        stamp(note, number)
    trash.delete_note(caller, str(made[-1].id))


@pytest.mark.usefixtures("workspace_of_all_kinds")
def test_each_operator_finds_the_same_on_both_databases(caller: Caller) -> None:
    assert {q: titles(caller, q) for q in OPERATORS} == OPERATORS


@pytest.mark.usefixtures("workspace_of_all_kinds")
def test_a_person_is_found_by_id(caller: Caller) -> None:
    person, _ = people.people(caller)[0]
    assert titles(caller, f"person:{person.id}") == ["Beta", "Alpha"]


@pytest.mark.usefixtures("workspace_of_all_kinds")
def test_a_stranger_finds_nothing_by_any_of_them(caller: Caller, stranger: Caller) -> None:
    person, _ = people.people(caller)[0]
    for q in [*OPERATORS, f"person:{person.id}", "tag:project OR person:bob"]:
        assert search.search(stranger, q, 10) == search.ResultPage([], 0, None), q
