"""Writes runs as inline Markdown."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from markdown_it.rules_block.html_block import HTML_SEQUENCES

from notesvc.text.blocks.content import escapes
from notesvc.text.blocks.content.escapes import Context, Zeal
from notesvc.text.blocks.content.runs import Run, Styles

OPENING = {"underline": "<u>", "strike": "~~", "bold": "**", "italic": "*"}
CLOSING = {**OPENING, "underline": "</u>"}
_ORDER = tuple(OPENING)

_BACKTICKS = re.compile("`+")
_AUTOLINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\x00-\x20]*")
_EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_PLAIN_TARGET = re.compile(r"[^\s<>()\\&\x00-\x1f\x7f]+")
_TARGET_ENTITY = re.compile(r"&(?=#?[A-Za-z0-9]+;)")
_TARGET_ESCAPE = re.compile(r"[<>]|\\(?=[!-/:-@\[-`{-~]|$)")
_LINE_END = re.compile(r"[\r\n]+")


class Mark(NamedTuple):
    """Where a style was opened or closed in the written text, and by which run."""

    position: int
    style: str
    run: int
    opens: bool


def write(runs: Sequence[Run], zeal: Zeal = Zeal.LIGHT, guard: bool = True, label: bool = False) -> str:
    """Inline Markdown for runs in normal form.

    `guard` keeps text at the start of a line from being read as a block; `label` is for the text of a link.
    """
    writer = Writer(zeal, guard, label)
    writer.write(runs)
    return writer.text()


def wrap(source: str, styles: Styles) -> str:
    """A source between the marks of the styles."""
    names = [name for name in _ORDER if name in styles]
    before = "".join(OPENING[name] for name in names)
    return before + source + "".join(CLOSING[name] for name in reversed(names))


def link_source(label: str, href: str, title: str = "") -> str:
    """`[label](href "title")`, the label being Markdown already."""
    shown = _LINE_END.sub(" ", title)
    shown = _TARGET_ENTITY.sub("&amp;", re.sub(r'"|\\(?=[!-/:-@\[-`{-~]|$)', r"\\\g<0>", shown))
    return f'[{label}]({_target(href) or "<>"} "{shown}")' if title else f"[{label}]({_target(href)})"


class Writer:
    """Writes runs one after the other, and remembers where styles open and close."""

    def __init__(self, zeal: Zeal, guard: bool, label: bool) -> None:
        self.zeal = zeal
        self.guard = guard
        self.label = label
        self.parts: list[str] = []
        self.length = 0
        self.lines = 0
        self.open: list[str] = []
        self.marks: list[Mark] = []
        self.taken: set[int] = set()

    def text(self) -> str:
        """What was written."""
        return "".join(self.parts)

    def write(self, runs: Sequence[Run]) -> None:
        """Writes all the runs."""
        reach = _reach(runs)
        self._avoid_ticks(runs)
        for index, run in enumerate(runs):
            self._close(run.styles, index - 1)
            wanted = [name for name in _ORDER if name in run.styles and name not in self.open]
            for name in sorted(wanted, key=lambda style: -reach[index][style]):
                self._mark(OPENING[name], name, index, opens=True)
                self.open.append(name)
            if index == 1 and run.text.startswith("\n") and self._is_lone_tag(runs[0]):
                # A tag alone on the first line would start an HTML block.
                self._put("\\")
            self._put(self._body(run, runs[index + 1] if index + 1 < len(runs) else None))
        self._close(frozenset(), len(runs) - 1)

    def _avoid_ticks(self, runs: Sequence[Run]) -> None:
        """Backticks that stand in verbatim source must not pair with those of our code."""
        for run in runs:
            if run.kind == "raw" and "`" in run.text:
                self.taken.update(len(ticks) for ticks in _BACKTICKS.findall(run.text))

    def _close(self, wanted: Styles, run: int) -> None:
        while any(name not in wanted for name in self.open):
            name = self.open.pop()
            self._mark(CLOSING[name], name, run, opens=False)

    def _mark(self, source: str, style: str, run: int, opens: bool) -> None:
        self.marks.append(Mark(self.length, style, run, opens))
        self._put(source)

    def _put(self, source: str) -> None:
        self.parts.append(source)
        self.length += len(source)
        self.lines += source.count("\n")

    def _body(self, run: Run, following: Run | None) -> str:
        if run.kind == "text":
            return escapes.escape(run.text, self.zeal, self._context(following))
        if run.kind == "code":
            return _code(run.text, self.taken)
        if run.kind != "link":
            return f"    {run.text}" if self._would_interrupt(run.text) else run.text
        return _autolink(run) or link_source(self._label(run.inner), run.href)

    def _would_interrupt(self, source: str) -> bool:
        """Whether raw HTML at the start of a further line would start a block, unless it is indented."""
        if not self.guard or source[:1] != "<" or not self.parts or self.parts[-1][-1:] != "\n":
            return False
        return any(interrupts and start.search(source) for start, _, interrupts in HTML_SEQUENCES)

    def _is_lone_tag(self, run: Run) -> bool:
        return self.guard and run.kind == "raw" and run.text.startswith("<") and not run.styles

    def _label(self, inner: Sequence[Run]) -> str:
        writer = Writer(self.zeal, self.guard, label=True)
        writer.taken = self.taken
        writer.write(inner)
        return writer.text()

    def _context(self, following: Run | None) -> Context:
        before = self.parts[-1][-1] if self.parts and self.parts[-1] else ""
        opens_bracket = following is not None and (
            following.kind in ("wiki", "link") or (following.kind == "raw" and following.text.startswith("["))
        )
        return Context(
            before=before,
            guard=self.guard and (before == "\n" or (not before and not self.label)),
            first_line=self.lines == 0,
            guard_lines=self.guard,
            last=following is None,
            before_bracket=opens_bracket,
            label=self.label,
        )


def _reach(runs: Sequence[Run]) -> list[dict[str, int]]:
    """For each run, how many runs on each style goes."""
    reach: list[dict[str, int]] = []
    current = dict.fromkeys(_ORDER, 0)
    for run in reversed(runs):
        current = {name: current[name] + 1 if name in run.styles else 0 for name in _ORDER}
        reach.append(current)
    reach.reverse()
    return reach


def _code(text: str, taken: set[int]) -> str:
    lengths = taken.union(len(ticks) for ticks in _BACKTICKS.findall(text))
    length = next(number for number in range(1, len(lengths) + 2) if number not in lengths)
    padded = text[0] == "`" or text[-1] == "`" or (text[0] == text[-1] == " " and text.strip(" ") != "")
    return "`" * length + (f" {text} " if padded else text) + "`" * length


def _autolink(run: Run) -> str:
    text = run.inner[0].text
    if len(run.inner) > 1 or run.inner[0].kind != "text" or run.inner[0].styles:
        return ""
    if text == run.href and _AUTOLINK.fullmatch(text):
        return f"<{text}>"
    return f"<{text}>" if run.href == f"mailto:{text}" and _EMAIL.fullmatch(text) else ""


def _target(href: str) -> str:
    if _PLAIN_TARGET.fullmatch(href):
        return href
    href = _LINE_END.sub("%0A", href)
    escaped = _TARGET_ENTITY.sub("&amp;", _TARGET_ESCAPE.sub(r"\\\g<0>", href))
    if re.search(r"[\s<>\x00-\x1f\x7f]", escaped) or not _is_balanced(escaped):
        return f"<{escaped}>"
    return escaped


def _is_balanced(target: str) -> bool:
    depth = 0
    for char in target:
        depth += (char == "(") - (char == ")")
        if depth < 0 or depth > 8:
            return False
    return depth == 0
