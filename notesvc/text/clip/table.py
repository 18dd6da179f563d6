"""A table of a clipped page, as Markdown."""

import re
from dataclasses import dataclass, field

MAX_COLUMNS = 200
_BOLD = re.compile(r"^\*\*((?:\\.|[^*\\])+)\*\*$")


@dataclass(slots=True)
class Table:
    """Rows of cells; `is_header` says of each row whether all of its cells are headings."""

    rows: list[list[str]] = field(default_factory=list)
    is_header: list[bool] = field(default_factory=list)
    cell: list[str] | None = None
    span: int = 1
    depth: int = 1  # how many tables are open, this one and those in its cells

    def start_row(self) -> None:
        """Starts a row."""
        self.end_cell()
        self.rows.append([])
        self.is_header.append(True)

    def start_cell(self, heading: bool, span: str) -> None:
        """Starts a cell that is `span` columns wide."""
        self.end_cell()
        if not self.rows:
            self.start_row()
        self.cell = []
        self.span = min(int(span), MAX_COLUMNS) if span.isascii() and span.isdigit() and len(span) < 4 else 1
        self.is_header[-1] = self.is_header[-1] and heading

    def end_cell(self) -> None:
        """Ends the open cell, if there is one."""
        if self.cell is None:
            return
        text = "<br>".join(part for part in self.cell if part).replace("\n", "<br>")
        row = self.rows[-1]
        if len(row) < MAX_COLUMNS:
            row.append(text.replace("|", "\\|"))
            row += [""] * (min(self.span, MAX_COLUMNS) - 1)
        else:
            row[-1] += " " + text.replace("|", "\\|")
        self.cell = None

    def as_markdown(self) -> str:
        """The table; paragraphs when it has one column only; empty when it has no text."""
        self.end_cell()
        rows = [(row, header) for row, header in zip(self.rows, self.is_header, strict=True) if any(row)]
        if not rows:
            return ""
        columns = max(len(row) for row, _ in rows)
        if columns == 1:
            return "\n\n".join(self.texts())
        if not rows[0][1] and not all(_BOLD.fullmatch(cell) for cell in rows[0][0] if cell):
            rows.insert(0, ([""] * columns, True))
        # Headings are bold by themselves.
        head = [_BOLD.sub(r"\1", cell) for cell in rows[0][0]] + [""] * (columns - len(rows[0][0]))
        lines = [_line(head), _line(["---"] * columns), *(_line(row) for row, _ in rows[1:])]
        return "\n".join(lines)

    def texts(self) -> list[str]:
        """The cells one after the other, as paragraphs."""
        self.end_cell()
        return [cell.replace("\\|", "|").replace("<br>", "\n") for row in self.rows for cell in row if cell]


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
