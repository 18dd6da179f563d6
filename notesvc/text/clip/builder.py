"""Builds the Markdown of a clipped page: paragraphs from runs of text, lists, quotes, code, tables."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from notesvc.text.clip import tags
from notesvc.text.clip.code import CodeBlock
from notesvc.text.clip.inline import Run, markdown_of
from notesvc.text.clip.table import Table
from notesvc.text.clip.writer import Container, Writer
from notesvc.text.markdown.escaping import escaped_text, link_address

Close = Callable[[], None]


@dataclass(slots=True)
class List:
    """An open list: the number of its next item, None for bullets; whether the next item needs no blank line."""

    number: int | None
    tight: bool


class Builder:
    """Is told what starts, what ends and what is written in between."""

    def __init__(self, base_url: str | None) -> None:
        self.base_url = base_url
        self.writer = Writer()
        self.footnotes = Writer()
        self.runs: list[Run] = []
        self.styles: Counter[str] = Counter()  # also "code", "sup" and "sub"
        self.links: list[str | None] = []
        self.lists: list[List] = []
        self.heading = 0
        self.code_block: CodeBlock | None = None
        self.table: Table | None = None
        self.picture: Run | None = None  # the last one, or its words where it had no address
        self.sources: dict[str, str] = {}  # of the first source of a `<picture>` whose image has not come

    def text(self, text: str) -> None:
        """Text as the page has it, with its white space."""
        if self.code_block is not None:
            self.code_block.text(text)
            return
        if self.styles["sup"]:
            text = tags.to_superscript(text)
        elif self.styles["sub"]:
            text = tags.to_subscript(text)
        styles = frozenset(style for style, count in self.styles.items() if count)
        self.runs.append(Run("code" if "code" in styles else "text", text, styles, self._href()))

    def ready(self, markdown: str) -> None:
        """Finished Markdown inside a paragraph."""
        if self.code_block is None:
            self.runs.append(Run("ready", markdown, href=self._href()))

    def link(self, address: str) -> None:
        """A link that shows its own address."""
        if self.code_block is None:
            self.runs.append(Run("text", address, href=address))

    def start(self, name: str, attributes: dict[str, str]) -> Close:
        """Does what the start of an element asks for; answers what its end asks for."""
        if name in ("ul", "ol", "menu"):
            return self._list(name, attributes)
        if name in ("li", "dd"):
            return self._item(name)
        if name in tags.HEADINGS:
            return self._heading(tags.HEADINGS[name])
        if name in tags.CODE_BLOCKS:
            return self._code(attributes)
        if name in ("table", "tr", "td", "th"):
            return self._table(name, attributes)
        if name == "blockquote":
            return partial(self.writer.close, None if self.table else self.writer.open_quote())
        if name == "a":
            return self._link(attributes)
        if name in tags.STYLES and "font-weight:normal" not in attributes.get("style", "").replace(" ", ""):
            return self._style(tags.STYLES[name])
        if name == "q":
            self.text("\u201c")
            return partial(self.text, "\u201d")
        return _nothing

    def footnote(self, number: int) -> Close:
        """Starts a footnote; all of them stand at the end of the page."""
        around, self.writer = self.writer, self.footnotes
        return partial(self._end_footnote, around, self.writer.open_item(f"[^{number}]: ", tight=False))

    def finish(self) -> str:
        """The Markdown of all that was read."""
        self.flush()
        return "\n\n".join(filter(None, (self.writer.text(), self.footnotes.text())))

    def picture_instead(self, attributes: dict[str, str]) -> None:
        """The picture in the place of the one right before, which stands in for it."""
        while self.runs and self.runs[-1].kind == "text" and not self.runs[-1].text.strip():
            self.runs.pop()
        if self.runs and self.runs[-1] is self.picture:
            self.runs.pop()
        self._image(attributes)

    def void(self, name: str, attributes: dict[str, str]) -> None:
        """An element without content."""
        if name == "br":
            self._line_break()
        elif name == "hr":
            self._block("---", alone=True)
        elif name == "img":
            self._image(attributes)
        elif name == "source":
            self.sources = self.sources or attributes
        elif name == "base":
            self.base_url = tags.web_address(attributes.get("href", ""), self.base_url) or self.base_url
        elif name == "input" and attributes.get("type", "").lower() == "checkbox":
            self._checkbox("checked" in attributes)
        elif name == "embed" and (address := tags.web_address(attributes.get("src", ""), self.base_url)):
            self.link(address)

    def flush(self) -> None:
        """Writes the paragraph that was read, if it shows anything."""
        runs, self.runs = self.runs, []
        if not runs:
            return
        is_heading = bool(self.heading) and self.table is None
        if is_heading:
            runs = [run for run in runs if not (run.href and run.text.strip().lower() in tags.PERMALINKS)]
        if text := markdown_of(runs, " " if is_heading else "\n"):
            self._block(f"{'#' * self.heading} {text}" if is_heading else text)

    def _block(self, text: str, alone: bool = False) -> None:
        if self.table is not None and self.table.cell is not None:
            self.table.cell.append("" if alone else text)
        else:
            self.writer.block(text, alone)

    def _href(self) -> str | None:
        return self.links[-1] if self.links else None

    def _line_break(self) -> None:
        last = next((run for run in reversed(self.runs) if run.kind != "text" or run.text.strip()), None)
        if last is None:
            return
        if last.kind == "break" and self.table is None and not self.heading:
            self.flush()
        else:
            self.runs.append(Run("break", "", href=self._href()))

    def _image(self, attributes: dict[str, str]) -> None:
        if tags.is_pixel(attributes):
            return
        words = " ".join(attributes.get("alt", "").split())
        address = tags.image_address(attributes, self.base_url) or tags.image_address(self.sources, self.base_url)
        self.sources = {}
        if address is None or "emoji" in attributes.get("class", "").split():
            self.text(words)
        else:
            self.ready(f"![{escaped_text(words)}]({link_address(address)})")
        self.picture = self.runs[-1] if self.runs else None

    def _checkbox(self, checked: bool) -> None:
        waiting = bool(self.writer.containers) and self.writer.containers[-1].pending
        if waiting and not any(run.text.strip() for run in self.runs):
            self.runs = [Run("ready", "[x]" if checked else "[ ]"), Run("text", " ")]

    def _end_footnote(self, around: Writer, container: Container | None) -> None:
        self.writer.close(container)
        self.writer = around

    def _list(self, name: str, attributes: dict[str, str]) -> Close:
        start = attributes.get("start", "1")
        number = int(start) if start.isascii() and start.isdigit() and len(start) < 9 else 1
        inside_item = bool(self.writer.containers) and bool(self.writer.containers[-1].marker)
        self.lists.append(List(number if name == "ol" else None, tight=inside_item))
        return self._end_list

    def _end_list(self) -> None:
        self.lists.pop()

    def _item(self, name: str) -> Close:
        if self.table is not None:
            self.text("\u2022 ")
            return _nothing
        within = self.lists[-1] if self.lists and name == "li" else List(None, tight=True)
        marker = "- " if within.number is None else f"{within.number}. "
        return partial(self._end_item, self.writer.open_item(marker, within.tight), within)

    def _end_item(self, container: Container | None, within: List) -> None:
        """An item that shows nothing was never written, and does not count."""
        if container is None or not container.pending:
            within.tight = True
            within.number = within.number + 1 if within.number is not None else None
        self.writer.close(container)

    def _heading(self, level: int) -> Close:
        self.heading = level
        return self._end_heading

    def _end_heading(self) -> None:
        self.heading = 0

    def _style(self, style: str) -> Close:
        self.styles[style] += 1
        return partial(self.styles.subtract, {style: 1})

    def _link(self, attributes: dict[str, str]) -> Close:
        schemes = ("http", "https", "mailto")
        self.links.append(tags.web_address(attributes.get("href", ""), self.base_url, schemes))
        return self._end_link

    def _end_link(self) -> None:
        self.links.pop()

    def _code(self, attributes: dict[str, str]) -> Close:
        self._dissolve_table()
        self.code_block = CodeBlock(tags.language(attributes))
        return partial(self._end_code, self.code_block)

    def _end_code(self, block: CodeBlock) -> None:
        self.code_block = None
        if markdown := block.markdown():
            self.writer.block(markdown, alone=True)

    def _table(self, name: str, attributes: dict[str, str]) -> Close:
        if name == "table":
            self._dissolve_table()
            self.table = Table()
            return partial(self._end_table, self.table)
        if self.table is not None and name == "tr":
            self.table.start_row()
        elif self.table is not None:
            self.table.start_cell(name == "th", attributes.get("colspan", "1"))
        return _nothing

    def _end_table(self, table: Table) -> None:
        if self.table is table:
            self.table = None
            if text := table.as_markdown():
                self.writer.block(text, alone=True)

    def _dissolve_table(self) -> None:
        """A table with code or another table in it serves the layout: its cells become paragraphs."""
        table, self.table = self.table, None
        for text in table.texts() if table is not None else ():
            self.writer.block(text, alone=True)


def _nothing() -> None:
    """What the end of most elements asks for."""
