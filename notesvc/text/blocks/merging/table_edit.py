"""An edit of a table carried over into its source: what stands in other cells, and around them, stays."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from notesvc.text import stable_json
from notesvc.text.blocks.content import run_nodes
from notesvc.text.blocks.content.run_nodes import Node
from notesvc.text.blocks.merging import source_merge
from notesvc.text.blocks.reading import from_markdown
from notesvc.text.blocks.reading.source_lines import Line
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing.block_writer import BlockWriter, delimiter
from notesvc.text.diff import alignment


class _Row(NamedTuple):
    """A line of a table: its cells with the blanks around them, and what is before and behind them."""

    before: str
    cells: list[str]
    behind: str

    def text(self) -> str:
        return self.before + "|".join(self.cells) + self.behind


Rows = Sequence[Sequence[Node]]


def edit(
    lines: Sequence[Line], old: Block, new: Block, writer: BlockWriter, prefix: tuple[str, ...]
) -> list[Line] | None:
    """The lines of the table after the edit; None where rows and columns changed at once."""
    before, after = _rows(old), _rows(new)
    if len(lines) != len(before) + 1:
        return None
    columns = _columns(before, after)
    if columns is None:
        return None
    edit = _TableEdit(writer, columns, before, after)
    heads = _head(edit, [_split(line.text) for line in lines[:2]])
    written: list[Line] = []
    kept = _rows_kept(before, after, is_same_width=len(before[0]) == len(after[0]))
    for index, row in enumerate(after):
        place = kept.get(index)
        if place is None:
            text = writer.row([writer.cell(cell["content"]) for cell in row])
            written.append(Line(prefix, text, lines[-1].end or lines[0].end))
        else:
            line = lines[place + 1 if place else 0]
            written.append(line._replace(text=edit.row(_split(line.text), place, index).text()))
    return [written[0], lines[1]._replace(text=heads.text()), *written[1:]]


class _TableEdit:
    """`columns` tells which new column is which old one."""

    def __init__(self, writer: BlockWriter, columns: Mapping[int, int], before: Rows, after: Rows) -> None:
        self.writer, self.columns, self.before, self.after = writer, columns, before, after

    def row(self, source: _Row, old: int, new: int) -> _Row:
        """A row of the source with its cells as they are now."""
        cells = [self._cell(source, old, new, column) for column in range(len(self.after[new]))]
        while len(cells) > len(source.cells) and not cells[-1].strip(" \t"):
            cells.pop()  # the row was short, and is
        is_longer = len(cells) > len(source.cells) and not source.behind
        return source._replace(cells=cells, behind="|" if is_longer else source.behind)

    def _cell(self, source: _Row, old: int, new: int, column: int) -> str:
        place = self.columns.get(column)
        now = self.after[new][column]["content"]
        if place is None or place >= len(source.cells):
            return f" {self.writer.cell(now)} "
        there = source.cells[place]
        was = self.before[old][place]["content"]
        if stable_json.dumps(was) == stable_json.dumps(now):
            return there
        text = there.strip(" \t")
        if not text:
            return f" {self.writer.cell(now)} "
        start = len(there) - len(there.lstrip(" \t"))
        return there[:start] + self._edit(text, was, now) + there[start + len(text) :]

    def _edit(self, source: str, was: Sequence[Node], now: Sequence[Node]) -> str:
        written = self.writer.cell(now)
        for candidate in source_merge.candidates(self.writer.cell(was), source, written):
            if _says(candidate, now, self.writer):
                return candidate
        return written


def _says(source: str, content: Sequence[Node], writer: BlockWriter) -> bool:
    pieces = _split_at_bars(source)
    if len(pieces) > 1:
        return False
    read = run_nodes.read(source.replace("\\|", "|").strip(" \t"), writer.references, from_markdown.CELL)
    return stable_json.dumps(read) == stable_json.dumps(list(content))


def _head(edit: _TableEdit, source: Sequence[_Row]) -> _Row:
    """The line below the head, in which only what changed is written anew."""
    cells: list[str] = []
    for column, cell in enumerate(edit.after[0]):
        place = edit.columns.get(column)
        is_kept = place is not None and place < len(source[1].cells)
        if is_kept and place is not None and delimiter(edit.before[0][place]) == delimiter(cell):
            cells.append(source[1].cells[place])
        else:
            cells.append(f" {delimiter(cell)} ")
    return source[1]._replace(cells=cells)


def _rows(block: Block) -> list[list[Node]]:
    return [row["cells"] for row in block["content"]["rows"]]


def _columns(before: Rows, after: Rows) -> dict[int, int] | None:
    """Which new column is which old one."""
    if len(before[0]) == len(after[0]):
        return {index: index for index in range(len(after[0]))}
    if len(before) != len(after):
        return None
    keys = [[_key([row[index] for row in rows]) for index in range(len(rows[0]))] for rows in (before, after)]
    return {new: old for old, new in alignment.pairs(*keys)}


def _rows_kept(before: Rows, after: Rows, is_same_width: bool) -> dict[int, int]:
    """Which new row is which old one, edited or not."""
    if not is_same_width:
        return {index: index for index in range(len(after))}
    found = alignment.pairs([_key(row) for row in before], [_key(row) for row in after])
    kept = {new: old for old, new in found}
    old_end = new_end = 0
    for old, new in [*found, (len(before), len(after))]:
        if old - old_end == new - new_end:
            kept.update({new_end + at: old_end + at for at in range(new - new_end)})
        old_end, new_end = old + 1, new + 1
    return kept


def _key(cells: Sequence[Node]) -> str:
    return stable_json.dumps([cell["content"] for cell in cells])


def _split(text: str) -> _Row:
    before = text[: len(text) - len(text.lstrip(" \t"))]
    behind = text[len(text.rstrip(" \t")) :]
    cells = _split_at_bars(text[len(before) : len(text) - len(behind)])
    if cells[0] == "":
        cells, before = cells[1:], before + "|"
    if len(cells) > 1 and cells[-1] == "":
        cells, behind = cells[:-1], "|" + behind
    return _Row(before, cells, behind)


def _split_at_bars(text: str) -> list[str]:
    """Cut at the bars that no backslash precedes, as the parser does."""
    cells: list[str] = []
    start = 0
    for position, char in enumerate(text):
        if char == "|" and text[position - 1 : position] != "\\":
            cells.append(text[start:position])
            start = position + 1
    return [*cells, text[start:]]
