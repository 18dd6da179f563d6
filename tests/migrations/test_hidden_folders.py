"""Folders that an earlier version left within one in the trash are seen again, and mirrors are told."""

from notesvc import database, migrate
from notesvc.config import Settings
from notesvc.domain import changes, folders, trash
from tests.domain.conftest import add_user

_NAME = "0040_hidden_folders"


def test_a_folder_within_one_in_the_trash_comes_to_the_top(workspace: Settings) -> None:
    caller = add_user("owner")
    top = folders.create(caller, {"name": "top"})
    hidden = folders.create(caller, {"name": "hidden", "parent_id": top.id})
    folders.create(caller, {"name": "below", "parent_id": hidden.id})
    gone = folders.create(caller, {"name": "gone", "parent_id": top.id})
    trash.delete_folder(caller, str(top.id))
    database.execute("UPDATE folders SET deleted_at = NULL, deletion_id = NULL WHERE name IN ('hidden', 'below')")
    number = changes.current_number(caller.user_id)
    database.execute("DELETE FROM schema_migration WHERE name = ?", (_NAME,))
    assert migrate.migrate(workspace) == [_NAME]
    assert [branch.path for branch in folders.tree(caller)] == ["hidden", "hidden/below"]
    told = database.execute("SELECT name FROM folders WHERE change_number > ?", (number,)).fetchall()
    assert [row[0] for row in told] == ["hidden"]
    assert database.execute("SELECT parent_id FROM folders WHERE id = ?", (gone.id,)).fetchone()[0] == top.id
