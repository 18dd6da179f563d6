"""What an export finds damaged: a program is refused it all, a person gets the rest and what is left of it.

A program that mirrors a workspace would take a note that is left out for a deleted one, and drop its good copy.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from notesvc import sentences
from notesvc.domain import intact
from notesvc.languages import Language

Kind = Literal["note", "version", "attachment"]

ABOUT = (
    "What is stored of the following is damaged: it is not what was once saved. It is in no other file of this "
    "archive, but for attachments, which are there as they were found. `notesvc check` on the server says more."
)


@dataclass(slots=True)
class Damage:
    """The damaged things of one export, each once, by kind and id."""

    is_listed: bool
    _found: dict[tuple[Kind, str], dict[str, Any]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self._found)

    def is_whole(self, kind: Kind, of: tuple[str, str], content: tuple[str, str], rich: intact.Text) -> bool:
        """Whether text and document have the hashes that were stored with them; `of` is the id and the name. Raises
        Busy where damage is not listed."""
        if intact.are_intact(content, rich):
            return True
        self.add(kind, of, content[0])
        return False

    def add(self, kind: Kind, of: tuple[str, str], content: str | None) -> None:
        """Take note of something damaged, of which `content` is left. Raises Busy where damage is not listed."""
        if not self.is_listed:
            raise intact.refusal(f"{kind} {of[0]}")
        if (kind, of[0]) not in self._found:
            intact.tell(f"{kind} {of[0]}")
            self._found[kind, of[0]] = {"kind": kind, "id": of[0], "name": of[1], "content": content}

    def as_list(self) -> list[dict[str, Any]]:
        """For the JSON export."""
        return list(self._found.values())

    def as_text(self, language: Language) -> bytes:
        """For a person, as a text file of the archive."""
        parts = [f"{sentences.said(ABOUT, language) or ABOUT}\n"]
        for each in self._found.values():
            parts.append(f"\n==== {each['kind']} {each['id']}: {each['name']}\n")
            parts += [] if each["content"] is None else [f"{each['content']}\n"]
        return "".join(parts).encode()
