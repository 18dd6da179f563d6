"""Footnotes of a note: definitions are taken out of the text and stand as a list at its end."""

from notesvc.text.html import placeholders


class Footnotes:
    """The footnotes of a note, numbered in the order of their definitions."""

    def __init__(self, before: int = 0) -> None:
        """`before` is how many the page has already."""
        self.before = before
        self.numbers: dict[str, int] = {}
        self._texts: list[list[str]] = []

    def define(self, name: str) -> list[str]:
        """The lines of a new footnote, for the caller to fill; the first definition of a name wins."""
        lines: list[str] = []
        if name not in self.numbers:
            self._texts.append(lines)
            self.numbers[name] = self.before + len(self._texts)
        return lines

    def as_lines(self) -> list[str]:
        """Markdown lines of the list at the end of the note; empty when there is no footnote."""
        lines: list[str] = []
        for number, text in enumerate(self._texts, self.before + 1):
            words = " ".join(line.strip() for line in text)
            lines.append(f"{number}. {placeholders.footnote_start(number)}{words} {placeholders.footnote_end(number)}")
        return lines
