"""Tasks of a text: `- [ ] Water the beans 2026-11-24`, and the day that an open one names."""

import re
from collections.abc import Iterator
from datetime import date as Date
from typing import NamedTuple

from notesvc.text.inline import formulas
from notesvc.text.markdown.readable import readable

_LINE = re.compile(
    rf"""^(?: [ \t>]*+ (?: [-*+] | [0-9]{{1,9}}[.)] ) [ \t]++ \[[ ]\] [ \t]++ (?P<task>[^\n]+)
    | [ ]{{0,3}} (?P<fence> `{{3,}}+ | ~{{3,}}+ )
    | [ \t>]*+ (?: {formulas.OWN_LINES} ))""",
    re.MULTILINE | re.VERBOSE,
)
_DAY = re.compile(r"(?<![\w/.-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w/-])")
# The day with what usually stands around it: `due: 2026-11-24`, `📅 2026-11-24`, `([[2026-11-24]])`.
_BEFORE = r"\(?(?:\b(?:due|until|by)\b:?[ \t]*+|📅[ \t]*+)?(?:\[\[)?"
_AFTER = r"(?:\]\])?\)?"


class Task(NamedTuple):
    """An open task that names a day: its words without the day, the day as `2026-11-24`, its line counted from 1."""

    text: str
    due: str
    line: int


def due(markdown: str) -> Iterator[Task]:
    """The open tasks that name a day, in order; the first day counts. Lines of code and of formulas are none."""
    fence, number, counted = "", 1, 0
    for line in _LINE.finditer(markdown):
        if mark := line["fence"]:
            fence = "" if fence and mark.startswith(fence) else fence or mark
        elif not fence and line["task"] and (day := _day_in(line["task"])):
            without = re.sub(f"{_BEFORE}{day}{_AFTER}", "", line["task"], count=1, flags=re.IGNORECASE)
            number += markdown.count("\n", counted, line.start())
            counted = line.start()
            yield Task(" ".join(readable(without).split()), day, number)


def _day_in(text: str) -> str | None:
    return next((found[0] for found in _DAY.finditer(text) if _is_day(found[0])), None)


def _is_day(text: str) -> bool:
    try:
        Date.fromisoformat(text)
    except ValueError:
        return False
    return True
