"""The secret key is made once; one that a power cut left empty is made anew only while nothing needs the old one."""

from pathlib import Path

import pytest

from notesvc import crypto, database, durable
from notesvc.config import Settings
from notesvc.errors import SettingError
from notesvc.models import SecondFactor, User
from tests.conftest import settings_of


def loaded(settings: Settings) -> Settings:
    return settings_of(settings.instance, NOTESVC_DATABASE_URL=settings.database_url)


def sealed(settings: Settings) -> None:
    with database.transaction():
        SecondFactor.create(user=User.get(), sealed=crypto.seal("totp", "a secret"), last_step=0)


@pytest.mark.parametrize("left", [b"", b"\0\0\0", b"short\n"])
def test_an_empty_key_is_made_anew_while_nothing_needs_it(stored: Settings, left: bytes) -> None:
    (stored.instance / "secret_key").write_bytes(left)
    made = loaded(stored).secret_key
    assert len(made) >= 32
    assert loaded(stored).secret_key == made
    assert (stored.instance / "secret_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("left", [None, b"", b"short\n"])
def test_a_key_that_sealed_something_is_never_made_anew(stored: Settings, left: bytes | None) -> None:
    sealed(stored)
    path = stored.instance / "secret_key"
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    with pytest.raises(SettingError) as refusal:
        loaded(stored)
    assert str(path) in str(refusal.value)
    assert "1 second factors" in str(refusal.value)
    assert "NOTESVC_SECRET_KEY" not in str(refusal.value)
    assert (path.read_bytes() if path.exists() else None) == left


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    durable.write_new(path, b"first")
    with pytest.raises(FileExistsError):
        durable.write_new(path, b"second")
    assert path.read_bytes() == b"first"
    durable.write(path, b"third")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("kept", b"third")]
