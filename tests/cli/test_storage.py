"""`notesvc check`: what is wrong is named, and repaired only when told to. `notesvc adopt` is in test_belonging.py."""

import pytest

from notesvc import database
from notesvc.config import Settings
from notesvc.domain.search import index as search_index
from notesvc.models import Note
from tests.commands import call


@pytest.mark.parametrize("damage", ["truncated", "zeroed page", "no database"])
def test_a_ruined_file_is_reported_with_the_next_step(on_sqlite: Settings, damage: str) -> None:
    path = on_sqlite.database_path
    whole = path.read_bytes()
    ruined = {
        "truncated": whole[: len(whole) // 2],
        "zeroed page": whole[:8192] + bytes(4096) + whole[12288:],
        "no database": b"no database" * 1000,
    }
    path.write_bytes(ruined[damage])
    checked = call(on_sqlite.instance, "check")
    assert checked.returncode == 1
    assert "notesvc restore" in checked.stdout
    assert "Traceback" not in checked.stderr


def test_the_command_repairs_when_told_to(on_sqlite: Settings) -> None:
    with database.connection(), database.transaction():
        search_index.remove(Note.get().number)
    assert call(on_sqlite.instance, "check").returncode == 1
    repaired = call(on_sqlite.instance, "check", "--repair")
    assert (repaired.returncode, repaired.stdout.splitlines()[-1]) == (0, "repaired 1 of 1")
    sound = call(on_sqlite.instance, "check")
    assert (sound.returncode, sound.stdout) == (0, "everything is in order\n")
