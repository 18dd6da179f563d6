"""The inside of a paragraph of a clipped page, as runs of one style, and the Markdown for it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from notesvc.text.markdown.escaping import code_span, escaped_line, escaped_text, link_address

Style = Literal["del", "mark", "strong", "em"]
_STYLES: tuple[tuple[Style, str], ...] = (("del", "~~"), ("mark", "=="), ("strong", "**"), ("em", "*"))
_SPACES = re.compile(r"[ \t\n\f\r\u00a0]+")
_BREAK = re.compile(r" *\n *")


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of a paragraph: text, code, finished Markdown (`ready`), or a line break; its styles and its link."""

    kind: Literal["text", "code", "ready", "break"]
    text: str
    styles: frozenset[str] = frozenset()
    href: str | None = None


def markdown_of(runs: Iterable[Run], line_break: str = "\n") -> str:
    """One block of Markdown for these runs, without blank lines inside; empty when they show nothing."""
    text = _link(_collapse(runs))
    lines = [line.strip(" ") for line in text.split("\n")]
    kept = [escaped_line(line) for line in lines if line]
    return line_break.join(kept)


def _collapse(runs: Iterable[Run]) -> list[Run]:
    """The runs with white space as HTML shows it: one space at most, none around a line break."""
    kept: list[Run] = []
    after_space = True
    for run in runs:
        text = run.text
        if run.kind == "text":
            text = _SPACES.sub(" ", text)
            text = text[1:] if after_space and text.startswith(" ") else text
            if not text:
                continue
            after_space = text.endswith(" ")
        else:
            after_space = run.kind == "break"
        kept.append(Run(run.kind, text, run.styles, run.href))
    return kept


def _link(runs: list[Run]) -> str:
    parts: list[str] = []
    for href, members in groupby(runs, key=lambda run: run.href):
        group = list(members)
        if href and [run.text.strip(" ") for run in group] == [href] and link_address(href) == href:
            parts.append(f"<{href}>")
            continue
        text = _style(group, 0)
        words = _BREAK.sub(" ", text).strip(" ")
        if href is None or not words:
            parts.append(text)
            continue
        lead, trail = " " * text.startswith(" "), " " * text.endswith(" ")
        parts.append(f"{lead}[{words}]({link_address(href)}){trail}")
    return "".join(parts)


def _style(runs: list[Run], level: int) -> str:
    """Markdown of the runs, given that the styles before `level` are dealt with; goes four levels deep."""
    if level == len(_STYLES):
        return "".join(map(_plain, _join(runs)))
    style, marker = _STYLES[level]
    groups = [
        (styled, _style(list(group), level + 1)) for styled, group in groupby(runs, lambda run: style in run.styles)
    ]
    out = ""
    for index, (styled, text) in enumerate(groups):
        following = groups[index + 1][1] if index + 1 < len(groups) else ""
        out += _wrap(text, style, marker, out[-1:], following[:1]) if styled else text
    return out


def _wrap(text: str, style: str, marker: str, before: str, after: str) -> str:
    words = text.strip(" \n")
    if not words:
        return text
    start = text.index(words)
    lead, trail = text[:start], text[start + len(words) :]
    if _can_stand(words, marker, lead[-1:] or before, trail[:1] or after):
        return f"{lead}{marker}{words}{marker}{trail}"
    return f"{lead}<{style}>{words}</{style}>{trail}"


def _can_stand(words: str, marker: str, before: str, after: str) -> bool:
    """Whether Markdown sees the markers here: not beside their like, nor between punctuation and a letter."""
    if marker[0] in (before, after, words[0], words[-1]):
        return False
    opens = words[0].isalnum() or not before.isalnum()
    return opens and (words[-1].isalnum() or not after.isalnum())


def _join(runs: list[Run]) -> list[Run]:
    """Neighbouring texts as one, so that escaping sees whole words."""
    joined: list[Run] = []
    for kind, group in groupby(runs, key=lambda run: run.kind):
        if kind == "text":
            joined.append(Run("text", "".join(run.text for run in group)))
        else:
            joined.extend(group)
    return joined


def _plain(run: Run) -> str:
    if run.kind == "text":
        return escaped_text(run.text)
    if run.kind == "code":
        return code_span(_SPACES.sub(" ", run.text)) if run.text.strip() else " "
    return "\n" if run.kind == "break" else run.text
