"""A start refuses files that other users of the machine can read."""

from pathlib import Path

import pytest

from notesvc import preflight, rate_store
from notesvc.errors import SettingError
from tests.conftest import settings_of


@pytest.mark.parametrize("name", ["notesvc.toml", "rates", "rates-wal", "rooms", "rooms-shm", "database", "secret_key"])
def test_a_file_of_secrets_that_others_can_read_is_refused(instance: Path, name: str) -> None:
    settings = settings_of(instance)
    known = {
        "notesvc.toml": instance / "notesvc.toml",
        "secret_key": instance / "secret_key",
        "database": settings.database_path,
        "rates": rate_store.path(settings),
        "rooms": settings.rooms_path,
    }
    kind, _, ending = name.partition("-")
    path = Path(f"{known[kind]}-{ending}") if ending else known[kind]
    path.write_text('smtp_url = "smtp://user:password@mail.example.org"\n' if name == "notesvc.toml" else "")
    path.chmod(0o600)
    preflight.refuse_unsafe(settings, {})
    path.chmod(0o644)
    with pytest.raises(SettingError, match=f"chmod 600 {path}"):
        preflight.refuse_unsafe(settings, {})


@pytest.mark.parametrize("secret", ['ai_key = "sk-1"', 'GOOGLE_CLIENT_SECRET = "x"', 'redis_url = "redis://:x@h"'])
def test_settings_with_a_secret_of_any_kind_are_their_owners_alone(instance: Path, secret: str) -> None:
    settings = settings_of(instance)
    (instance / "notesvc.toml").write_text(secret)
    (instance / "notesvc.toml").chmod(0o644)
    with pytest.raises(SettingError, match="chmod 600"):
        preflight.refuse_unsafe(settings, {})


def test_settings_without_a_secret_may_be_read(instance: Path) -> None:
    (instance / "notesvc.toml").write_text("port = 8080\n")
    (instance / "notesvc.toml").chmod(0o644)
    preflight.refuse_unsafe(settings_of(instance), {})
