"""Edited blocks carried over into a source, level by level: an item or a quote that changed is gone into."""

from collections.abc import Sequence
from typing import NamedTuple

from notesvc.text.blocks.merging import block_edit, containers, list_numbers, pairing
from notesvc.text.blocks.merging.patch import Edit, Ground, Patch, Scope
from notesvc.text.blocks.reading import from_markdown, source_lines
from notesvc.text.blocks.reading.source_lines import Line
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form
from notesvc.text.blocks.writing.normal_form import CONTAINERS
from notesvc.text.diff import alignment

_MOST_ATTEMPTS = 6


class _Difference(NamedTuple):
    """The blocks `[start, end)` whose text was not read back as they are."""

    start: int
    end: int


def apply_edits(scope: Scope, wanted: Sequence[Block], keys: Sequence[str], ground: Ground) -> list[Line] | None:
    """The lines of the scope that say the wanted blocks; `keys` are theirs before the first of a list lost a start
    that says nothing. None where that fails. What is written is read back: kept blocks that would then be others are
    written anew.
    """
    wanted = list_numbers.without_needless_starts(wanted)
    placed = {new: old for old, new in alignment.pairs(scope.keys, keys)}
    edits: dict[int, Edit] = {}
    for old, new in pairing.pair_edited(scope.before, wanted, placed):
        edit = _edit(scope, old, wanted[new], ground)
        if edit is not None:
            edits[new] = edit
            placed[new] = old
    patch = Patch(scope, wanted, edits, ground)
    for attempt in range(_MOST_ATTEMPTS):
        lines = patch.apply(placed, keeps_gaps=attempt == 0)
        difference = _difference(scope.read(lines), patch.expected_keys())
        if difference is None:
            return lines
        placed = _less(placed, difference, len(wanted), attempt)
    return None


def _edit(scope: Scope, old: int, wanted: Block, ground: Ground) -> Edit | None:
    block, lines = scope.before[old], scope.lines[slice(*scope.spans[old])]
    if block["type"] in CONTAINERS:
        return _container(lines, block, wanted, scope.prefix, ground)
    if "start" in wanted["props"]:
        return None
    return block_edit.edit(lines, block, wanted, scope.prefix, ground)


def _container(lines: Sequence[Line], old: Block, new: Block, prefix: tuple[str, ...], ground: Ground) -> Edit | None:
    """The lines of an item or a quote after an edit of what it holds."""
    inside = containers.open_container(lines, old, new, prefix, ground.indentation)
    text, is_quote = source_lines.text_of(inside.lines), old["type"] == "quote"
    parsed = from_markdown.parse(text, dict(ground.references), is_inner=True, is_quote=is_quote)
    before, wanted = containers.parts(old), containers.parts(new)
    own = bool(old["content"])
    said = [normal_form.key(block) for block in parsed.blocks[own:]]
    if not before or len(parsed.blocks) != len(before) or said != [normal_form.key(block) for block in before[own:]]:
        return None

    def read(lines: Sequence[Line]) -> list[str]:
        block = inside.read(lines, ground.references)
        return [""] if block is None else keys_of(containers.parts(block))

    keys = [normal_form.key(block) for block in before]
    scope = Scope(inside.lines, parsed.spans, before, keys, inside.prefix, False, read)
    made = apply_edits(scope, wanted, [normal_form.key(block) for block in wanted], ground)
    block = None if made is None else inside.read(made, ground.references)
    if made is None or block is None:
        return None
    return Edit(inside.close(made), normal_form.key(block))


def keys_of(blocks: Sequence[Block]) -> list[str]:
    """The keys of neighbouring blocks, by which is told whether a text says them."""
    return [normal_form.key(block) for block in list_numbers.without_needless_starts(blocks)]


def _difference(read: Sequence[str], expected: Sequence[Sequence[str]]) -> _Difference | None:
    keys = [key for keys in expected for key in keys]
    owners = [index for index, keys in enumerate(expected) for _ in keys]
    if list(read) == keys:
        return None
    head, tail = 0, 0
    while head < min(len(read), len(keys)) and read[head] == keys[head]:
        head += 1
    while tail < min(len(read), len(keys)) - head and read[-1 - tail] == keys[-1 - tail]:
        tail += 1
    owners.append(len(expected) - 1)
    return _Difference(owners[head], owners[len(keys) - tail] + 1)


def _less(placed: dict[int, int], difference: _Difference, count: int, attempt: int) -> dict[int, int]:
    """Gives up kept blocks where the text was misread; first the blank lines around changes are put right."""
    if attempt == 0:
        return placed
    reach = 4 ** (attempt - 1) - 1
    start, end = max(0, difference.start - reach), min(count, difference.end + reach)
    return {new: old for new, old in placed.items() if not start <= new < end}
