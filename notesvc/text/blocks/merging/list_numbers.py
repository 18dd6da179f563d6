"""The numbers of numbered items: behind a change they go on counting, and where nothing changed they stay."""

import re
from collections.abc import Sequence

from notesvc.text.blocks.reading.source_lines import ITEM, Line
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing.block_writer import OTHER, ListStyle


class Numbers:
    """Counts along one list of blocks, in the order in which they are written; `marked` is how the old ones began."""

    def __init__(self, marked: Sequence[str]) -> None:
        found = [ITEM.match(text) for text in marked]
        self._old = [None if each is None or not each["number"] else int(each["number"]) for each in found]
        self.last: int | None = None
        self.delimiter = "."  # of the last one
        self._place: int | None = None  # of the old block that was last

    def renumber(self, lines: list[Line], block: Block, place: int) -> list[Line]:
        """The lines of an item that was the old one at `place`, with the number that it has now."""
        old, before, self._place = self._old[place], self._place, place
        found = ITEM.match(lines[0].text)
        if block["type"] != "numberedListItem" or old is None or found is None:
            self.last = None
            return lines
        if "start" in block["props"] and self.last is not None and found["delimiter"] == self.delimiter:
            self.delimiter = OTHER[self.delimiter]
        elif "start" in block["props"] or self.last is None:
            self.delimiter = found["delimiter"]
        is_first = self.last is None or "start" in block["props"]
        if is_first or self.last is None:
            # What Markdown calls the start of a list is the number of its first item.
            number = int(block["props"].get("start", 1))
        elif before is not None and before + 1 == place:
            number = self.last + old - (self._old[before] or 0)
        else:
            number = old if self._is_one_number(place) else self.last + 1
        self.last = number
        return [_with_number(lines[0], found, number, self.delimiter), *_kept_within(found, number, lines[1:])]

    def count(self, blocks: Sequence[Block], style: ListStyle) -> None:
        """Blocks were written anew in this style."""
        self._place = None
        self.last = style.last_number
        self.delimiter = style.delimiter
        for block in blocks:
            if block["type"] != "numberedListItem":
                self.last = None
            elif "start" in block["props"]:
                self.delimiter = OTHER[self.delimiter] if self.last is not None else self.delimiter
                self.last = int(block["props"]["start"])
            else:
                self.last = (self.last or 0) + 1

    def _is_one_number(self, place: int) -> bool:
        """Whether all items of the list have the same number, as far as its neighbours tell."""
        neighbours = [self._old[at] for at in (place - 1, place, place + 1) if 0 <= at < len(self._old)]
        numbers = [number for number in neighbours if number is not None]
        return len(numbers) > 1 and len(set(numbers)) == 1


def without_needless_starts(blocks: Sequence[Block]) -> list[Block]:
    """The blocks, in which no list starts with the number that the list above it would go on with."""
    found: list[Block] = []
    last: int | None = None
    for block in blocks:
        if block["type"] != "numberedListItem":
            last = None
        elif "start" not in block["props"]:
            last = (last or 0) + 1
        else:
            start = int(block["props"]["start"])
            block = {**block, "props": {}} if last is not None and start == last + 1 else block
            last = start
        found.append(block)
    return found


def _kept_within(found: re.Match[str], number: int, lines: Sequence[Line]) -> list[Line]:
    """The further lines of an item, moved to the right where a longer number would leave them outside of it."""
    longer = len(str(number)) - len(found["number"])
    least = found.end("marker") + 1
    inner = [width for line in lines if (width := _indentation(line)) >= least]
    if longer <= 0 or min(inner, default=least + longer) >= least + longer:
        return list(lines)
    return [line._replace(text=" " * longer + line.text) if _indentation(line) >= least else line for line in lines]


def _indentation(line: Line) -> int:
    """In columns; 0 for a blank line."""
    blanks = line.text[: len(line.text) - len(line.text.lstrip(" \t"))]
    return 0 if line.is_blank else len(blanks.expandtabs(4))


def _with_number(line: Line, found: re.Match[str], number: int, delimiter: str) -> Line:
    if (number, delimiter) == (int(found["number"]), found["delimiter"]):
        return line
    return line._replace(text=f"{found['lead']}{number}{delimiter}{line.text[found.end('delimiter') :]}")
