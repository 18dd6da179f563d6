"""Markdown lines rewritten so that Python-Markdown reads what CommonMark means. One pass, linear.

Fenced code (in lists and quotes too) and HTML blocks are set aside, comments go, lists get four spaces a level and a
blank line before them, quotes that stand apart stay apart, and footnote definitions are collected.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from notesvc.text.html import line_shapes as shapes
from notesvc.text.html import placeholders, raw_html
from notesvc.text.html.footnotes import Footnotes

MAX_DEPTH = 100


class TooDeepError(ValueError):
    """The text nests deeper than anyone writes."""


@dataclass(frozen=True, slots=True)
class Workshop:
    """What the pass needs from its surroundings."""

    stash: Callable[[str], str]  # keeps finished HTML and answers the placeholder for it
    restore: Callable[[str], str]  # puts the source back where marks stand
    code: Callable[[str, str], str]  # the HTML of a fenced block, of its language and its text
    footnotes: Footnotes


class LinePass:
    """Rewrites the lines of one container: of the note, or of the inside of a quote."""

    def __init__(self, lines: list[str], workshop: Workshop, depth: int = 0) -> None:
        self.lines, self.workshop, self.depth = lines, workshop, depth
        self.out: list[str] = []
        self.items: list[int] = []  # the column where the content of each open list item starts
        self.lists: list[bool] = []  # whether each open list is ordered; may be one longer than `items`
        self.previous = "blank"  # kind of the line before: blank, text, block
        self.last = ""  # kind of the last block: text, code, quote, block
        self.is_later = False  # whether the text before is a further paragraph of a list item
        self.last_ends = {end: shapes.last_line_with(lines, end) for end in shapes.COMMENT_ENDS.values()}
        self.index = 0

    def run(self) -> list[str]:
        """The rewritten lines; raises TooDeepError."""
        while self.index < len(self.lines):
            line = self.lines[self.index]
            text = line.lstrip(" ")
            if text:
                self._fill_line(text, len(line) - len(text))
            else:
                self._blank()
                self.index += 1
        while self.out and not self.out[-1]:
            self.out.pop()
        return self.out

    def _fill_line(self, text: str, indent: int) -> None:
        if self.previous == "text" and not self._interrupts(text, indent):
            self._continue(text, indent)
            return
        while self.items and indent < self.items[-1]:
            self.items.pop()
        extra = indent - self._column()
        if extra >= 4:
            self._end_lists()
            self._emit(" " * extra + text, "code")
        elif not self._special(text, indent):
            self._end_lists()
            self._emit(text, "text")

    def _column(self) -> int:
        return self.items[-1] if self.items else 0

    def _interrupts(self, text: str, indent: int) -> bool:
        """Whether this line ends the paragraph before it."""
        column = next((column for column in reversed(self.items) if column <= indent), 0)
        if indent - column >= 4:
            return False
        if text.startswith((">", "```", "~~~", "%%", "<!--")) or shapes.HEADING.match(text):
            return True
        if shapes.RULE.match(text):
            return bool(self.items) or text[0] != "-"
        marker = shapes.MARKER.match(text)
        if marker and (marker["rest"] or self.items):
            return bool(self.items) or marker["number"] in (None, "1")
        return bool(shapes.HTML_BLOCK.match(text) or shapes.FOOTNOTE.match(text))

    def _continue(self, text: str, indent: int) -> None:
        extra = indent - self._column()
        self._emit((" " * extra if extra >= 4 else "") + text, "text")

    def _special(self, text: str, indent: int) -> bool:
        """Handles a line that starts a block other than a paragraph; False when it does not."""
        if fence := shapes.FENCE.match(text):
            self._set_aside(self._fence(fence, indent))
        elif text.startswith(tuple(shapes.COMMENT_ENDS)) and self._comment(text):
            return True
        elif text[0] == ">":
            self._quote()
        elif shapes.HTML_BLOCK.match(text):
            self._set_aside(self._html())
        elif shapes.RULE.match(text) or shapes.HEADING.match(text):
            self._block(text)
        elif marker := shapes.MARKER.match(text):
            self._item(marker, indent)
        elif not self.items and not self.depth and (footnote := shapes.FOOTNOTE.match(text)):
            self._footnote(footnote)
        else:
            return False
        return True

    def _emit(self, text: str, kind: str) -> None:
        self.out.append(" " * (4 * len(self.items)) + text)
        self.is_later = kind == "text" and bool(self.items) and (self.is_later or self.previous == "blank")
        self.previous = self.last = kind
        self.index += 1

    def _blank(self) -> None:
        if self.previous != "blank" or self.last == "code":
            self.out.append("")
        self.previous = "blank"

    def _end_lists(self) -> None:
        """A block that is no list item ends the list of its level; Python-Markdown needs a blank line to see it."""
        if len(self.lists) > len(self.items):
            del self.lists[len(self.items) :]
            if self.previous != "blank":
                self._blank()

    def _block(self, text: str) -> None:
        self._end_lists()
        if self.previous != "blank":
            self._blank()
        self._emit(text, "block")
        self._blank()

    def _set_aside(self, html: str) -> None:
        """Puts the placeholder of finished HTML in place; the lines it came from are already behind us."""
        self._end_lists()
        if not self.items and self.previous != "blank":
            self._blank()
        self.out.append(" " * (4 * len(self.items)) + self.workshop.stash(html))
        self.previous = self.last = "block"
        if not self.items:
            self._blank()

    def _fence(self, fence: re.Match[str], indent: int) -> str:
        """Consumes a fenced block, which its container ends if no fence does; answers its HTML."""
        column, mark = self._column(), fence["fence"]
        code: list[str] = []
        self.index += 1
        while self.index < len(self.lines):
            line = self.lines[self.index]
            text = line.strip(" ")
            if text and len(line) - len(line.lstrip(" ")) < column:
                break
            self.index += 1
            if len(text) >= len(mark) and not text.strip(mark[0]):
                break
            code.append(shapes.without_indent(line, indent))
        return self.workshop.code(shapes.language_of(fence["info"]), self.workshop.restore("\n".join(code)))

    def _html(self) -> str:
        """Consumes an HTML block, which ends at a blank line or with its container; answers what is allowed of it."""
        column, start = self._column(), self.index
        while self.index < len(self.lines):
            line = self.lines[self.index]
            text = line.lstrip(" ")
            if not text or len(line) - len(text) < column:
                break
            self.index += 1
        return raw_html.keep_allowed(self.workshop.restore("\n".join(self.lines[start : self.index])))

    def _comment(self, text: str) -> bool:
        start = "%%" if text.startswith("%%") else "<!--"
        end = shapes.COMMENT_ENDS[start]
        if end in text[len(start) :]:
            rest = text[len(start) :].partition(end)[2]
            self.index += 0 if rest.strip() else 1
            return not rest.strip()
        if self.last_ends[end] <= self.index:
            return False
        self.index += 1
        while end not in self.lines[self.index]:
            self.index += 1
        self.lines[self.index] = self.lines[self.index].partition(end)[2]
        return True

    def _quote(self) -> None:
        inner = self._quoted_lines()
        self._end_lists()
        if self.last == "quote":
            self.out += [" " * (4 * len(self.items)) + self.workshop.stash(shapes.APART), ""]
        elif self.items and self.previous != "blank":
            self._blank()
        if self.depth >= MAX_DEPTH:
            raise TooDeepError
        lines = LinePass(inner, self.workshop, self.depth + 1).run()
        pad = " " * (4 * len(self.items))
        self.out += [f"{pad}> {line}".rstrip(" ") if not line else f"{pad}> {line}" for line in lines]
        self.previous, self.last = "block", "quote"
        self._blank()

    def _quoted_lines(self) -> list[str]:
        column = self._column()
        inner: list[str] = []
        fence = ""
        while self.index < len(self.lines):
            line = self.lines[self.index]
            text = line.lstrip(" ")
            indent = len(line) - len(text)
            if text.startswith(">") and column <= indent < column + 4:
                text = text[2:] if text.startswith("> ") else text[1:]
                fence = shapes.open_fence(fence, text.strip(" "))
            elif not text or fence or not inner[-1].strip() or self._interrupts(text, indent):
                break
            inner.append(text)
            self.index += 1
        if shapes.CALLOUT.match(inner[0].lstrip(" ")):
            inner.insert(1, "")
        return inner

    def _item(self, marker: re.Match[str], indent: int) -> None:
        depth, ordered = len(self.items), marker["number"] is not None
        if depth >= MAX_DEPTH:
            raise TooDeepError
        is_first = len(self.lists) <= depth
        apart = depth == 0 and self.previous == "text" if is_first else self.is_later or self.lists[depth] != ordered
        if apart and self.previous != "blank":
            self._blank()
        self.lists[depth:] = [ordered]
        self._item_text(marker, indent, f"{marker['number']}. " if ordered else "- ")

    def _item_text(self, marker: re.Match[str], indent: int, bullet: str) -> None:
        rest, gap = marker["rest"], len(marker["gap"])
        if not marker["number"] and (toggle := shapes.TOGGLE.search(rest)):
            rest = rest[: toggle.start()] + placeholders.TOGGLE
        column = indent + len(marker["bullet"]) + (gap if 1 <= gap <= 4 and rest else 1)
        pad = " " * (4 * len(self.items))
        self.items.append(column)
        if fence := shapes.FENCE.match(rest):
            rest = self.workshop.stash(self._fence(fence, column))
        elif rest.startswith(">"):
            self.lines[self.index] = " " * column + rest
            rest = ""
        else:
            self.index += 1
        self.out.append(pad + bullet + rest)
        self.previous = "text" if rest and not shapes.HEADING.match(rest) else "block"
        self.last, self.is_later = "text", False

    def _footnote(self, footnote: re.Match[str]) -> None:
        lines = self.workshop.footnotes.define(footnote.group(1))
        text = footnote.group(2)
        while text:
            lines.append(text)
            self.index += 1
            text = self.lines[self.index].lstrip(" ") if self.index < len(self.lines) else ""
            if shapes.FOOTNOTE.match(text):
                break
        if not lines:
            self.index += 1
        self._blank()
