"""Which parts of a text a model may rewrite: prose. Code, tables, formulas and front matter keep their bytes."""

import itertools
import re
from typing import NamedTuple

from notesvc.text.blocks.reading import block_rules, from_markdown
from notesvc.text.markdown import prescreen

_PROSE = frozenset({"paragraph", "heading", "bulletListItem", "numberedListItem", "checkListItem", "quote"})
_AROUND = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)
_FENCED = re.compile(r"(`{3,}|~{3,})[ \t]*(markdown|md|text)?[ \t]*\n(.*?)\n?\1[ \t]*", re.DOTALL)


class Run(NamedTuple):
    """A part of a text; one that is prose begins and ends with a letter that shows."""

    text: str
    is_prose: bool


def runs(text: str) -> list[Run]:
    """The text in parts, in order: put together they are the text."""
    if prescreen.is_hostile(text):
        # Reading it would take long; what would be lost is compared all the same.
        return list(_trim(text))
    lines = block_rules.lines_of(text)
    parsed = from_markdown.parse(text)
    found: list[Run] = []
    last = 0
    kinds = [(block["type"] in _PROSE, span) for block, span in zip(parsed.blocks, parsed.spans, strict=True)]
    for is_prose, group in itertools.groupby(kinds, key=lambda kind: kind[0]):
        spans = [span for _, span in group]
        found += [Run("".join(lines[last : spans[0][0]]), is_prose=False)]
        last = spans[-1][1]
        part = "".join(lines[spans[0][0] : last])
        found += _trim(part) if is_prose else [Run(part, is_prose=False)]
    return [run for run in [*found, Run("".join(lines[last:]), is_prose=False)] if run.text]


def without_fence(answer: str) -> str:
    """The answer without the code fence that models like to put around it, and without white space at its ends."""
    found = _FENCED.fullmatch(answer.strip())
    is_around_all = found is not None and (found[2] is not None or found[1] not in found[3])
    return (found[3] if found and is_around_all else answer).strip()


def _trim(part: str) -> list[Run]:
    found = _AROUND.fullmatch(part)
    assert found is not None
    before, text, after = found.groups()
    return [run for run in (Run(before, False), Run(text, True), Run(after, False)) if run.text]
