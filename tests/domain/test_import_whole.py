"""Whole workspaces in and out, and the power cut in between, on both databases."""

import json
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from notesvc.config import Settings
from notesvc.domain import favourites, journal, notes, people, tags
from notesvc.domain.caller import Caller
from notesvc.domain.importing import jobs
from notesvc.models import Attachment, Folder, ImportJob, Note, NoteLink, NoteVersion
from tests import programs
from tests.domain.archives import bring_in, exported, note_named, queued, tally, texts, zipped
from tests.places import PROJECT, vaults
from tests.service import environment, wait_until

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# What a copy cannot have in common with its original.
OWN = {"exportedAt", "cursor", "user", "authorId", "contentHash"}
OF_THE_ROW = {"versions": {"id"}}
# The jobs process as it is, but for how soon another one may take over.
JOBS = "from notesvc import jobs, limits; limits.IMPORT_LEASE_SECONDS = 0.3; jobs.main()"


def test_a_real_vault_comes_in_whole(workspace: Settings, caller: Caller) -> None:
    job, report = bring_in(workspace, caller, vaults() / "vault-en.zip")
    assert job.state == "done"
    assert (report.summary["notes"], report.summary["folders"], report.summary["attachments"]) == (173, 20, 134)
    assert tally(report) == {("note", "created"): 173, ("attachment", "created"): 134}
    links = report.summary["links"]
    assert links["resolved"] > 1_000
    assert links["unresolved"] < 10


@pytest.mark.parametrize("name", ["vault-ja.zip", "vault-ar.zip"])
def test_vaults_of_other_scripts_keep_every_byte(workspace: Settings, caller: Caller, name: str) -> None:
    bring_in(workspace, caller, vaults() / name)
    found = texts(caller)
    with zipfile.ZipFile(vaults() / name) as archive:
        originals = {entry.removesuffix(".md"): archive.read(entry).decode() for entry in archive.namelist()}
    assert found.keys() == originals.keys()
    assert all(original.endswith(found[path]) for path, original in originals.items())


def test_a_workspace_comes_back_equal(workspace: Settings, caller: Caller, stranger: Caller, tmp_path: Path) -> None:
    furnish(workspace, caller, tmp_path)
    first = exported(caller, tmp_path / "first.zip")
    _, report = bring_in(workspace, stranger, first)
    second = exported(stranger, tmp_path / "second.zip")
    assert {outcome for _, outcome in tally(report)} == {"created", "skipped"}
    assert shape(first) == shape(second)
    assert [row[1] for row in favourites.favourites(stranger)] == ["Rich: a/b?", "One"]
    assert files(first) == files(second)


def furnish(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    """A workspace with something of everything."""
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", FURNITURE))
    first = note_named(caller, "One")
    people.create(
        caller, {"name": "Ada Lovelace", "aliases": ["Ada"], "color": "#aabbcc", "notes": "x", "email": "a@b.c"}
    )
    tags.paint(caller, "proj/x", "#00ff00")
    journal.write(caller, "2026-11-20", {"content": "Today $Ada and #proj/x", "journal_meta": {"mood": 3}})
    blocks = [{"type": "paragraph", "props": {}, "content": [text(f"see note://{first.id}")], "children": []}]
    fields = {
        "icon": "📓",
        "cover": "https://example.org/z.png",
        "mode": "raw",
        "tags": ["one", "Two"],
        "sort_order": 7,
    }
    made, _ = notes.create(caller, {"name": "Rich: a/b?", "content": "# Old\n\ntext", **fields})
    notes.change(caller, str(made.id), {"content": "a very different text"}, "manual")
    for favourite in (str(made.id), str(first.id)):
        favourites.add(caller, favourite)
    linked = f"![i](/files/{Attachment.get().id}/i.png) [x](note://{first.id})"
    notes.change(caller, str(made.id), {"content": linked, "rich_content": blocks}, "manual")


FURNITURE: dict[str, str | bytes] = {
    "f/One.md": "---\ntags: [a1]\nrating: 4\n---\n[[Two]]",
    "f/g/Two.md": "![[i.png]]",
    "f/g/two.md": "clash",
    "img/i.png": b"png",
    "empty/": "",
}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words, "styles": {}}


def shape(path: Path) -> Any:
    """What the archive's list says, ids replaced by what they are the ids of."""
    with zipfile.ZipFile(path) as archive:
        found = json.loads(archive.read("workspace.json"))
    names = {row["id"]: f"{kind}: {row.get('path') or row['name']}" for kind in KINDS for row in found[kind]}
    for kind in (*KINDS, "versions"):
        for row in found[kind]:
            for own in OF_THE_ROW.get(kind, set()) | OWN:
                row.pop(own, None)
    named = json.loads(UUID.sub(lambda match: names.get(match[0], match[0]), json.dumps(found)))
    return {
        name: sorted(map(json.dumps, value)) if isinstance(value, list) else value
        for name, value in named.items()
        if name not in OWN
    }


KINDS = ("folders", "notes", "people", "attachments")


def files(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        contents = {name: archive.read(name) for name in archive.namelist() if name != "workspace.json"}
    # Notes link by id.
    return {name: UUID.sub("an id", content.decode()).encode() for name, content in contents.items()}


NOTES = 900
MANY = {
    f"f{number % 7}/n{number:03}.md": f"text of {number} [[n{number - 1:03}]] #t{number % 9}x"
    for number in range(NOTES)
}
MANY_FILES: dict[str, str | bytes] = MANY | {f"img/{number}.png": b"%d" % number for number in range(20)}


@contextmanager
def worker(settings: Settings) -> Iterator["subprocess.Popen[bytes]"]:
    """The jobs process, killed in the end if it has not been yet."""
    chosen = environment(settings.instance, {"NOTESVC_DATABASE_URL": settings.database_url})
    command = [sys.executable, "-c", JOBS]
    with programs.running(command, cwd=PROJECT, env=chosen, stderr=subprocess.DEVNULL) as process:
        yield process
        process.kill()


def look(job: ImportJob) -> ImportJob:
    return ImportJob.get_by_id(job.id)


@pytest.mark.process
def test_an_import_that_is_killed_again_and_again_brings_each_note_once(
    workspace: Settings, caller: Caller, tmp_path: Path
) -> None:
    job = queued(workspace, caller, zipped(tmp_path / "v.zip", MANY_FILES))
    for share in (0.0, 0.2, 0.6):
        with worker(workspace):
            wait_until(lambda share=share: look(job).done > share * NOTES, "the import did not go on")  # type: ignore[misc]
        assert look(job).state == "running"
    with worker(workspace) as last:
        wait_until(lambda: look(job).state == "done", "the import did not end")
        last.send_signal(signal.SIGTERM)
        assert last.wait(timeout=60) == 0
    assert texts(caller).keys() == {name.removesuffix(".md") for name in MANY}
    counts = [model.select().count() for model in (Note, NoteVersion, Folder, Attachment)]
    assert counts == [NOTES, NOTES, 8, 20]
    assert NoteLink.select().where(NoteLink.kind == "wiki").count() == NOTES
    assert (look(job).done, look(job).total) == (NOTES + 20, NOTES + 20)


@pytest.mark.process
def test_cancelling_that_is_killed_leaves_nothing_either(workspace: Settings, caller: Caller, tmp_path: Path) -> None:
    job = queued(workspace, caller, zipped(tmp_path / "v.zip", MANY_FILES))
    with worker(workspace):
        wait_until(lambda: look(job).done > 0.5 * NOTES, "the import did not go on")
        jobs.give_up(caller, str(job.id), workspace.imports)
        wait_until(lambda: look(job).stage == "undoing", "the import was not cancelled")
    with worker(workspace):
        wait_until(lambda: look(job).state == "cancelled", "the taking back did not go on")
    assert [model.select().count() for model in (Note, Folder, Attachment)] == [0, 0, 0]
