"""What an export could not show as it was meant: said in a file of the archive, note by note."""

from collections.abc import Sequence

_ABOUT = "Not all of the following notes is shown as it was meant. Their whole text is in the page.\n"


class Warnings:
    """The warnings of one export."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._lines)

    def add(self, path: str, name: str, sentences: Sequence[str]) -> None:
        """Take note of what is said of the note at that path."""
        if sentences:
            self._lines += [f"\n{name or 'Untitled'} ({path})\n", *(f"  {sentence}\n" for sentence in sentences)]

    def told(self) -> bytes:
        """For a person, as a text file of the archive."""
        return "".join([_ABOUT, *self._lines]).encode()
