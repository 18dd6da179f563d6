"""Backups that come back from elsewhere, and every way in which they may be damaged there."""

from pathlib import Path

import pytest

from notesvc import database, file_store, integrity, manifest, restore
from notesvc.backups import fetching, sending
from notesvc.backups.place import Place
from notesvc.config import Settings
from notesvc.manifest import Manifest
from notesvc.models import Note, User
from tests.backends.model import Model
from tests.backups.conftest import opened
from tests.backups.made import a_file
from tests.conftest import on_sqlite
from tests.process.rows import contents


def test_it_brings_everything_back_into_another_instance(
    stored: Settings, there: Place, elsewhere: Settings, tmp_path: Path
) -> None:
    file = a_file(b"another picture")
    before, secret = contents(), (stored.instance / "secret_key").read_text()
    sent = sending.make(stored, there)
    database.disconnect()
    found = newest(there)
    assert fetching.fetch(there, found, tmp_path / "fetched") == []
    found.write(tmp_path / "fetched")
    restore.restore(elsewhere, tmp_path / "fetched")
    with database.connection():
        assert contents() == before
        assert integrity.check(elsewhere) == []
        assert file_store.path_of(str(file.content_hash)).read_bytes() == b"another picture"
        assert (elsewhere.instance / "secret_key").read_text() == secret
        assert sent.manifest.rows["notes"] == Note.select().count()


def test_a_fetch_that_was_broken_off_goes_on(stored: Settings, there: Place, model: Model, tmp_path: Path) -> None:
    sending.make(stored, there)
    found, folder = newest(there), tmp_path / "fetched"
    fetching.fetch(there, found, folder)
    (picture,) = (folder / "attachments").glob("*/*")
    picture.write_bytes(b"half")
    model.log.clear()
    assert fetching.fetch(there, found, folder) == []
    assert len([key for what, key in model.log if what == "open"]) == 1
    found.write(folder)
    manifest.verify(folder, found, str)


@on_sqlite
def test_a_flipped_byte_in_any_object_is_found_and_named(
    stored: Settings, there: Place, model: Model, tmp_path: Path
) -> None:
    sending.make(stored, there)
    whole, found = dict(model.files), newest(there)
    files = {name: there.pieces(facts["sha256"], facts["size"]) for name, facts in found.files.items()}
    for key in whole:
        for place in (0, len(whole[key]) // 2, len(whole[key]) - 1):
            model.write(key, whole[key][:place] + bytes([whole[key][place] ^ 16]) + whole[key][place + 1 :])
            again = opened(model, stored)
            read = again.backup(again.backup_ids()[-1])
            if "/backups/" in key:
                assert read.manifest is None
                continue
            assert read.manifest is not None
            named = {name for name, pieces in files.items() if key.rpartition("/")[2] in pieces}
            damaged = set(fetching.fetch(again, read.manifest, tmp_path / f"{len(list(tmp_path.iterdir()))}"))
            assert damaged == named
            assert ("/objects/" in key) is bool(named)
        model.write(key, whole[key])


@on_sqlite
def test_an_object_that_is_missing_is_named(stored: Settings, there: Place, model: Model, tmp_path: Path) -> None:
    sending.make(stored, there)
    found = newest(there)
    name = next(name for name in found.files if name.startswith("attachments/"))
    (piece,) = there.pieces(found.files[name]["sha256"], found.files[name]["size"])
    there.remove(piece)
    assert fetching.fetch(there, found, tmp_path / "fetched") == [name]
    assert list(fetching.damaged_objects(there, found, lambda _: True)) == [piece]


@on_sqlite
def test_a_manifest_that_names_a_file_outside_is_refused(stored: Settings, there: Place, tmp_path: Path) -> None:
    sending.make(stored, there)
    found = newest(there)
    found.files["../outside"] = found.files.pop("database.sqlite")
    with pytest.raises(manifest.InvalidBackupError, match="outside"):
        fetching.fetch(there, found, tmp_path / "fetched")
    assert not (tmp_path / "outside").exists()


def test_manifests_of_before_name_no_damage_and_later_ones_may_say_more(stored: Settings, there: Place) -> None:
    sending.make(stored, there)
    text = newest(there).as_json()
    old = text.replace(b'"damaged": []', b'"more": 1')
    assert old != text
    assert manifest.parse(old, "it").damaged == []
    assert User.select().count() == manifest.parse(old, "it").rows["users"]


def newest(there: Place) -> Manifest:
    """The manifest of the newest backup."""
    found = there.backup(there.backup_ids()[-1]).manifest
    assert found is not None
    return found
