"""What changed between two texts, word by word."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from notesvc.text.diff.edit_script import Edit, Op, shortest
from notesvc.text.scripts import MARKS, UNSPACED

Change = tuple[Op, str]

_BUDGET = 1_000_000  # comparisons, for the lines and again for the words: some tenths of a second

_WORDS = re.compile(
    rf"""
      [^\S\n]+                                # white space within a line
    | \n                                      # a line end
    | [{UNSPACED}] [{MARKS}]*+                # a letter of a script without spaces
    | [^\W{UNSPACED}] [^\W{UNSPACED}{MARKS}]*+ (?: [{MARKS}]++ [^\W{UNSPACED}]*+ )*+
    | .                                       # anything else, one by one
    """,
    re.VERBOSE | re.DOTALL,
)
_LINES = re.compile(r"[^\n]*\n|[^\n]+")


_ORDER: tuple[Op, Op, Op] = ("delete", "insert", "equal")


class _Part(NamedTuple):
    gone: str
    come: str
    kept: str


def word_diff(old: str, new: str) -> list[Change]:
    """The changes from `old` to `new`: what is equal and inserted makes `new`, equal and deleted `old`.

    Between equal parts a deletion comes before an insertion. Lines are compared first, then the words of those
    that changed. Where that would take too long for a part, the part is one deletion and one insertion: the
    time is bounded for any two texts.
    """
    parts = _parts(_compare(old, new, _LINES, _BUDGET))
    budget = _BUDGET // max(1, sum(1 for part in parts if part.gone and part.come))
    changes: list[Change] = []
    for gone, come, kept in parts:
        changes += [*_compare(gone, come, _WORDS, budget), ("equal", kept)]
    in_order = [change for part in _parts(changes) for change in zip(_ORDER, part, strict=True)]
    return [(op, text) for op, text in in_order if text]


def _parts(changes: Iterable[Change]) -> list[_Part]:
    """The same changes, each deletion and insertion joined with the equal text behind it."""
    parts: list[_Part] = []
    gone = come = kept = ""
    for op, text in changes:
        if kept and text and op != "equal":
            parts.append(_Part(gone, come, kept))
            gone = come = kept = ""
        if op == "equal":
            kept += text
        elif op == "insert":
            come += text
        else:
            gone += text
    return [*parts, _Part(gone, come, kept)]


def _compare(old: str, new: str, pieces: re.Pattern[str], budget: int) -> Iterator[Change]:
    if old and new:
        before, after = pieces.findall(old), pieces.findall(new)
        edits = shortest(before, after, budget)
        if edits is not None:
            yield from (_change(edit, before, after) for edit in edits)
            return
    yield "delete", old
    yield "insert", new


def _change(edit: Edit, before: list[str], after: list[str]) -> Change:
    if edit.op == "insert":
        return edit.op, "".join(after[edit.new_start : edit.new_end])
    return edit.op, "".join(before[edit.old_start : edit.old_end])
