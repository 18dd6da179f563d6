"""Where the client keeps what it knows: the settings, which hold no secret, and the state."""

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from notesvc.clients.desktop.cli.codes import NOT_CONNECTED, CommandError

_OWN = 0o700
_LEGACY = "token"


@dataclass(frozen=True, slots=True)
class Settings:
    """Which service, which folder, and what the device is called."""

    address: str
    folder: str
    device: str


@dataclass(frozen=True, slots=True)
class Profile:
    """The folders of the client's own files."""

    settings_folder: Path
    state_folder: Path

    @property
    def state_file(self) -> Path:
        return self.state_folder / "state.sqlite"

    @property
    def lock_file(self) -> Path:
        return self.state_folder / "lock"

    @property
    def settings_file(self) -> Path:
        return self.settings_folder / "settings.json"

    def settings(self) -> Settings:
        """The settings. Raises CommandError where nothing is connected."""
        stored = self._read()
        try:
            return Settings(*(str(stored[name]) for name in ("address", "folder", "device")))
        except KeyError as error:
            raise CommandError(NOT_CONNECTED, "Nothing is connected: notes-desktop connect URL") from error

    def store(self, settings: Settings) -> None:
        """Keep the settings, and what else stands in the file."""
        self._write({**self._read(), **asdict(settings)})

    def legacy_secret(self) -> str | None:
        """A key that an early version, or a person, has put into the settings."""
        secret = self._read().get(_LEGACY)
        return secret if isinstance(secret, str) and secret else None

    def drop_legacy_secret(self) -> None:
        """Take it out; to be called when the secure copy has been read back."""
        self._write({name: value for name, value in self._read().items() if name != _LEGACY})

    def forget_state(self) -> None:
        """Remove the state's files."""
        for name in ("state.sqlite", "state.sqlite-wal", "state.sqlite-shm"):
            (self.state_folder / name).unlink(missing_ok=True)

    def forget_settings(self) -> None:
        self.settings_file.unlink(missing_ok=True)

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self.settings_file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write(self, values: dict[str, Any]) -> None:
        for folder in (self.settings_folder, self.state_folder):
            folder.mkdir(mode=_OWN, parents=True, exist_ok=True)
        aside = self.settings_file.with_suffix(".new")
        with open(aside, "w", encoding="utf-8") as file:
            file.write(json.dumps(values, indent=1, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        aside.replace(self.settings_file)


def find() -> Profile:
    """The profile: of `NOTES_DESKTOP_HOME` where that is set, else where the system keeps such files."""
    own = os.environ.get("NOTES_DESKTOP_HOME")
    if own:
        return Profile(Path(own), Path(own))
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / "notes-desktop"
        return Profile(base, base)
    if sys.platform == "darwin":
        base = home / "Library" / "Application Support" / "notes-desktop"
        return Profile(base, base)
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    state = Path(os.environ.get("XDG_STATE_HOME") or home / ".local" / "state")
    return Profile(settings / "notes-desktop", state / "notes-desktop")
