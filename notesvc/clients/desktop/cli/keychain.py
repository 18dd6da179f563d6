"""The device's key in the operating system's credential store, and nowhere else."""

import contextlib
from typing import Any

import keyring
from keyring.backends.chainer import ChainerBackend

from notesvc.clients.desktop.cli.codes import LOCKED, CommandError
from notesvc.clients.desktop.cli.profile import Profile

_NAME = "notes-desktop"
# Stores that a system unlocks for its user. All others are refused: some write plain text, one drops what it is given.
_ALLOWED = frozenset(
    f"keyring.backends.{name}" for name in ("SecretService", "libsecret", "kwallet", "macOS", "Windows")
)


def store(profile: Profile, secret: str) -> None:
    """Keep the key, and read it back. Raises CommandError where the store is locked, missing, or keeps something else."""
    backend = _backend()
    user = _user(profile)
    with _naming_trouble():
        backend.set_password(_NAME, user, secret)
        kept = backend.get_password(_NAME, user)
    if kept != secret:
        with contextlib.suppress(Exception):
            backend.delete_password(_NAME, user)
        raise CommandError(LOCKED, "The credential store did not keep the key: nothing is connected.")


def read(profile: Profile) -> str | None:
    """The key; None where none is stored. Raises CommandError where the store is locked or missing.

    One that lies in the settings moves to the store, and leaves them only when it was read back.
    """
    legacy = profile.legacy_secret()
    if legacy is not None:
        store(profile, legacy)
        profile.drop_legacy_secret()
        return legacy
    backend = _backend()
    with _naming_trouble():
        secret = backend.get_password(_NAME, _user(profile))
    return None if secret is None else str(secret)


def delete(profile: Profile) -> bool:
    """Delete the key wherever it is; whether there was one. Raises CommandError where the store is locked or missing."""
    backend = _backend()
    user = _user(profile)
    with _naming_trouble():
        is_there = backend.get_password(_NAME, user) is not None
        if is_there:
            backend.delete_password(_NAME, user)
    if profile.legacy_secret() is not None:
        profile.drop_legacy_secret()
        is_there = True
    return is_there


def check() -> None:
    """Raise CommandError where there is no store to be relied on."""
    backend = _backend()
    with _naming_trouble():
        backend.get_password(_NAME, "check")


def _backend() -> Any:
    """The first of the configured stores that is allowed."""
    with _naming_trouble():
        configured = keyring.get_keyring()
        stores = list(configured.backends) if isinstance(configured, ChainerBackend) else [configured]
    for each in stores:
        if type(each).__module__ in _ALLOWED:
            return each
    raise CommandError(LOCKED, "There is no credential store of the system to keep the key in: nothing is connected.")


@contextlib.contextmanager
def _naming_trouble() -> Any:
    try:
        yield
    except CommandError:
        raise
    except Exception as error:  # what lies below has errors of its own kinds
        raise CommandError(LOCKED, f"The credential store is locked or does not answer ({type(error).__name__}).") from None


def _user(profile: Profile) -> str:
    return str(profile.settings_folder)
