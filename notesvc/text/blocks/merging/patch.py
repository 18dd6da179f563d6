"""A list of blocks put together from kept lines, edited ones and new ones."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.merging import list_numbers
from notesvc.text.blocks.reading import source_lines
from notesvc.text.blocks.reading.source_lines import Line
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form, to_markdown
from notesvc.text.blocks.writing.block_writer import Care, ListStyle, family_of, may_follow_at_once
from notesvc.text.blocks.writing.to_markdown import Position

_ENDS_OF_BLOCK = re.compile(r"\n+$")


class Ground(NamedTuple):
    """What is the same for the whole text."""

    references: References
    line_end: str
    indentation: str
    """What the first item within another begins with; empty without one."""


class Scope(NamedTuple):
    """A list of blocks where it stands: in the text itself, or in an item or a quote."""

    lines: list[Line]
    spans: Sequence[tuple[int, int]]
    before: Sequence[Block]
    keys: Sequence[str]
    prefix: tuple[str, ...]
    """What new lines begin with."""
    is_top: bool
    read: Callable[[Sequence[Line]], list[str]]
    """The keys of the blocks that lines say here."""


class Edit(NamedTuple):
    """A block's own lines after an edit of it, and the key of what they say."""

    lines: list[Line]
    key: str


class _Run(NamedTuple):
    """Neighbouring blocks `[start, end)`, all new, or all in the place of the old ones that start at `old`."""

    start: int
    end: int
    old: int | None


class Patch:
    """Writes the wanted blocks, taking the source of the kept ones from the old text."""

    def __init__(self, scope: Scope, wanted: Sequence[Block], edits: Mapping[int, Edit], ground: Ground) -> None:
        self.scope = scope
        self.wanted = wanted
        self.edits = edits
        self.ground = ground
        self.cares: dict[int, Care] = {}
        self.placed: Mapping[int, int] = {}
        self.keeps_gaps = True

    def apply(self, placed: Mapping[int, int], keeps_gaps: bool) -> list[Line]:
        """The new lines; `placed` tells which block is which old one, `keeps_gaps` to trust the gaps of the source."""
        self.placed, self.keeps_gaps = placed, keeps_gaps
        if not self.wanted:
            return []
        numbers = list_numbers.Numbers([self.scope.lines[start].text for start, _ in self.scope.spans])
        lines = self.scope.lines[: self.scope.spans[0][0]]
        last: _Run | None = None
        for run in self._runs():
            if last is not None:
                lines += self._gap(last, run)
            if run.old is None:
                lines += self._write(run, last, numbers)
            else:
                lines += self._place(run, run.old, numbers)
            last = run
        return lines + self.scope.lines[self.scope.spans[-1][1] :]

    def expected_keys(self) -> list[list[str]]:
        """For each block, the keys of the blocks that its text should be read back as."""
        return [self._expected_keys_of(index) for index in range(len(self.wanted))]

    def _expected_keys_of(self, index: int) -> list[str]:
        if index not in self.placed:
            read = to_markdown.read_alone(self.wanted[index], self._care(index), self.ground.references)
            return [normal_form.key(block) for block in read]
        edit = self.edits.get(index)
        return [normal_form.key(self.wanted[index]) if edit is None else edit.key]

    def _runs(self) -> list[_Run]:
        runs: list[_Run] = []
        for index in range(len(self.wanted)):
            old = self.placed.get(index)
            last = runs[-1] if runs else None
            if (
                last is not None
                and not (last == (0, 1, 0) and self._is_title_no_more())
                and (
                    (old is None and last.old is None and not self._is_own_text_of_item(last))
                    or (old is not None and last.old is not None and old == last.old + last.end - last.start)
                )
            ):
                runs[-1] = last._replace(end=index + 1)
            else:
                runs.append(_Run(index, index + 1, old))
        return runs

    def _place(self, run: _Run, old: int, numbers: list_numbers.Numbers) -> list[Line]:
        lines: list[Line] = []
        for index in range(run.start, run.end):
            place = old + index - run.start
            if index > run.start:
                lines += self._gap_after(place - 1) or []
            start, end = self.scope.spans[place]
            edit = self.edits.get(index)
            own = self.scope.lines[start:end] if edit is None else edit.lines
            lines += numbers.renumber(own, self.wanted[index], place)
        return lines

    def _gap(self, upper: _Run, lower: _Run) -> list[Line]:
        """The blank lines between two runs."""
        if lower.old is None and self._is_title(upper):
            return []
        above = None if upper.old is None else upper.old + upper.end - upper.start - 1
        one, two = self.wanted[upper.end - 1], self.wanted[lower.start]
        if family_of(one) and family_of(one) == family_of(two) and "start" not in two["props"]:
            return self._gap_of_items(upper, above, lower.old)
        found = [gap for gap in (self._gap_after(above), self._gap_before(lower.old)) if gap is not None]
        blank = next((gap for gap in found if gap), None)
        if blank is not None:
            return blank
        is_list_of_item = may_follow_at_once(two) and (self._is_own_text_of_item(upper) or self._is_list_within(upper))
        if self.keeps_gaps and (is_list_of_item or (found and self._may_touch(upper, lower, above))):
            return []
        return source_lines.fresh("", self.scope.prefix, self.ground.line_end)

    def _is_own_text_of_item(self, upper: _Run) -> bool:
        is_in_item = self.scope.prefix != () and not self.scope.prefix[-1].strip(" \t")
        return is_in_item and upper.end == 1 and self.wanted[0]["type"] == "paragraph"

    def _is_list_within(self, upper: _Run) -> bool:
        """Whether the run ends a list within another block, and holds no blank line."""
        is_within = not self.scope.is_top and family_of(self.wanted[upper.end - 1]) != ""
        return is_within and not self._last_holds_blank_line(upper)

    def _is_title(self, upper: _Run) -> bool:
        """Whether the run is the title of the callout that this is the inside of."""
        return upper.end == 1 and self.scope.prefix[-1:] == ("> ",) and normal_form.is_callout(self.wanted[0])

    def _is_title_no_more(self) -> bool:
        """Whether the first block was a callout's title, which needs no blank line below it as another text does."""
        is_inside = self.scope.prefix[-1:] == ("> ",)
        return is_inside and normal_form.is_callout(self.scope.before[0]) and not normal_form.is_callout(self.wanted[0])

    def _gap_after(self, old: int | None) -> list[Line] | None:
        if old is None or old + 1 == len(self.scope.spans):
            return None
        return self.scope.lines[self.scope.spans[old][1] : self.scope.spans[old + 1][0]]

    def _gap_before(self, old: int | None) -> list[Line] | None:
        return self._gap_after(old - 1) if old else None

    def _gap_of_items(self, upper: _Run, above: int | None, below: int | None) -> list[Line]:
        """As between the items beside; a blank line between an item and something else says nothing of the list. With
        none beside, as new ones are written: a blank line follows an item that holds one.
        """
        beside = [old + by for old, by in ((above, 0), (below, -1), (above, -1), (below, 0)) if old is not None]
        gaps = [self._gap_after(old) or [] for old in beside if self._are_items_of_one_list(old)]
        if gaps or not self._last_holds_blank_line(upper):
            return next((gap for gap in gaps if gap), [])
        return source_lines.fresh("", self.scope.prefix, self.ground.line_end)

    def _last_holds_blank_line(self, run: _Run) -> bool:
        """Whether the last block of the run holds a blank line."""
        last = run.end - 1
        if run.old is None:
            text = to_markdown.join([self.wanted[last]], [self._care(last)], self.ground.references)
            return "\n\n" in _ENDS_OF_BLOCK.sub("", text)
        edit = self.edits.get(last)
        span = self.scope.spans[run.old + last - run.start]
        return any(line.is_blank for line in (self.scope.lines[slice(*span)] if edit is None else edit.lines))

    def _are_items_of_one_list(self, old: int) -> bool:
        """Whether the old block and the one below it are."""
        if not 0 <= old < len(self.scope.before) - 1:
            return False
        one, two = self.scope.before[old : old + 2]
        return family_of(one) != "" and family_of(one) == family_of(two) and "start" not in two["props"]

    def _may_touch(self, upper: _Run, lower: _Run, above: int | None) -> bool:
        """Whether two runs may stand on adjacent lines as what was there did; that is seen when it is read back."""
        if upper.old is not None and lower.old is not None:
            return True
        return self._replaces_alike(upper if lower.old is not None else lower, above, lower.old)

    def _replaces_alike(self, changed: _Run, above: int | None, below: int | None) -> bool:
        """Whether a changed run stands for as many old blocks as it has, of the same kind where it touches them."""
        if changed.old is not None:
            return False
        old = above + 1 if above is not None else (below or 0) - 1
        new = changed.start if above is not None else changed.end - 1
        if not 0 <= old < len(self.scope.before):
            return False
        return bool(self.scope.before[old]["type"] == self.wanted[new]["type"])

    def _write(self, run: _Run, last: _Run | None, numbers: list_numbers.Numbers) -> list[Line]:
        blocks = list(self.wanted[run.start : run.end])
        cares = [self._care(index) for index in range(run.start, run.end)]
        lead, style = self._style(run, last, numbers)
        text = to_markdown.join(blocks, cares, self.ground.references, style, self._position(last))
        text = _ENDS_OF_BLOCK.sub("", text)
        if lead and all(family_of(block) for block in blocks):
            text = "\n".join(lead + line if line else "" for line in text.split("\n"))
        numbers.count(blocks, style)
        return source_lines.fresh(text, self.scope.prefix, self.ground.line_end)

    def _position(self, last: _Run | None) -> Position:
        if not self.scope.is_top:
            return Position.NESTED
        return Position.START if last is None else Position.BELOW_OTHERS

    def _care(self, index: int) -> Care:
        if index not in self.cares:
            self.cares[index] = to_markdown.care_for(self.wanted[index], self.ground.references)
        return self.cares[index]

    def _style(self, run: _Run, last: _Run | None, numbers: list_numbers.Numbers) -> tuple[str, ListStyle]:
        """How the list is written that the run continues, or whose place it takes; a list of the other kind gives its
        indentation alone.
        """
        family = family_of(self.wanted[run.start])
        above = None if last is None or last.old is None else last.old + last.end - last.start - 1
        below = self.placed.get(run.end)
        candidates = [above, None if above is None else above + 1, None if below is None else below - 1, below]
        lead = ""
        for old in candidates:
            if old is None or not 0 <= old < len(self.scope.before) or not family:
                continue
            found = source_lines.ITEM.match(self.scope.lines[self.scope.spans[old][0]].text)
            if found is not None and family_of(self.scope.before[old]) != family:
                lead = lead or found["lead"]
            elif found is not None:
                if old == above and found["number"]:
                    return found["lead"], ListStyle("-", numbers.delimiter, numbers.last)
                return found["lead"], ListStyle(found["bullet"] or "-", found["delimiter"] or ".")
        return lead, ListStyle()
