"""The sentence in which a text names somebody."""

import re
from collections.abc import Iterable

from notesvc.text.markdown.beginning import beginning

_END_OF_SENTENCE = re.compile(r"[.!?。！？؟][\s\"”»)]*")
_LONGEST_LINE = 4_000


def sentence(markdown: str, handle: str, most: int) -> str:
    """At most so many characters of the first line with `@handle`, as people read them; empty where there is none."""
    return _around(markdown, re.compile(rf"(?<![\w@])@{re.escape(handle)}(?![\w-])", re.IGNORECASE), most)


def of_person(markdown: str, names: Iterable[str], most: int) -> str:
    """The same of the first line with one of the names behind `$`."""
    alike = "|".join(r"\s+".join(map(re.escape, name.split())) for name in sorted(names, key=len, reverse=True))
    return _around(markdown, re.compile(rf"(?<![\w$])\$(?:{alike})(?!\w)", re.IGNORECASE), most) if alike else ""


def _around(markdown: str, named: re.Pattern[str], most: int) -> str:
    for line in markdown.split("\n"):
        if found := named.search(line):
            break
    else:
        return ""
    if len(line) > most:
        ends = [end.end() for end in _END_OF_SENTENCE.finditer(line[: found.start()])]
        line = line[ends[-1] if ends else max(0, found.start() - most // 2) :]
    return beginning(line[:_LONGEST_LINE], "", most)
