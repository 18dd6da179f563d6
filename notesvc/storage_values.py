"""Reading the settings of places for files; every refusal names the setting."""

from pathlib import Path
from typing import Any

from notesvc.errors import SettingError
from notesvc.setting_values import Values


def read(values: Values) -> dict[str, Any]:
    """The settings by the names of their fields. Raises SettingError."""
    return {"storage_networks": values.networks("STORAGE_NETWORKS"), "mirror_root": _folder(values, "MIRROR_ROOT")}


def _folder(values: Values, name: str) -> Path | None:
    text = values.optional(name)
    if text is None:
        return None
    path = Path(text).expanduser()
    if not path.is_absolute():
        raise SettingError(f"NOTESVC_{name} must be an absolute path, such as /srv/notes")
    return path
