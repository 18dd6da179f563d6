"""Files that an export could not get at: it goes on without them, and says which."""

from typing import Any

from notesvc import sentences
from notesvc.languages import Language

NOT_REACHED = "elsewhere and not reached"
NOT_STORED = "not in the store"

ABOUT = (
    "The files of the following attachments are not in this archive. What was elsewhere and not reached lies at your "
    "own storage: export again when it answers. For what is not in the store, `notesvc check` on the server says more."
)


class Missing:
    """The attachments of one export that are listed without their files."""

    def __init__(self) -> None:
        self._found: list[dict[str, Any]] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    def add(self, attachment_id: str, name: str, reason: str) -> None:
        """Take note of an attachment whose file is not there."""
        self._found.append({"kind": "attachment", "id": attachment_id, "name": name, "reason": reason})

    def as_list(self) -> list[dict[str, Any]]:
        """For `workspace.json`."""
        return list(self._found)

    def as_text(self, language: Language) -> bytes:
        """For a person, as a text file of the archive."""
        said = {each: sentences.said(each, language) or each for each in (ABOUT, NOT_REACHED, NOT_STORED)}
        lines = [f"\n{each['name']} ({each['id']}): {said[each['reason']]}\n" for each in self._found]
        return "".join([f"{said[ABOUT]}\n", *lines]).encode()
