"""What links mean and say, by examples that the web app's tests read too."""

import json
from typing import Any

import pytest

from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.domain.links.resolution import Resolver, Target
from notesvc.text import inline
from tests.domain.conftest import MakeNote
from tests.places import PROJECT

EXAMPLES = json.loads((PROJECT / "tests/text/links.json").read_text())


@pytest.fixture
def ids(caller: Caller, make_note: MakeNote) -> dict[Any, Any]:
    """The real ids of the examples' folders and notes."""
    ids: dict[Any, Any] = {None: None}
    for each in EXAMPLES["folders"]:
        made = folders.create(caller, {"name": each["name"], "parent_id": ids[each["parentId"]]})
        ids[each["id"]] = str(made.id)
    for each in EXAMPLES["notes"]:
        ids[each["id"]] = str(make_note(each["name"], parent_id=ids[each["parentId"]]).id)
    return ids


@pytest.mark.parametrize(("title", "form"), EXAMPLES["forms"])
def test_a_title_is_said_in_its_link_form(title: str, form: str) -> None:
    assert inline.link_form(title) == form


def test_links_mean_the_nearest_note_that_they_name(caller: Caller, ids: dict[Any, Any]) -> None:
    resolver = Resolver(caller.user_id)
    found = [[source, link, resolver.resolve(link, ids[source])] for source, link, _ in EXAMPLES["means"]]
    assert found == [[source, link, ids[meant]] for source, link, meant in EXAMPLES["means"]]


def test_links_are_written_so_that_they_mean_their_note(caller: Caller, ids: dict[Any, Any]) -> None:
    resolver = Resolver(caller.user_id)
    notes = {each["id"]: each for each in EXAMPLES["notes"]}
    for source, note_id, form in EXAMPLES["says"]:
        note = notes[note_id]
        target = Target(ids[note_id], ids[note["parentId"]], False)
        said = resolver.form_of(target, note["name"], "", ids[source])
        assert (said if isinstance(said, str) else None) == form, (source, note_id)
