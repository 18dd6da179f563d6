"""Titles that the name of a file cannot say: links say the file's name then, and its front matter the title."""

from pathlib import PurePosixPath
from typing import Any

from notesvc import database
from notesvc.domain.exporting.layout import Paths
from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.markdown import front_matter

_NAMES = "SELECT id, name FROM notes WHERE owner_id = ? AND deleted_at IS NULL AND name <> ''"
_LINKS = """
SELECT source_note_id, target_label, target_id FROM note_links
WHERE owner_id = ? AND kind = 'wiki' AND target_id IS NOT NULL
"""


class Titles:
    """The notes of a workspace whose files have other names than their titles, and the links that say these titles."""

    def __init__(self, owner_id: str, paths: Paths) -> None:
        with database.connection():
            names = database.execute(_NAMES, (owner_id,)).fetchall()
            self._titles = {each: name for each, name in names if _is_other(name, paths.notes.get(each))}
            links = database.execute(_LINKS, (owner_id,)).fetchall() if self._titles else []
        self._names: dict[str, dict[str, tuple[str, str]]] = {}
        for source_id, label, target_id in links:
            title = self._titles.get(target_id)
            if title is not None and (said := _said(label, title, paths.notes[target_id].removesuffix(".md"))):
                self._names.setdefault(source_id, {})[label] = said, title

    def content(self, note_id: str, content: str) -> str:
        """The note's text as its file has it."""
        names = self._names.get(note_id)
        return inline.with_file_names(content, names) if names else content

    def properties(self, note_id: str, properties: dict[str, Any]) -> dict[str, Any]:
        """The note's properties as its file has them: its title is among its further names."""
        title = self._titles.get(note_id)
        known = front_matter.aliases(properties)
        if title is None or title_key(title) in map(title_key, known):
            return properties
        return {name: value for name, value in properties.items() if name != "alias"} | {"aliases": [title, *known]}


def _is_other(name: str, path: str | None) -> bool:
    return path is not None and title_key(PurePosixPath(path).stem) != title_key(name)


def _said(label: str, title: str, path: str) -> str | None:
    """How a link says the file: by its name, or its path where folders are written; None for a further name."""
    titles = (title_key(title), title_key(inline.link_form(title)))
    if title_key(label) in titles:
        return path.rsplit("/", 1)[-1]
    return path if inline.wiki_target_key(label) in titles else None
