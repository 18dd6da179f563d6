"""Titles that no file name can hold, in an archive that other programs open: links lead, and the title is there."""

import zipfile
from pathlib import Path

import pytest

from notesvc import file_store
from notesvc.config import Settings
from notesvc.domain import folders
from notesvc.domain.caller import Caller
from notesvc.domain.links import lookup
from notesvc.text import inline
from tests.conftest import on_sqlite
from tests.domain.archives import bring_in, note_named, zipped
from tests.domain.conftest import MakeNote
from tests.domain.exporting import unzipped

LONG = "A very long title " * 20


@pytest.fixture(autouse=True)
def _store(workspace: Settings) -> None:
    file_store.open_store(workspace.attachments)


@pytest.fixture
def archive(caller: Caller, make_note: MakeNote) -> zipfile.ZipFile:
    """Notes whose files have other names, and one that links to them."""
    work = str(folders.create(caller, {"name": "Work"}).id)
    make_note("Q: why?", "x", properties={"alias": "Why", "rating": 4})
    make_note("Plan")
    make_note("plan", "[[Q: why?]]", parent_id=work)
    for name in ("A/B", "Q- why-", "Q: why?"):
        make_note(name, parent_id=work)
    make_note(LONG.strip())
    make_note(
        "Plain",
        "[[Q: why?]] [[Plan]] [[Q: why?#Part|said]] [[Q: why?#Part]] [[Why]] `[[Q: why?]]` [[A/B]] [[Work/Q: why?]]",
    )
    make_note("Embed", "![[Q: why?]]")
    make_note("Table", f"| a |\n| - |\n| [[q: why?]] |\n\n[[{LONG.strip()}]]")
    return unzipped(caller)


@on_sqlite
def test_links_say_the_names_of_files(archive: zipfile.ZipFile) -> None:
    assert archive.read("Plain.md").decode() == (
        "[[Q- why-|Q: why?]] [[Plan]] [[Q- why-#Part|said]] [[Q- why-#Part|Q: why? > Part]] [[Why]] `[[Q: why?]]` "
        "[[A-B|A/B]] [[Work/Q- why- (2)|Q: why?]]"
    )
    assert archive.read("Work/plan.md").decode() == r"[Q\: why?](../Q-%20why-.md)"
    assert archive.read("Embed.md").decode() == "![[Q- why-]]"
    assert "| [[Q- why-]] |" in archive.read("Table.md").decode()


@on_sqlite
def test_the_front_matter_says_the_title_where_the_name_does_not(archive: zipfile.ZipFile) -> None:
    head = '---\nrating: 4\naliases:\n  - "Q: why?"\n  - Why\n---\n'
    assert archive.read("Q- why-.md").decode() == f"{head}x"
    assert archive.read("Plan.md").decode() == ""


@on_sqlite
def test_files_alone_lead_to_each_other_after_an_import(
    workspace: Settings, caller: Caller, stranger: Caller, archive: zipfile.ZipFile, tmp_path: Path
) -> None:
    files = {name: archive.read(name) for name in archive.namelist() if name.endswith(".md")}
    _, report = bring_in(workspace, stranger, zipped(tmp_path / "v.zip", files))
    assert report.summary["links"]["unresolved"] == 0
    title = note_named(stranger, "Q- why-")
    for name in ("Plain", "plan", "Table"):
        found = lookup.of_note(stranger, str(note_named(stranger, name).id))
        assert all(link.target_id for link in found)
        assert title.id in {link.target_id for link in found}


@pytest.mark.parametrize(("text", "changed"), [("[[a#b]]", "[[x#b|a > b]]"), ("![[a|1]] [[b]]", "![[x|1]] [[b]]")])
def test_only_the_titles_named_are_written_anew(text: str, changed: str) -> None:
    assert inline.with_file_names(text, {"a": ("x", "a")}) == changed
    assert inline.with_file_names(text, {"a": ("C# x", "a")}) == text
