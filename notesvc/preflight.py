"""What must be right before the service starts: each refusal is one line that says what to do."""

from collections.abc import Mapping
from pathlib import Path

from notesvc import database, rate_store
from notesvc.config import Settings
from notesvc.errors import SettingError

_FOR_OTHERS = 0o077
# Parts of the names of settings that hold a secret, or may: addresses can hold a password.
_SECRETS = ("secret", "ai_key", "smtp_url", "database_url", "redis_url")


def refuse_unsafe(settings: Settings, environment: Mapping[str, str]) -> None:
    """Raise SettingError for settings and files with which running would be unsafe."""
    _refuse_debugging(environment)
    _refuse_forgetful_limits(settings)
    _refuse_readable(settings.instance / "secret_key")
    _refuse_readable_secrets(settings.instance / "notesvc.toml")
    if settings.is_sqlite:
        database.refuse_old_sqlite(settings)
        for path in (settings.database_path, settings.rooms_path, rate_store.path(settings)):
            for ending in ("", "-wal", "-shm"):
                _refuse_readable(Path(f"{path}{ending}"))


def _refuse_debugging(environment: Mapping[str, str]) -> None:
    if environment.get("FLASK_DEBUG", "0").lower() not in ("", "0", "false", "no"):
        raise SettingError("FLASK_DEBUG must not be set: it shows the service's insides to whoever asks")


def _refuse_forgetful_limits(settings: Settings) -> None:
    if settings.redis_url and not settings.redis_url.startswith(("redis://", "rediss://", "redis+", "unix://")):
        raise SettingError("NOTESVC_REDIS_URL must begin with redis:// or rediss://")


def _refuse_readable_secrets(path: Path) -> None:
    """The file of settings may be read by others as long as it holds no secret."""
    if path.is_file() and any(word in path.read_text(encoding="utf-8").lower() for word in _SECRETS):
        _refuse_readable(path)


def _refuse_readable(path: Path) -> None:
    """A file of secrets is its owner's alone."""
    if path.exists() and path.stat().st_mode & _FOR_OTHERS:
        raise SettingError(f"{path} can be read by other users of this machine: run `chmod 600 {path}`")
