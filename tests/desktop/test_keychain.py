"""Which credential stores are relied on, and what happens when one is not to be."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends import chainer, fail, null
from keyring.errors import KeyringLocked

from notesvc.clients.desktop.cli import keychain
from notesvc.clients.desktop.cli.codes import LOCKED, CommandError
from notesvc.clients.desktop.cli.profile import Profile

SECRET = "svc_sync_secret"


class Store(KeyringBackend):
    """A store in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[str, str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[username]


class Lying(Store):
    """Says that it has kept what it has not."""

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[username] = "something else"


class Dropping(Store):
    """Keeps nothing."""

    def set_password(self, service: str, username: str, password: str) -> None:
        pass


class Locked(Store):
    """Asks for a password that nobody enters."""

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked

    set_password = get_password  # type: ignore[assignment]


Use = Callable[[Any], None]


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Use:
    """Makes a store the one that is configured."""
    return lambda store: monkeypatch.setattr(keyring, "get_keyring", lambda: store)


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile(tmp_path, tmp_path)


@pytest.fixture(autouse=True)
def systems_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stores of this module count as those of a system."""
    for store in (Store, Lying, Dropping, Locked):
        monkeypatch.setattr(store, "__module__", "keyring.backends.SecretService")


def files_with_the_secret(profile: Profile) -> list[Path]:
    return [path for path in profile.settings_folder.rglob("*") if path.is_file() and SECRET in path.read_text()]


def test_a_key_is_kept_read_and_deleted(use: Use, profile: Profile) -> None:
    use(Store())
    keychain.store(profile, SECRET)
    assert keychain.read(profile) == SECRET
    assert keychain.delete(profile)
    assert keychain.read(profile) is None
    assert files_with_the_secret(profile) == []


def test_a_store_of_the_system_is_found_among_others(
    use: Use, profile: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, chain = Store(), chainer.ChainerBackend()
    monkeypatch.setattr(chainer.ChainerBackend, "backends", [null.Keyring(), one])
    use(chain)
    keychain.store(profile, SECRET)
    assert list(one.kept.values()) == [SECRET]


@pytest.mark.parametrize("backend", [null.Keyring, fail.Keyring])
def test_stores_that_keep_nothing_are_refused(use: Use, profile: Profile, backend: Any) -> None:
    use(backend())
    refuses(lambda: keychain.store(profile, SECRET))


def test_a_store_that_writes_plain_text_is_refused(use: Use, profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "__module__", "keyrings.alt.file")
    use(Store())
    refuses(lambda: keychain.store(profile, SECRET))


@pytest.mark.parametrize("store", [Lying, Dropping, Locked])
def test_a_key_in_the_settings_stays_until_the_secure_copy_was_read_back(
    use: Use, profile: Profile, store: type[Store]
) -> None:
    profile.settings_file.write_text(json.dumps({"address": "https://notes.example", "token": SECRET}))
    use(store())
    refuses(lambda: keychain.read(profile))
    assert files_with_the_secret(profile) == [profile.settings_file]
    use(Store())
    assert keychain.read(profile) == SECRET
    assert files_with_the_secret(profile) == []
    assert json.loads(profile.settings_file.read_text()) == {"address": "https://notes.example"}


def refuses(act: Callable[[], object]) -> None:
    with pytest.raises(CommandError) as refusal:
        act()
    assert refusal.value.code == LOCKED
    assert SECRET not in str(refusal.value)
