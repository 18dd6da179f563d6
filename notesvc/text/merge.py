"""Saving edited blocks into the markdown that they came from: what was not edited keeps its source bytes."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from notesvc.text import block_parser, canonical, from_markdown, stable_json, to_markdown
from notesvc.text.block_writer import ListStyle
from notesvc.text.blocks import Block
from notesvc.text.run_parser import References

# Beyond this product of lengths the middle is rewritten whole rather than compared block by block.
_MOST_COMPARED = 4_000_000
_MARKER = re.compile(r"[ \t]*(?:(?P<bullet>[-*+])|(?P<number>\d{1,9})(?P<delimiter>[.)]))(?:[ \t]|$)")


class Unit(NamedTuple):
    """A top-level block in canonical form, the number of its list item, and a text that says all of it."""

    parts: list[Block]
    number: int | None
    key: str


class Change(NamedTuple):
    """Units `[first, last)` of the old text give way to units `[start, end)` of the new one."""

    first: int
    last: int
    start: int
    end: int


def save(old: str, blocks: Sequence[Block]) -> str:
    """The markdown of the blocks, in which each top-level block of `old` that is still there keeps its lines.

    Blocks that `old` already says give back `old`, byte for byte. What is written reads back as the blocks.
    """
    references = canonical.definitions(blocks)
    parsed = from_markdown.parse(old)
    before, after = _units(parsed.blocks, references), _units(blocks, references)
    if [unit.key for unit in before] == [unit.key for unit in after]:
        return old
    if not before:
        return to_markdown.to_markdown(blocks)
    patch = _Patch(old, parsed.spans, references)
    for keeps_gaps in (True, False):
        text = patch.applied(_changes(before, after), after, keeps_gaps)
        if [unit.key for unit in _units(from_markdown.parse(text).blocks, references)] == [u.key for u in after]:
            return text
    return to_markdown.to_markdown(blocks)


def _units(blocks: Sequence[Block], references: References) -> list[Unit]:
    units: list[Unit] = []
    number: int | None = None
    for block in blocks:
        parts = canonical.canonical([block], references)
        is_item = len(parts) == 1 and parts[0]["type"] == "numberedListItem"
        start = block.get("props", {}).get("start") if is_item else None
        if not is_item:
            number = None
        elif start is not None:
            number = start
        else:
            number = (number or 0) + 1
        if parts:
            units.append(Unit(parts, number, f"{number} {stable_json.dumps([_plain(part) for part in parts])}"))
    return units


def _plain(block: Block) -> Block:
    """Without the start of a numbered item, which the number of its unit says."""
    if block["type"] != "numberedListItem":
        return block
    return {**block, "props": {name: value for name, value in block["props"].items() if name != "start"}}


def _changes(before: Sequence[Unit], after: Sequence[Unit]) -> list[Change]:
    """What differs, the common beginning and end left out first."""
    old, new = [unit.key for unit in before], [unit.key for unit in after]
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle_old, middle_new = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle_old) * len(middle_new) > _MOST_COMPARED:
        return [Change(head, len(old) - tail, head, len(new) - tail)]
    codes = SequenceMatcher(None, middle_old, middle_new, autojunk=False).get_opcodes()
    return [Change(head + a, head + b, head + c, head + d) for code, a, b, c, d in codes if code != "equal"]


class _Patch:
    """The old text cut at its blocks."""

    def __init__(self, old: str, spans: Sequence[tuple[int, int]], references: References) -> None:
        self.lines = block_parser.lines_of(old)
        self.spans = spans
        self.references = references
        self.end = "\r\n" if "\r\n" in old else "\n"

    def applied(self, changes: Sequence[Change], after: Sequence[Unit], keeps_gaps: bool) -> str:
        """The new text; with `keeps_gaps` the lines between blocks stay, else blank lines stand around changes."""
        pieces: list[str] = []
        at = 0
        for change in changes:
            first, last = self._lines_of(change)
            pieces.append(self._source(at, first))
            written = self._written(change, after)
            if written:
                pieces.append(self._fitted(written, pieces, change, keeps_gaps))
            at = last if written or change.last == len(self.spans) else self._next_start(change)
        return "".join([*pieces, self._source(at, len(self.lines))])

    def _lines_of(self, change: Change) -> tuple[int, int]:
        """The lines that give way: none where blocks are only put in."""
        if change.first < change.last:
            return self.spans[change.first][0], self.spans[change.last - 1][1]
        line = self.spans[change.first][0] if change.first < len(self.spans) else self.spans[-1][1]
        return line, line

    def _next_start(self, change: Change) -> int:
        return self.spans[change.last][0]

    def _source(self, start: int, end: int) -> str:
        return "".join(self.lines[start:end])

    def _written(self, change: Change, after: Sequence[Unit]) -> str:
        units = after[change.start : change.end]
        parts = [part for unit in units for part in unit.parts]
        if not parts:
            return ""
        cares = [to_markdown.care_for(part, self.references) for part in parts]
        return to_markdown.joined(parts, cares, self.references, self._style(change, after)).rstrip("\n")

    def _style(self, change: Change, after: Sequence[Unit]) -> ListStyle:
        """The marks of the list that the change is in."""
        number = after[change.start - 1].number if change.start else None
        for index in (change.first, change.first - 1):
            if not 0 <= index < len(self.spans):
                continue
            found = _MARKER.match(self.lines[self.spans[index][0]])
            if found:
                return ListStyle(found["bullet"] or "-", found["delimiter"] or ".", number)
        return ListStyle(last_number=number)

    def _fitted(self, written: str, before: list[str], change: Change, keeps_gaps: bool) -> str:
        """The written blocks with line ends that part them from what is around."""
        is_put_in = change.first == change.last
        text = written.replace("\n", self.end)
        above = "".join(before)
        if above and not above.endswith(("\n", "\r")):
            text = self.end + text
        if (is_put_in and change.first == len(self.spans)) or (not keeps_gaps and above.strip()):
            text = self.end + text
        is_last = change.last == len(self.spans)
        if is_last and not (self.lines and self.lines[-1].endswith(("\n", "\r"))):
            return text
        blank = self.end if not is_last and (is_put_in or not keeps_gaps) else ""
        return f"{text}{self.end}{blank}"
