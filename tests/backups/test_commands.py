"""`notesvc backup --to`, `backups` and `restore --from`, over a real folder."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from notesvc import database, file_store, integrity, locks
from notesvc.backends.folder import FolderBackend
from notesvc.backups import place
from notesvc.backups.place import Place
from notesvc.config import Settings
from notesvc.models import Note, NoteBody, User
from tests import programs
from tests.backups import terminal
from tests.backups.conftest import PASSPHRASE
from tests.backups.made import a_file, everything_named_is_there
from tests.commands import call
from tests.conftest import on_sqlite
from tests.places import PROJECT
from tests.process.rows import contents
from tests.service import Service, environment, run, wait_until

T = TypeVar("T")

SECRET = {"NOTESVC_BACKUP_PASSPHRASE": PASSPHRASE}
KILLS = int(os.environ.get("NOTESVC_TEST_KILLS", "2"))


@pytest.mark.process
def test_a_backup_comes_back_on_a_machine_that_has_nothing_but_the_passphrase(
    stored: Settings, away: Path, elsewhere: Settings
) -> None:
    file = a_file(b"another picture")
    before = contents()
    database.disconnect()
    made = run(stored.instance, "backup", "--to", str(away), **url(stored), **SECRET)
    assert made.returncode == 0, made.stderr
    assert "1 accounts, 2 folders, 3 notes, 3 versions, 2 files" in made.stdout
    listed = run(elsewhere.instance, "backups", "--from", str(away), **url(elsewhere), **SECRET)
    assert listed.returncode == 0, listed.stderr
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{9}Z\t1 accounts, .* MB\n", listed.stdout)
    back = run(elsewhere.instance, "restore", "--from", str(away), **url(elsewhere), **SECRET)
    assert back.returncode == 0, back.stderr
    database.open_database(elsewhere)
    with database.connection():
        assert contents() == before
        assert integrity.check(elsewhere) == []
        assert file_store.path_of(str(file.content_hash)).read_bytes() == b"another picture"
    assert not list(elsewhere.backups.glob(".*"))


@on_sqlite
def test_a_wrong_passphrase_or_none_is_one_clear_line(stored: Settings, away: Path) -> None:
    database.disconnect()
    call(stored.instance, "backup", "--to", str(away), **SECRET)
    before = sorted(away.rglob("*"))
    for words in (("backup", "--to"), ("backups", "--from"), ("restore", "--yes", "--from")):
        wrong = call(stored.instance, *words, str(away), NOTESVC_BACKUP_PASSPHRASE="another passphrase")
        assert wrong.returncode == 1
        assert wrong.stderr == "notesvc: the passphrase is not the one that these backups were made with\n"
        without = call(stored.instance, *words, str(away))
        assert (without.returncode, without.stderr.count("\n")) == (2, 1)
        assert "NOTESVC_BACKUP_PASSPHRASE" in without.stderr
    assert sorted(away.rglob("*")) == before
    with database.connection():
        assert Note.select().count() == 3


@on_sqlite
def test_the_passphrase_may_stand_in_a_file_that_nobody_else_may_read(
    stored: Settings, away: Path, tmp_path: Path
) -> None:
    database.disconnect()
    file = tmp_path / "passphrase"
    file.write_text(f"{PASSPHRASE}\n")
    chosen = {"NOTESVC_BACKUP_PASSPHRASE_FILE": str(file), "NOTESVC_BACKUP_TO": str(away)}
    file.chmod(0o644)
    refused = call(stored.instance, "backup", "--to", **chosen)
    assert (refused.returncode, "others may read" in refused.stderr) == (2, True)
    file.chmod(0o600)
    assert call(stored.instance, "backup", "--to", **chosen).returncode == 0
    assert call(stored.instance, "backups", **chosen, **SECRET).returncode == 2
    assert call(stored.instance, "backups", **chosen).stdout.count("\n") == 1


@pytest.mark.process
@on_sqlite
def test_a_backup_that_is_killed_at_any_moment_leaves_what_the_next_one_uses(stored: Settings, away: Path) -> None:
    for number in range(20):
        a_file(random.Random(number).randbytes(50_000))
    database.disconnect()
    run(stored.instance, "backup", "--to", str(away), **SECRET)
    for number in range(KILLS):
        with database.connection():
            # So many that the kill comes long before the end, on a slow machine too.
            for further in range(60):
                a_file(random.Random(f"{number} {further}").randbytes(50_000))
        database.disconnect()
        objects = count(away)
        killed_when(more_than(objects + 9 * number, count, away), stored.instance, "backup", "--to", str(away))
        everything_named_is_there(place_in(away, stored))
        assert len(place_in(away, stored).backup_ids()) == 1
    made = run(stored.instance, "backup", "--to", str(away), **SECRET)
    assert made.returncode == 0, made.stderr
    assert len(place_in(away, stored).backup_ids()) == 2
    everything_named_is_there(place_in(away, stored))
    assert not list(stored.backups.glob(".*"))


@pytest.mark.process
@on_sqlite
def test_a_restore_that_is_killed_at_any_moment_can_be_done_again(
    stored: Settings, away: Path, elsewhere: Settings
) -> None:
    for number in range(60):
        a_file(random.Random(number).randbytes(50_000))
    before = contents()
    database.disconnect()
    run(stored.instance, "backup", "--to", str(away), **SECRET)
    for number in range(KILLS):
        came = more_than(30 * number, files, elsewhere)
        killed_when(came, elsewhere.instance, "restore", "--yes", "--from", str(away))
    back = run(elsewhere.instance, "restore", "--yes", "--from", str(away), **SECRET)
    assert back.returncode == 0, back.stderr
    database.open_database(elsewhere)
    with database.connection():
        assert contents() == before
        assert integrity.check(elsewhere) == []


@on_sqlite
def test_damage_is_listed_and_a_damaged_attachment_stops_no_restore(
    stored: Settings, away: Path, elsewhere: Settings
) -> None:
    file = a_file(b"a picture that will be damaged")
    note = Note.get()
    NoteBody.update(content="something else").where(NoteBody.note == note.id).execute()
    database.disconnect()
    made = call(stored.instance, "backup", "--to", str(away), **SECRET)
    assert (made.returncode, f"damaged: the body of note {note.id}\n" in made.stdout) == (3, True)
    there = place_in(away, stored)
    (name,) = there.pieces(str(file.content_hash), int(file.size))
    (path,) = away.rglob(name)
    path.unlink()
    listed = call(stored.instance, "backups", "--from", str(away), **SECRET)
    assert listed.stdout.endswith("\t1 damaged when it was made\tdamaged: 1 objects are missing\n")
    back = call(elsewhere.instance, "restore", "--from", str(away), **SECRET)
    assert back.returncode == 3
    assert f"missing: the backup has attachments/{file.content_hash[:2]}/{file.content_hash} no more" in back.stdout
    assert f"damaged when the backup was made: the body of note {note.id}" in back.stdout
    database.open_database(elsewhere)
    with database.connection():
        assert Note.select().count() == 3


@on_sqlite
def test_a_running_service_is_found_before_anything_is_fetched(stored: Settings, away: Path) -> None:
    call(stored.instance, "backup", "--to", str(away), **SECRET)
    with locks.held(stored.instance / "serve.lock", shared=True):
        # Without a passphrase: it is not even asked for.
        back = call(stored.instance, "restore", "--yes", "--from", str(away))
    assert (back.returncode, "stop it first" in back.stderr) == (1, True)
    assert not list(stored.backups.glob(".*"))


@on_sqlite
def test_a_damaged_database_is_not_restored_and_an_earlier_backup_is(
    stored: Settings, away: Path, elsewhere: Settings
) -> None:
    database.disconnect()
    call(stored.instance, "backup", "--to", str(away), **SECRET)
    with database.connection():
        User.update(name="Later").execute()
    database.disconnect()
    call(stored.instance, "backup", "--to", str(away), **SECRET)
    there = place_in(away, stored)
    first, last = there.backup_ids()
    found = there.backup(last).manifest
    assert found is not None
    facts = found.files["database.sqlite"]
    (path,) = away.rglob(there.pieces(facts["sha256"], facts["size"])[0])
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    refused = call(elsewhere.instance, "restore", "--from", str(away), **SECRET)
    assert (refused.returncode, "database.sqlite" in refused.stderr) == (1, True)
    assert call(elsewhere.instance, "restore", "--from", str(away), "--at", first, **SECRET).returncode == 0
    database.open_database(elsewhere)
    with database.connection():
        assert User.get().name == "Ada"


@on_sqlite
def test_of_several_instances_one_is_named(stored: Settings, away: Path, elsewhere: Settings) -> None:
    database.disconnect()
    call(stored.instance, "backup", "--to", str(away), **SECRET)
    place.open_place(FolderBackend(away), "another", "another passphrase", makes=True)
    asked = call(elsewhere.instance, "restore", "--from", str(away), **SECRET)
    assert (asked.returncode, "say --instance" in asked.stderr) == (1, True)
    own = (stored.instance / "instance_id").read_text().strip()
    assert call(elsewhere.instance, "restore", "--from", str(away), "--instance", own, **SECRET).returncode == 0
    assert call(stored.instance, "backups", "--from", str(away), **SECRET).returncode == 0


@on_sqlite
def test_the_trial_can_be_asked_for(stored: Settings, away: Path) -> None:
    database.disconnect()
    call(stored.instance, "backup", "--to", str(away), **SECRET)
    tried = call(stored.instance, "backups", "--drill", "--from", str(away), **SECRET)
    assert (tried.returncode, "can be restored: 3 notes; 1 files compared" in tried.stdout) == (0, True)


@on_sqlite
def test_the_running_service_backs_up_and_tries_by_itself(
    stored: Settings, away: Path, start: Callable[..., Service]
) -> None:
    database.disconnect()
    service = start(NOTESVC_BACKUP_TO=str(away), **SECRET)
    wait_until(lambda: service.events("backup_restored"), f"nothing was tried: {service.log}")
    (made,) = service.events("backup_made")
    assert service.events("backup_restored")[0]["backup"] == made["backup"]
    assert service.stop() == 0
    everything_named_is_there(place_in(away, stored))
    checked = call(stored.instance, "check", NOTESVC_BACKUP_TO=str(away), **SECRET)
    assert "backups elsewhere: the last was made" in checked.stdout
    assert "everything is in order" in checked.stdout


@on_sqlite
def test_check_tells_that_backups_fail(stored: Settings, tmp_path: Path) -> None:
    database.disconnect()
    checked = call(stored.instance, "check", NOTESVC_BACKUP_TO=str(tmp_path / "nowhere"), **SECRET)
    assert checked.returncode == 1
    assert "there is no backup elsewhere" in checked.stdout


@pytest.mark.process
@on_sqlite
def test_on_a_terminal_it_asks_for_the_passphrase(stored: Settings, away: Path) -> None:
    database.disconnect()
    assert terminal.typed(stored.instance, ["backup", "--to", str(away)], [PASSPHRASE, PASSPHRASE + "x"]) == (2, 2)
    assert not list(away.iterdir())
    assert terminal.typed(stored.instance, ["backup", "--to", str(away)], [PASSPHRASE, PASSPHRASE]) == (0, 2)
    assert terminal.typed(stored.instance, ["backups", "--from", str(away)], [PASSPHRASE]) == (0, 1)


def killed_when(is_time: Callable[[], bool], instance: Path, *words: str) -> None:
    """Start a command and kill it as soon as it is time, or let it end."""
    command = [sys.executable, "-m", "notesvc.cli", *words]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with programs.running(command, cwd=PROJECT, env=environment(instance, SECRET), **silent) as process:
        wait_until(lambda: is_time() or process.poll() is not None, "it neither went on nor ended")
        assert process.poll() is None, "it ended before it could be killed"
        process.kill()


def more_than(number: int, counted: Callable[[T], int], of: T) -> Callable[[], bool]:
    """Whether there are more by now."""
    return lambda: counted(of) > number


def place_in(folder: Path, settings: Settings) -> Place:
    """The place of the instance in the folder."""
    own = (settings.instance / "instance_id").read_text().strip()
    return place.open_place(FolderBackend(folder), own, PASSPHRASE)


def count(away: Path) -> int:
    """The objects in the folder."""
    return len([path for path in away.rglob("*") if "objects" in path.parts and path.is_file()])


def files(settings: Settings) -> int:
    """The attachments that have come."""
    return len(list(settings.backups.glob(".fetched-*/attachments/*/*")))


def url(settings: Settings) -> dict[str, str]:
    return {"NOTESVC_DATABASE_URL": settings.database_url}
