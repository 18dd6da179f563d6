"""Names of files in the notes of an earlier version are bound: to what was shown rightly, else to the right one."""

from pathlib import Path
from typing import Any

from notesvc import database, file_store, migrate
from notesvc.config import Settings
from notesvc.domain import folders, notes
from notesvc.domain.caller import Caller
from notesvc.domain.links import files
from notesvc.domain.links.files import Found
from tests.domain.archives import bring_in, note_named, zipped
from tests.domain.conftest import add_user
from tests.domain.exporting import attach

_NAME = "0042_bound_files"


def _before(workspace: Settings) -> None:
    for column in ("file_id", "is_far"):
        database.execute(f"ALTER TABLE note_links DROP COLUMN {column}")
    database.execute("DELETE FROM note_attachments")
    database.execute("DELETE FROM schema_migration WHERE name = ?", (_NAME,))
    assert migrate.migrate(workspace) == [_NAME]


def _note(caller: Caller, name: str, content: str, **fields: Any) -> str:
    return str(notes.create(caller, {"name": name, "content": content, **fields}, "capture")[0].id)


def test_names_are_bound_to_the_nearest_file(workspace: Settings) -> None:
    file_store.open_store(workspace.attachments)
    caller = add_user("owner")
    top = folders.create(caller, {"name": "V"})
    a, b = (str(folders.create(caller, {"name": name, "parent_id": top.id}).id) for name in ("a", "b"))
    near = {name: str(attach(caller, "image.png", folder=f"v/{name}").id) for name in ("a", "b")}
    attach(caller, "image.png")
    na, nb = (_note(caller, f"n{name}", "![[image.png]]", parent_id=each) for name, each in (("a", a), ("b", b)))
    dotted = _note(caller, "dotted", "![[../b/image.png]] [[na]] ![[none.png]]", parent_id=a)
    own = _note(caller, "own", "![[image.png]]")
    mine = str(attach(caller, "image.png", note_id=own).id)
    far = _note(caller, "far", "![[photo.png]]")
    photo = str(attach(caller, "photo.png", note_id=own).id)
    _before(workspace)
    assert files.bound_in(na) == {"image.png": Found(near["a"], False)}
    assert files.bound_in(nb) == {"image.png": Found(near["b"], False)}
    assert files.bound_in(dotted) == {"../b/image.png": Found(near["b"], False)}
    assert files.bound_in(own) == {"image.png": Found(mine, False)}
    # Shown until now, so it stays; but a public page says so.
    assert files.bound_in(far) == {"photo.png": Found(photo, True)}
    put = {tuple(row) for row in database.execute("SELECT note_id, attachment_id FROM note_attachments").fetchall()}
    assert put == {(na, near["a"]), (nb, near["b"]), (dotted, near["b"]), (own, mine)}


def test_a_name_meets_the_file_that_lost_its_invisible_signs(workspace: Settings) -> None:
    file_store.open_store(workspace.attachments)
    caller = add_user("owner")
    note_id = _note(caller, "n", "![[2.02\u202fPM.png]]")
    file = attach(caller, "2.02\u202fPM.png", note_id=note_id)
    key = ("2.02PM.png", "2.02pm.png", file.id)
    database.execute("UPDATE attachments SET name = ?, name_key = ? WHERE id = ?", key)
    _before(workspace)
    assert files.bound_in(note_id) == {"2.02\u202fPM.png": Found(str(file.id), False)}


def test_files_of_one_import_are_near_each_other(workspace: Settings, tmp_path: Path) -> None:
    caller = add_user("owner")
    contents = {"Daily/n.md": "![[image.png]]", "attachments/image.png": b"A"}
    bring_in(workspace, caller, zipped(tmp_path / "v.zip", contents))
    note_id = str(note_named(caller, "n").id)
    bound = files.bound_in(note_id)
    attach(caller, "image.png", folder="attachments")
    _before(workspace)
    assert files.bound_in(note_id) == bound != {}
    assert not bound["image.png"].is_far
