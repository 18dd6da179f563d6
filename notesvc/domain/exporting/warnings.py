"""What an export could not show as it was meant: said in a file of the archive, note by note."""

from collections.abc import Sequence

from notesvc import sentences
from notesvc.domain.shares import words
from notesvc.languages import Language

ABOUT = "Not all of the following notes is shown as it was meant. Their whole text is in the page."


class Warnings:
    """The warnings of one export, in a language."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, path: str, name: str, sentences: Sequence[str]) -> None:
        """Take note of what is said of the note at that path."""
        if sentences:
            name = name or words.IN[self._language].untitled
            self._lines += [f"\n{name} ({path})\n", *(f"  {sentence}\n" for sentence in sentences)]

    def told(self) -> bytes:
        """For a person, as a text file of the archive."""
        about = sentences.said(ABOUT, self._language) or ABOUT
        return "".join([f"{about}\n", *self._lines]).encode()
