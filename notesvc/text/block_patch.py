"""A text cut at its blocks, into which changed blocks are written."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from notesvc.text import block_parser, to_markdown
from notesvc.text.block_schema import LIST_ITEMS
from notesvc.text.block_writer import Care, ListStyle
from notesvc.text.blocks import Block
from notesvc.text.run_parser import References

_MARKER = re.compile(
    r"""(?x)
    (?P<lead> [ ]{0,3} )
    (?: (?P<bullet> [-*+] ) | (?P<number> [0-9]{1,9} ) (?P<delimiter> [.)] ) )
    (?: [ \t] | $ )
    """,
    re.MULTILINE,
)
_LINE_END = re.compile(r"\r\n|\r|\n")


class Unit(NamedTuple):
    """A top-level block: what it is in Markdown, and a text that says all of that."""

    parts: list[Block]
    key: str


class _Run(NamedTuple):
    """Neighbouring units `[start, end)`, all changed, or all kept from the old units that start at `old`."""

    start: int
    end: int
    old: int | None


class Patch:
    """Writes the new units, taking the source of the kept ones from the old text."""

    def __init__(
        self, old: str, spans: Sequence[tuple[int, int]], before: Sequence[Unit], after: Sequence[Unit],
        wanted: Sequence[Block], references: References,
    ) -> None:  # fmt: skip
        self.lines = block_parser.lines_of(old)
        self.spans = spans
        self.before = before
        self.references = references
        found = _LINE_END.search(old)
        self.line_end = found.group() if found else "\n"
        # As part of the whole: the first of a list has lost a `start` that says nothing.
        rest = iter(wanted)
        self.parts = [[next(rest) for _ in unit.parts] for unit in after]
        self.cares: dict[int, list[Care]] = {}
        self.kept: Mapping[int, int] = {}
        self.keeps_gaps = True

    def applied(self, kept: Mapping[int, int], keeps_gaps: bool) -> str:
        """The new text; `kept` tells which new unit is which old one, `keeps_gaps` to trust the gaps of the source."""
        self.kept, self.keeps_gaps = kept, keeps_gaps
        if not self.parts:
            return ""
        text: list[str] = self.lines[: self.spans[0][0]]
        last: _Run | None = None
        for run in self._runs():
            if last is not None:
                text.append(self.line_end + self._gap(last, run))
            text.append(self._kept_source(run) if run.old is not None else self._written(run, last))
            last = run
        return "".join([*text, self._tail()])

    def expected(self) -> list[list[str]]:
        """For each unit, the keys of the blocks that its text should be read back as."""
        return [
            [to_markdown.key(part) for part in parts] if index in self.kept else self._read_alone(index)
            for index, parts in enumerate(self.parts)
        ]

    def _runs(self) -> list[_Run]:
        runs: list[_Run] = []
        for index in range(len(self.parts)):
            old = self.kept.get(index)
            last = runs[-1] if runs else None
            if last is not None and (
                (old is None and last.old is None)
                or (old is not None and last.old is not None and old == last.old + last.end - last.start)
            ):
                runs[-1] = last._replace(end=index + 1)
            else:
                runs.append(_Run(index, index + 1, old))
        return runs

    def _kept_source(self, run: _Run) -> str:
        assert run.old is not None
        start, end = self.spans[run.old][0], self.spans[run.old + run.end - run.start - 1][1]
        return "".join(self.lines[start:end]).rstrip("\r\n")

    def _tail(self) -> str:
        last = self.spans[-1][1]
        line = self.lines[last - 1]
        return line[len(line.rstrip("\r\n")) :] + "".join(self.lines[last:])

    def _gap(self, upper: _Run, lower: _Run) -> str:
        """The blank lines between two runs."""
        above = None if upper.old is None else upper.old + upper.end - upper.start - 1
        found = [gap for gap in (self._gap_after(above), self._gap_before(lower.old)) if gap is not None]
        blank = next((gap for gap in found if gap), None)
        if blank is not None:
            return blank
        one, two = self.parts[upper.end - 1][-1], self.parts[lower.start][0]
        if _family(one) and _family(one) == _family(two) and "start" not in two["props"]:
            return ""
        if (
            found
            and self.keeps_gaps
            and self._replaces_alike(upper if lower.old is not None else lower, above, lower.old)
        ):
            return ""
        return self.line_end

    def _gap_after(self, old: int | None) -> str | None:
        if old is None or old + 1 == len(self.spans):
            return None
        return "".join(self.lines[self.spans[old][1] : self.spans[old + 1][0]])

    def _gap_before(self, old: int | None) -> str | None:
        return self._gap_after(old - 1) if old else None

    def _replaces_alike(self, changed: _Run, above: int | None, below: int | None) -> bool:
        """Whether a changed run stands for as many old blocks as it has, of the same kind where it touches them."""
        if changed.old is not None:
            return False
        old = above + 1 if above is not None else (below or 0) - 1
        new = changed.start if above is not None else changed.end - 1
        if not 0 <= old < len(self.before):
            return False
        return self.before[old].parts[0]["type"] == self.parts[new][0]["type"]

    def _written(self, run: _Run, last: _Run | None) -> str:
        blocks = [part for index in range(run.start, run.end) for part in self.parts[index]]
        cares = [care for index in range(run.start, run.end) for care in self._cares(index)]
        lead, style = self._style(run, last)
        text = to_markdown.joined(blocks, cares, self.references, style, at_start=last is None).rstrip("\n")
        if lead and all(_family(block) for block in blocks):
            text = "\n".join(lead + line if line else "" for line in text.split("\n"))
        return text.replace("\n", self.line_end)

    def _cares(self, index: int) -> list[Care]:
        if index not in self.cares:
            self.cares[index] = [to_markdown.care_for(part, self.references) for part in self.parts[index]]
        return self.cares[index]

    def _style(self, run: _Run, last: _Run | None) -> tuple[str, ListStyle]:
        """How the list is written that the run continues, or the one whose place it takes."""
        family = _family(self.parts[run.start][0])
        above = None if last is None or last.old is None else last.old + last.end - last.start - 1
        below = self.kept.get(run.end)
        candidates = [above, None if above is None else above + 1, None if below is None else below - 1, below]
        for old in candidates:
            if old is None or not 0 <= old < len(self.before) or _family(self.before[old].parts[0]) != family:
                continue
            found = _MARKER.match(self.lines[self.spans[old][0]])
            if family and found is not None:
                number = int(found["number"]) if old == above and found["number"] else None
                return found["lead"], ListStyle(found["bullet"] or "-", found["delimiter"] or ".", number)
        return "", ListStyle()

    def _read_alone(self, index: int) -> list[str]:
        keys: list[str] = []
        for part, care in zip(self.parts[index], self._cares(index), strict=True):
            keys += [to_markdown.key(block) for block in to_markdown.read_alone(part, care, self.references)]
        return keys


def _family(block: Block) -> str:
    if block["type"] not in LIST_ITEMS:
        return ""
    return "ordered" if block["type"] == "numberedListItem" else "bullets"
