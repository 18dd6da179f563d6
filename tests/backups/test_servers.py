"""Backups on real servers of every kind: there and back, cut off, refused and damaged."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from notesvc import database, restore
from notesvc.backends.causes import BackendError
from notesvc.backups import drill, fetching, keeping, place, schedule, sending, targets
from notesvc.backups.place import Place
from notesvc.config import Settings
from notesvc.errors import SettingError
from tests.backends.conftest import Running, running  # noqa: F401
from tests.backends.places import spot_of
from tests.backends.servers import SECRET, SERVERS, USER
from tests.backups.conftest import PASSPHRASE
from tests.backups.made import a_file, everything_named_is_there
from tests.conftest import on_sqlite
from tests.process.rows import contents

pytestmark = on_sqlite


Open = Callable[[Settings, str], Place]


@pytest.fixture
def opened() -> Iterator[Open]:
    """The instance's place at a target, each time by a client of its own."""
    with contextlib.ExitStack() as stack:

        def open_it(settings: Settings, target: str) -> Place:
            return stack.enter_context(contextlib.closing(schedule.place_of(settings, target, PASSPHRASE, makes=True)))

        yield open_it


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch, hurry: None) -> None:
    """A server that has just begun may need a moment."""
    monkeypatch.setattr(place, "PAUSE_SECONDS", 0.5)


@pytest.fixture(params=["seaweedfs", "rclone_webdav"])
def chosen(request: pytest.FixtureRequest, stored: Settings, running: Running) -> tuple[Settings, str]:  # noqa: F811
    """Settings with the credentials of a server, and a place on it as people write it."""
    spot = spot_of(running.server(request.param))
    settings = replace(stored, backup_user=USER, backup_secret=SECRET)
    if spot.kind == "s3":
        return replace(settings, backup_endpoint=spot.where.address), f"s3://{spot.where.bucket}/{spot.where.prefix}"
    return settings, spot.where.address.replace("http://", "webdav://")


def test_a_backup_goes_there_and_comes_back(
    chosen: tuple[Settings, str], opened: Open, elsewhere: Settings, tmp_path: Path
) -> None:
    settings, target = chosen
    a_file(b"another picture")
    before = contents()
    there = opened(settings, target)
    first = sending.make(settings, there)
    second = sending.make(settings, opened(settings, target))
    assert 0 == second.objects < first.objects
    assert drill.try_newest(settings, there).files == 2
    assert keeping.tidy(there, (7, 4, 12)).backups == ()
    everything_named_is_there(there)
    again = opened(settings, target)
    found = again.backup(again.backup_ids()[-1]).manifest
    assert found is not None
    assert fetching.fetch(again, found, tmp_path / "fetched") == []
    found.write(tmp_path / "fetched")
    database.disconnect()
    restore.restore(elsewhere, tmp_path / "fetched")
    with database.connection():
        assert contents() == before


def test_objects_that_are_damaged_or_gone_there_are_found_and_sent_again(
    chosen: tuple[Settings, str], opened: Open
) -> None:
    settings, target = chosen
    there = opened(settings, target)
    sent = sending.make(settings, there)
    name = next(name for name in sent.manifest.files if name.startswith("attachments/"))
    (piece,) = there.pieces(sent.manifest.files[name]["sha256"], sent.manifest.files[name]["size"])
    there.remove(piece)
    with pytest.raises(drill.DrillError, match=piece):
        drill.try_newest(settings, there)
    sending.make(settings, there)
    everything_named_is_there(there)


def test_wrong_credentials_are_told_as_such(chosen: tuple[Settings, str], opened: Open) -> None:
    settings, target = chosen
    with pytest.raises(BackendError) as raised:
        opened(replace(settings, backup_secret="wrong"), target)
    assert raised.value.cause in ("bad_credentials", "forbidden")


def test_a_server_that_is_away_is_told_as_such(stored: Settings, free_port: int, opened: Open) -> None:
    settings = replace(stored, backup_user=USER, backup_secret=SECRET, backup_endpoint=f"http://127.0.0.1:{free_port}")
    for target in (f"webdav://127.0.0.1:{free_port}/dav", "s3://notes/backups"):
        with pytest.raises(BackendError) as raised:
            opened(settings, target)
        assert raised.value.cause == "unreachable"


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("ftp://example.org/a", "is no place for backups"),
        ("s3:///a", "is no place for backups"),
        ("webdavs://me:secret@example.org/a", "NOTESVC_BACKUP_USER"),
        ("s3://notes/a", "wants NOTESVC_BACKUP_USER"),
        ("/nowhere/at/all", "see that its disk is there"),
    ],
)
def test_what_is_no_place_is_refused_without_quoting_a_secret(stored: Settings, target: str, said: str) -> None:
    with pytest.raises(SettingError, match=said) as raised:
        targets.open_backend(stored, target)
    assert "me:secret" not in str(raised.value)


def test_a_server_that_ends_in_the_middle_leaves_no_backup(
    stored: Settings, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        a_file(f"picture {number}".encode())
    folder = tmp_path / "server"
    folder.mkdir()
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(SERVERS["rclone_webdav"](folder))
        settings = replace(stored, backup_user=USER, backup_secret=SECRET)
        there = opened(settings, server.address.replace("http://", "webdav://"))
        real, puts = Place.put, iter(range(100))

        def put(self: Place, name: str, content: bytes) -> None:
            if next(puts) == 3:
                stack.close()
            real(self, name, content)

        monkeypatch.setattr(Place, "put", put)
        with pytest.raises(BackendError) as raised:
            sending.make(settings, there)
    assert raised.value.is_temporary
    assert server.files is not None
    assert len([path for path in server.files.rglob("*") if "objects" in path.parts and path.is_file()]) == 3
    assert not list(server.files.rglob("backups/*"))
    assert not list(stored.backups.iterdir())
