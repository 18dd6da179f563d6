"""Reading the settings of backups elsewhere; every refusal names the setting and quotes no secret."""

import re
import stat
from pathlib import Path
from typing import Any

from notesvc import limits
from notesvc.errors import SettingError
from notesvc.setting_values import Values

_KINDS = ("/", "s3://", "webdav://", "webdavs://")
_MOST_KEPT = 1_000


def read(values: Values) -> dict[str, Any]:
    """The settings by the names of their fields. Raises SettingError."""
    to, passphrase = values.optional("BACKUP_TO"), _passphrase(values)
    if to is not None and not to.startswith(_KINDS):
        raise SettingError(
            f"NOTESVC_BACKUP_TO must be a whole path, s3://bucket/folder, or webdav(s)://host/folder, not {to!r}"
        )
    if to is not None and passphrase is None:
        raise SettingError("NOTESVC_BACKUP_TO wants NOTESVC_BACKUP_PASSPHRASE, or NOTESVC_BACKUP_PASSPHRASE_FILE")
    return {
        "backup_to": to,
        "backup_endpoint": values.url("BACKUP_ENDPOINT", "") if values.optional("BACKUP_ENDPOINT") else None,
        "backup_region": values.text("BACKUP_REGION", "us-east-1"),
        "backup_user": values.optional("BACKUP_USER"),
        "backup_secret": values.with_its("BACKUP_SECRET", "BACKUP_USER"),
        "backup_passphrase": passphrase,
        "backup_passphrase_file": values.optional("BACKUP_PASSPHRASE_FILE"),
        "backup_hour": values.integer("BACKUP_HOUR", 3, 0, 23),
        "backup_keep": _keep(values),
    }


def refuse_short(passphrase: str, name: str) -> None:
    """Raise SettingError for a passphrase that could be tried out."""
    if len(passphrase) < limits.BACKUP_PASSPHRASE_SHORTEST:
        raise SettingError(f"{name} is too short: it needs at least {limits.BACKUP_PASSPHRASE_SHORTEST} characters")


def _passphrase(values: Values) -> str | None:
    given, file = values.optional("BACKUP_PASSPHRASE"), values.optional("BACKUP_PASSPHRASE_FILE")
    if given is not None and file is not None:
        raise SettingError("NOTESVC_BACKUP_PASSPHRASE and NOTESVC_BACKUP_PASSPHRASE_FILE are both set: set one")
    name = "NOTESVC_BACKUP_PASSPHRASE"
    if file is not None:
        name, given = f"{name}_FILE", _first_line(Path(file))
    if given is not None:
        refuse_short(given, name)
    return given


def _first_line(path: Path) -> str:
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise SettingError(f"NOTESVC_BACKUP_PASSPHRASE_FILE: others may read {path}: chmod 600")
        return path.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingError(f"NOTESVC_BACKUP_PASSPHRASE_FILE: {path} cannot be read: {error}") from error


def _keep(values: Values) -> tuple[int, int, int]:
    text = values.text("BACKUP_KEEP", "7/4/12")
    counts = [int(count) for count in re.findall(r"\d{1,4}", text)]
    if not re.fullmatch(r"\d{1,4}/\d{1,4}/\d{1,4}", text) or not any(counts) or max(counts) > _MOST_KEPT:
        raise SettingError(f"NOTESVC_BACKUP_KEEP must be days/weeks/months such as 7/4/12, not {text!r}")
    return counts[0], counts[1], counts[2]
