"""The lines of a Markdown text, each parted into what the containers around it take and what stands in them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from notesvc.text.blocks.reading import block_rules

ITEM = re.compile(
    r"""(?x)
    (?P<lead> [ ]{0,3} )
    (?P<marker> (?P<bullet> [-*+] ) | (?P<number> [0-9]{1,9} ) (?P<delimiter> [.)] ) )
    (?P<gap> [ \t]+ | $ )
    """
)
_MARKER = r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]"
_NESTED = re.compile(rf"(?m)^ {{0,3}}{_MARKER}[^\r\n]*\r?\n([ \t]+){_MARKER}")
TOGGLE = "<!-- toggle -->"
_TOGGLE = re.compile(rf"(?:^|[ \t]+){TOGGLE}[ \t]*$")
_TASK = re.compile(r"\[[ xX]\](?:[ \t]+|$)")
_QUOTE = re.compile(r" {0,3}> ?")
_MOST_GAP = 4  # more columns behind a marker are indented code


class Line(NamedTuple):
    """`prefix` is what each of the containers takes, the outermost first: indentation of items, signs of quotes."""

    prefix: tuple[str, ...]
    text: str
    end: str

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in the containers."""
        return not self.text.strip(" \t")

    def in_container(self, length: int) -> "Line":
        """The line in a further container, which takes so much of it."""
        return Line((*self.prefix, self.text[:length]), self.text[length:], self.end)

    def with_own(self, prefix: str) -> "Line":
        """The line with something else taken by the innermost container."""
        return self._replace(prefix=(*self.prefix[:-1], prefix))

    def given_back(self) -> "Line":
        """The line out of the innermost container."""
        return Line(self.prefix[:-1], self.prefix[-1] + self.text, self.end)


def cut(markdown: str) -> list[Line]:
    """The lines of a text that is in no container."""
    lines = block_rules.lines_of(markdown)
    texts = [line.rstrip("\r\n") for line in lines]
    return [Line((), text, line[len(text) :]) for line, text in zip(lines, texts, strict=True)]


def indentation(markdown: str) -> str:
    """What the first item begins with that stands right below one that is in no container; empty without one."""
    found = _NESTED.search(markdown)
    return found[1] if found else ""


def fresh(text: str, prefix: tuple[str, ...], end: str) -> list[Line]:
    """Lines that were not there before."""
    bare = _without_blanks(prefix)
    return [Line(prefix if line else bare, line, end) for line in text.split("\n")]


def _without_blanks(prefix: tuple[str, ...]) -> tuple[str, ...]:
    """What a blank line begins with: nothing behind the last sign."""
    parts = list(prefix)
    for at in range(len(parts) - 1, -1, -1):
        parts[at] = parts[at].rstrip(" \t")
        if parts[at]:
            break
    return tuple(parts)


def text_of(lines: Sequence[Line]) -> str:
    """What stands in the containers."""
    return "\n".join(line.text for line in lines)


def source_of(lines: Sequence[Line], last_end: str, usual_end: str) -> str:
    """Lines that are in no container, as they are stored; the last one ends as told."""
    parts = [line.text + (line.end or usual_end) for line in lines[:-1]]
    return "".join([*parts, lines[-1].text, last_end])


def inside_quote(lines: Sequence[Line]) -> list[Line]:
    """The same lines without the signs of a quote; a line that only goes on with a paragraph has none."""
    return [line.in_container(found.end() if (found := _QUOTE.match(line.text)) else 0) for line in lines]


def inside_item(lines: Sequence[Line], is_task: bool) -> list[Line]:
    """The same lines without the marker of an item, or what says of a task whether it is done, and its indentation."""
    first = lines[0]
    found = ITEM.match(first.text)
    if found is None:
        return [line.in_container(0) for line in lines]
    start = _columns("".join(first.prefix), 0)
    behind = _columns(found["lead"] + found["marker"], start)
    gap = _columns(found["gap"], behind) - behind
    is_code = gap > _MOST_GAP
    end = found.end("marker") + 1 if is_code else found.end()
    if is_task and (task := _TASK.match(first.text, end)):
        end = task.end()
    width = behind - start + (1 if is_code or first.in_container(found.end()).is_blank else gap)
    return [first.in_container(end), *(_unindent(line, width) for line in lines[1:])]


def _unindent(line: Line, width: int) -> Line:
    """The line without white space of so many columns."""
    column, at = _columns("".join(line.prefix), 0), 0
    aim = column + width
    while column < aim and line.text[at : at + 1] in (" ", "\t"):
        column = _columns(line.text[at], column)
        at += 1
    return line.in_container(at)


def _columns(text: str, start: int) -> int:
    """The column behind a text."""
    for char in text:
        start = (start // 4 + 1) * 4 if char == "\t" else start + 1
    return start


def with_toggle(text: str) -> str:
    """The text of an item, with what says that it is folded and unfolded behind its first line."""
    first, feed, rest = text.partition("\n")
    return f"{first} {TOGGLE}{feed}{rest}" if first else f"{TOGGLE}{feed}{rest}"


def without_toggle(text: str) -> str | None:
    """The text of an item without that; None where it is not there."""
    first, feed, rest = text.partition("\n")
    found = _TOGGLE.search(first)
    return None if found is None else first[: found.start()] + feed + rest
