"""Inline Markdown that is read back as the runs it was written from, or as near as Markdown gets."""

import re
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace

from notesvc.text.blocks.content import run_parser, run_writer, runs
from notesvc.text.blocks.content.escapes import Zeal
from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.content.runs import Run

_MOST_ROUNDS = 40
_LINE_END = re.compile("(\n)")


class Place(NamedTuple):
    """Where inline Markdown stands."""

    ends: str = " \t\n"  # what is stripped from both ends there
    guard: bool = True  # a line may be read as a block
    breaks: bool = False  # a line end is written `<br>`


IN_LINE = Place()


def best(found: Sequence[Run], references: References, place: Place, least: Zeal) -> str:
    """Writes the runs, reads them back, and escapes more, or gives up marks, until they are the same.

    Text is never given up; styles that Markdown cannot say in this place are.
    """
    written = ""
    for candidate, zeal in _candidates(found, place.ends):
        if zeal >= least:
            written = source(candidate, zeal, place)
            if run_parser.parse(written, references, place.ends, place.breaks) == candidate:
                return written
    return written


def is_sayable(found: Sequence[Run], references: References, place: Place, origin: str | None = None) -> bool:
    """Whether the runs, in normal form, are written as Markdown that is read back as the same runs.

    `origin` is what they were read from: where the same is written again, nothing has to be read.
    """
    for zeal in (Zeal.LIGHT, Zeal.HARD):
        written = source(found, zeal, place)
        if written == origin or run_parser.parse(written, references, place.ends, place.breaks) == list(found):
            return True
    return False


def source(found: Sequence[Run], zeal: Zeal, place: Place) -> str:
    """The runs as Markdown, written once."""
    if place.breaks:
        return run_writer.write([part for run in found for part in _with_breaks(run)], zeal, guard=False)
    return run_writer.write(found, zeal, place.guard)


def _with_breaks(run: Run) -> list[Run]:
    if run.kind == "link":
        return [run._replace(inner=tuple(part for inner in run.inner for part in _with_breaks(inner)))]
    if run.kind != "text" or "\n" not in run.text:
        return [run]
    lines = _LINE_END.split(run.text)
    return [
        Run("raw" if line == "\n" else "text", "<br>" if line == "\n" else line, run.styles) for line in lines if line
    ]


def _candidates(found: Sequence[Run], ends: str) -> Iterator[tuple[list[Run], Zeal]]:
    yield list(found), Zeal.LIGHT
    yield list(found), Zeal.HARD
    yield _shrunk(list(found), ends), Zeal.HARD
    for style in sorted({style for run in found for part in (run, *run.inner) for style in part.styles}):
        yield _shrunk(runs.normal([_without(run, {style}) for run in found], ends), ends), Zeal.HARD
    unmarked = runs.normal([_without(run, runs.MARKS) for run in found], ends)
    yield unmarked, Zeal.HARD
    plain = runs.normal([part for run in unmarked for part in _as_text(run)], ends)
    yield plain, Zeal.HARD
    yield plain, Zeal.ENTITIES


def _without(run: Run, styles: Set[str]) -> Run:
    run = run._replace(styles=run.styles - styles)
    if run.kind != "link":
        return run
    inner = [part._replace(styles=(part.styles - styles) | run.styles) for part in run.inner]
    return runs.link(run.href, runs.normal(inner, ""))


def _as_text(run: Run) -> list[Run]:
    if run.kind != "link":
        return [Run("text", run.text)]
    label = "".join(part.text for part in run.inner)
    return [Run("text", label if run.href in label else f"{label} ({run.href})")]


def _shrunk(found: list[Run], ends: str) -> list[Run]:
    """Takes signs at the edge of a style out of it where the style could not open or close there."""
    found = [_shrunk_link(run) if run.kind == "link" else run for run in found]
    for _ in range(_MOST_ROUNDS):
        writer = run_writer.Writer(Zeal.HARD, guard=False, label=False)
        writer.write(found)
        written = writer.text()
        failing = [mark for mark in writer.marks if mark.style != "underline" and not _works(mark, written)]
        if not failing:
            return found
        edges = {(mark.run, mark.opens): mark.style for mark in reversed(failing)}
        found = runs.normal(
            [part for index, run in enumerate(found) for part in _without_edges(run, index, edges)], ends
        )
    return runs.normal([_without(run, runs.MARKS) for run in found], ends)


def _shrunk_link(run: Run) -> Run:
    return run._replace(inner=tuple(_shrunk(list(run.inner), "")))


def _works(mark: run_writer.Mark, written: str) -> bool:
    sign = written[mark.position]
    start, end = mark.position, mark.position + 1
    while start and written[start - 1] == sign:
        start -= 1
    while end < len(written) and written[end] == sign:
        end += 1
    outside = written[start - 1] if start else " "
    inside = written[end] if end < len(written) else " "
    if not mark.opens:
        outside, inside = inside, outside
    if isWhiteSpace(ord(inside)):
        return False
    return not _is_sign(inside) or isWhiteSpace(ord(outside)) or _is_sign(outside)


def _is_sign(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


def _without_edges(run: Run, index: int, edges: dict[tuple[int, bool], str]) -> list[Run]:
    first, last = edges.get((index, True)), edges.get((index, False))
    if first is None and last is None:
        return [run]
    if run.kind != "text" or len(run.text) < 2:
        return [run._replace(styles=run.styles - {first, last})]
    parts = [run]
    if first is not None:
        parts = [Run("text", run.text[0], run.styles - {first}), run._replace(text=run.text[1:])]
    if last is not None and len(parts[-1].text) > 0:
        rest = parts.pop()
        parts += [rest._replace(text=rest.text[:-1]), Run("text", rest.text[-1], rest.styles - {last})]
    return parts
