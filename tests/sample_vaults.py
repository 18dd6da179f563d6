"""The notes of the sample vaults."""

import zipfile
from pathlib import Path

from notesvc.domain import notes
from notesvc.domain.caller import Caller
from notesvc.text.markdown import front_matter
from tests.places import vaults


def texts(language: str) -> list[tuple[Path, str]]:
    """The notes of the vault in that language: paths and texts."""
    with zipfile.ZipFile(vaults() / f"vault-{language}.zip") as archive:
        return [(Path(name), archive.read(name).decode()) for name in archive.namelist() if name.endswith(".md")]


def fill(caller: Caller, language: str) -> None:
    """Give the caller the notes of the vault in that language."""
    for path, text in texts(language):
        properties, body = front_matter.split(text)
        notes.create(caller, {"name": path.stem, "content": body, "properties": properties}, "import")
