"""What must be right before the service starts: each refusal is one line that says what to do."""

from collections.abc import Mapping
from pathlib import Path

from notesvc import database
from notesvc.config import Settings
from notesvc.errors import BadSetting

_FOR_OTHERS = 0o077


def refuse_unsafe(settings: Settings, environment: Mapping[str, str]) -> None:
    """Raise BadSetting for settings and files with which running would be unsafe."""
    _refuse_debugging(environment)
    _refuse_forgetful_limits(settings)
    _refuse_readable(settings.instance / "secret_key")
    if settings.is_sqlite:
        database.refuse_old_sqlite(settings)
        _refuse_readable(settings.database_path)


def _refuse_debugging(environment: Mapping[str, str]) -> None:
    if environment.get("FLASK_DEBUG", "0").lower() not in ("", "0", "false", "no"):
        raise BadSetting("FLASK_DEBUG must not be set: it shows the service's insides to whoever asks")


def _refuse_forgetful_limits(settings: Settings) -> None:
    if settings.redis_url and not settings.redis_url.startswith(("redis://", "rediss://", "redis+", "unix://")):
        raise BadSetting("NOTESVC_REDIS_URL must begin with redis:// or rediss://")


def _refuse_readable(path: Path) -> None:
    """A file of secrets is its owner's alone."""
    if path.exists() and path.stat().st_mode & _FOR_OTHERS:
        raise BadSetting(f"{path} can be read by other users of this machine: run `chmod 600 {path}`")
