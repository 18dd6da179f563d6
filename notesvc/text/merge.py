"""Saving edited blocks into the Markdown that they came from: what was not edited keeps its source bytes."""

from collections.abc import Sequence
from typing import NamedTuple

from notesvc.text import block_diff, canonical, from_markdown, to_markdown
from notesvc.text.block_patch import Patch, Unit
from notesvc.text.blocks import Block
from notesvc.text.run_parser import References

_MOST_ATTEMPTS = 6


class _Difference(NamedTuple):
    """The units `[start, end)` whose text was not read back as they are."""

    start: int
    end: int


def save(old_markdown: str, blocks: Sequence[Block]) -> str:
    """The Markdown of valid blocks, in which each top-level block of the old text that is still there keeps its lines.

    Blocks that the old text already says give it back, byte for byte; colours, ids and empty paragraphs make no
    difference to it. What is written is read back: when a kept block would then be another, it is written anew too.
    """
    references = canonical.definitions(blocks)
    parsed = from_markdown.parse(old_markdown)
    before, after = _units(parsed.blocks, references), _units(blocks, references)
    if [unit.key for unit in before] == [unit.key for unit in after if unit.parts]:
        return old_markdown
    if not before:
        return to_markdown.to_markdown(blocks)
    after = [unit for unit in after if unit.parts]
    wanted = canonical.canonical(blocks, references)
    patch = Patch(old_markdown, parsed.spans, before, after, wanted, references)
    kept = {new: old for old, new in block_diff.pairs([u.key for u in before], [u.key for u in after])}
    for attempt in range(_MOST_ATTEMPTS):
        text = patch.applied(kept, keeps_gaps=attempt == 0)
        difference = _difference(text, patch, after)
        if difference is None:
            return text
        kept = _less(kept, difference, len(after), attempt)
    return to_markdown.to_markdown(blocks)


def _units(blocks: Sequence[Block], references: References) -> list[Unit]:
    units: list[Unit] = []
    for block in blocks:
        parts = canonical.canonical_parts(block, references)
        units.append(Unit(parts, " ".join(to_markdown.key(part) for part in parts)))
    return units


def _difference(text: str, patch: Patch, after: Sequence[Unit]) -> _Difference | None:
    read = [to_markdown.key(block) for block in from_markdown.parse(text).blocks]
    expected = patch.expected()
    if read == [key for keys in expected for key in keys]:
        return None
    owners = [index for index, keys in enumerate(expected) for _ in keys]
    keys = [key for keys in expected for key in keys]
    head, tail = 0, 0
    while head < min(len(read), len(keys)) and read[head] == keys[head]:
        head += 1
    while tail < min(len(read), len(keys)) - head and read[-1 - tail] == keys[-1 - tail]:
        tail += 1
    owners.append(len(after) - 1)
    return _Difference(owners[head], owners[len(keys) - tail] + 1)


def _less(kept: dict[int, int], difference: _Difference, count: int, attempt: int) -> dict[int, int]:
    """Gives up kept blocks where the text was misread; first the blank lines around changes are put right."""
    if attempt == 0:
        return kept
    reach = 4 ** (attempt - 1) - 1
    start, end = max(0, difference.start - reach), min(count, difference.end + reach)
    return {new: old for new, old in kept.items() if not start <= new < end}
