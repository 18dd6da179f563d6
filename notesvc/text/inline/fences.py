"""Where fenced code blocks end."""

import re
from bisect import bisect_left

from notesvc.text.inline import syntax


class Fences:
    """The fences of a text; finds all lines that may be one at creation."""

    def __init__(self, text: str) -> None:
        self._text = text
        # The line feed in front lets the expression find its lines by a literal; positions are one too high.
        self._lines = list(syntax.FENCE.finditer("\n" + text))
        self._starts = [line.start("run") - 1 for line in self._lines]
        self._quote_end = -1

    def block_end(self, start: int) -> int | None:
        """Where the code block that begins with the run at `start` ends; None where none begins.

        A block that nothing closes ends with the text, or with the quote that it stands in.
        """
        at = bisect_left(self._starts, start)
        if at == len(self._starts) or self._starts[at] != start:
            return None
        opening = self._lines[at]
        if opening["run"][0] == "`" and self._has_tick_after(opening.end("run") - 1):
            return None
        quoted = ">" in opening["before"] or ">" in opening["item"]
        limit = self._end_of_quote(start) if quoted else len(self._text)
        return self._closing_end(at, limit, quoted)

    def _closing_end(self, at: int, limit: int, quoted: bool) -> int:
        opening = self._lines[at]
        for number in range(at + 1, len(self._lines)):
            line = self._lines[number]
            if line.start("run") > limit:
                break
            if _closes(opening, line, quoted):
                return line.end("run") - 1
        return limit

    def _has_tick_after(self, position: int) -> bool:
        line_end = self._text.find("\n", position)
        return self._text.find("`", position, len(self._text) if line_end < 0 else line_end) >= 0

    def _end_of_quote(self, position: int) -> int:
        if position > self._quote_end:
            found = syntax.QUOTE_END.search(self._text, position)
            self._quote_end = found.start() if found else len(self._text)
        return self._quote_end


def _closes(opening: re.Match[str], line: re.Match[str], quoted: bool) -> bool:
    if line["bare"] is None or line["item"]:
        return False
    if quoted != (">" in line["before"]):
        return False
    return line["run"].startswith(opening["run"])
