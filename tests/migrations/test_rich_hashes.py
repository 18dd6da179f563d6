"""Documents that were stored before they had hashes get them, and a backup is made before."""

from notesvc import database, integrity, migrate
from notesvc.config import Settings
from notesvc.domain import access, notes
from tests.domain.conftest import add_user

_NAME = "0025_rich_hashes"
_DOCUMENT = [{"type": "paragraph", "content": [{"type": "text", "text": "größer 😀", "styles": {}}]}]


def test_documents_that_are_there_get_their_hashes(workspace: Settings) -> None:
    caller = add_user("owner")
    rich, _ = notes.create(caller, {"name": "rich", "rich_content": _DOCUMENT})
    plain, _ = notes.create(caller, {"name": "plain", "content": "words"})
    for table in ("note_bodies", "note_versions"):
        database.execute(f"ALTER TABLE {table} DROP COLUMN rich_hash")
    database.execute("DELETE FROM schema_migration WHERE name = ?", (_NAME,))
    assert migrate.migrate(workspace) == [_NAME]
    assert access.body_of(rich).rich_hash is not None
    assert access.body_of(plain).rich_hash is None
    assert integrity.check(workspace) == []
    assert len(list(workspace.backups.iterdir())) == 1
