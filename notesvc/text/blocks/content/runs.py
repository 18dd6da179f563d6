"""Inline content as a flat list of runs, in the one form that Markdown can say."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Kind = Literal["text", "code", "wiki", "raw", "link"]
Styles = frozenset[str]

MARKS: Styles = frozenset({"bold", "italic", "strike", "underline"})
NO_STYLES: Styles = frozenset()
ATOMS = frozenset({"wiki", "raw"})

_AROUND_LINE_END = re.compile(r"[ \t]*+\n[ \t]*+")
_CARRIAGE_RETURN = re.compile(r"\r\n?")
# Zs and the ASCII white space: what CommonMark's rules for emphasis call white space.
WHITE_SPACE = "\t\n\v\f\r \u00a0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


class Run(NamedTuple):
    """A stretch of inline content with one set of styles.

    `text` is the text, the code, or the Markdown source of a `wiki` or `raw` atom. Of a `link`, `inner` holds the
    runs without the styles that all of them share: those are the link's own `styles`.
    """

    kind: Kind
    text: str
    styles: Styles = NO_STYLES
    href: str = ""
    inner: tuple["Run", ...] = ()


def link(href: str, inner: Sequence[Run]) -> Run:
    """A link whose runs may hold text and code; the styles that all share move to the link."""
    shared = MARKS.intersection(*(run.styles for run in inner))
    bare = [run._replace(styles=run.styles - shared) for run in inner]
    return Run("link", "", shared, href, tuple(settle(bare, "")))


def normal(runs: Iterable[Run], ends: str = " \t\n") -> list[Run]:
    """The runs as they come back from Markdown.

    No white space at the ends, around line ends, or just inside a style; no line end in code; neighbours with
    the same styles are one run. `ends` are the characters that are stripped at both ends.
    """
    return settle(_split_code(runs), ends)


def settle(runs: list[Run], ends: str) -> list[Run]:
    """The same, for runs whose code has no line ends."""
    runs = _strip(_strip_lines(_merge(runs)), ends)
    for style in sorted(MARKS):
        if any(style in run.styles for run in runs):
            runs = _merge(_trim(runs, style))
    return runs


def _split_code(runs: Iterable[Run]) -> list[Run]:
    split: list[Run] = []
    for run in runs:
        text = _CARRIAGE_RETURN.sub("\n", run.text) if "\r" in run.text else run.text
        if run.kind != "code" or "\n" not in text:
            split.append(run._replace(text=text) if text is not run.text else run)
            continue
        for number, line in enumerate(text.split("\n")):
            if number:
                split.append(Run("text", "\n", run.styles))
            split.append(run._replace(text=line))
    return split


def _merge(runs: Iterable[Run]) -> list[Run]:
    merged: list[Run] = []
    parts: list[str] = []
    for run in runs:
        if run.kind not in ("text", "code"):
            _flush(merged, parts)
            merged.append(run)
        elif run.text:
            last = merged[-1] if merged else None
            if last is None or last.kind != run.kind or last.styles != run.styles or not parts:
                _flush(merged, parts)
                merged.append(run)
            parts.append(run.text)
    _flush(merged, parts)
    return merged


def _flush(merged: list[Run], parts: list[str]) -> None:
    if len(parts) > 1:
        merged[-1] = merged[-1]._replace(text="".join(parts))
    parts.clear()


def _strip_lines(runs: list[Run]) -> list[Run]:
    if not any("\n" in run.text for run in runs if run.kind == "text"):
        return runs
    stripped: list[Run] = []
    for run in runs:
        if run.kind == "text":
            text = _AROUND_LINE_END.sub("\n", run.text)
            if stripped and stripped[-1].kind == "text" and stripped[-1].text.endswith("\n"):
                text = text.lstrip(" \t")
            run = run._replace(text=text)
            if text.startswith("\n"):
                _strip_end(stripped)
        if run.text or run.kind != "text":
            stripped.append(run)
    return _merge(stripped)


def _strip_end(runs: list[Run]) -> None:
    while runs and runs[-1].kind == "text" and runs[-1].text[-1] in " \t":
        text = runs[-1].text.rstrip(" \t")
        runs[-1:] = [runs[-1]._replace(text=text)] if text else []


def _strip(runs: list[Run], ends: str) -> list[Run]:
    first, last = 0, len(runs)
    while first < last and runs[first].kind == "text" and not runs[first].text.strip(ends):
        first += 1
    while last > first and runs[last - 1].kind == "text" and not runs[last - 1].text.strip(ends):
        last -= 1
    runs = runs[first:last]
    if runs and runs[0].kind == "text":
        runs[0] = runs[0]._replace(text=runs[0].text.lstrip(ends))
    if runs and runs[-1].kind == "text":
        runs[-1] = runs[-1]._replace(text=runs[-1].text.rstrip(ends))
    return runs


def _trim(runs: list[Run], style: str) -> list[Run]:
    """Takes white space at the edges of every stretch of the style out of it."""
    return list(reversed(_trimmed_starts(list(reversed(_trimmed_starts(runs, style, False))), style, True)))


def _trimmed_starts(runs: list[Run], style: str, from_end: bool) -> list[Run]:
    trimmed: list[Run] = []
    inside = False
    for run in runs:
        if style not in run.styles:
            inside = False
        elif not inside:
            if run.kind != "text":
                inside = True
            else:
                text = run.text.rstrip(WHITE_SPACE) if from_end else run.text.lstrip(WHITE_SPACE)
                space = run.text[len(text) :] if from_end else run.text[: len(run.text) - len(text)]
                if space:
                    trimmed.append(Run("text", space, run.styles - {style}))
                if not text:
                    continue
                inside = True
                run = run._replace(text=text)
        trimmed.append(run)
    return trimmed
