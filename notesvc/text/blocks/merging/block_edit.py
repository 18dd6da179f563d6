"""An edit of one block carried over into its own source, so that only what was edited changes there."""

import re
from collections.abc import Iterator, Sequence

from notesvc.text.blocks.merging import source_merge, table_edit
from notesvc.text.blocks.merging.patch import Edit, Ground
from notesvc.text.blocks.reading import from_markdown, source_lines
from notesvc.text.blocks.reading.source_lines import Line
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form, to_markdown
from notesvc.text.blocks.writing.block_writer import BlockWriter, Care
from notesvc.text.blocks.writing.normal_form import plain
from notesvc.text.diff import alignment

_FENCE = re.compile(r"(?P<lead> {0,3})(?P<fence>`{3,}|~{3,})(?P<info>.*)")
_INDENTATION = re.compile(r" {4}| {0,3}\t")


def edit(lines: Sequence[Line], old: Block, new: Block, prefix: tuple[str, ...], ground: Ground) -> Edit | None:
    """The block's lines after the edit, new ones with the prefix; None where the source cannot be kept."""
    for writer, wanted in _attempts(new, ground):
        for candidate in _candidates(lines, old, new, prefix, writer):
            text = source_lines.text_of(candidate)
            read = from_markdown.parse(text, dict(ground.references), is_inner=True).blocks
            if len(read) == 1 and normal_form.key(read[0]) == wanted:
                return Edit(candidate, wanted)
    return None


def _attempts(new: Block, ground: Ground) -> Iterator[tuple[BlockWriter, str]]:
    """How the edit may be written, and the key of what is then read; last, what comes nearest to it."""
    wanted = normal_form.key(new)
    for care in (Care.QUICK, Care.HARD):
        yield BlockWriter(ground.references, care), wanted
    care = to_markdown.care_for(new, ground.references)
    read = to_markdown.read_alone(new, care, ground.references)
    if len(read) == 1 and normal_form.key(read[0]) != wanted:
        yield BlockWriter(ground.references, care), normal_form.key(read[0])


def _candidates(
    lines: Sequence[Line], old: Block, new: Block, prefix: tuple[str, ...], writer: BlockWriter
) -> Iterator[list[Line]]:
    if old["type"] == "codeBlock":
        yield from _of_code(lines, old, new, prefix)
    elif old["type"] == "table":
        table = table_edit.edit(lines, old, new, writer, prefix)
        yield from [] if table is None else [table]
    else:
        for text in source_merge.candidates(writer.block(old), source_lines.text_of(lines), writer.block(new)):
            yield _with_text(lines, text, prefix)


def _with_text(lines: Sequence[Line], text: str, prefix: tuple[str, ...]) -> list[Line]:
    """The lines with another text, each keeping what is around it."""
    texts = text.split("\n")
    if len(texts) == len(lines):
        return [line._replace(text=text) for line, text in zip(lines, texts, strict=True)]
    kept = {new: old for old, new in alignment.pairs([line.text for line in lines], texts)}
    made = [
        lines[kept[index]] if index in kept else source_lines.fresh(text, prefix, lines[0].end)[0]
        for index, text in enumerate(texts)
    ]
    return [made[0]._replace(prefix=lines[0].prefix), *made[1:]]


def _of_code(lines: Sequence[Line], old: Block, new: Block, prefix: tuple[str, ...]) -> Iterator[list[Line]]:
    fence = _FENCE.match(lines[0].text)
    if fence is None:
        lead = _INDENTATION.match(lines[0].text)
        if lead is not None and old["props"] == new["props"]:
            code = _code_lines(lines, old, new, lead.group(), prefix)
            yield [code[0]._replace(prefix=lines[0].prefix), *code[1:]]
        return
    first = lines[0]
    if old["props"] != new["props"]:
        language = new["props"].get("language", "")
        first = first._replace(text=f"{fence['lead']}{fence['fence']}{language}")
    count = len(plain(old).split("\n")) if plain(old) else 0
    yield [
        first,
        *_code_lines(lines[1 : count + 1], old, new, fence["lead"], prefix),
        *lines[count + 1 :],
    ]


def _code_lines(lines: Sequence[Line], old: Block, new: Block, lead: str, prefix: tuple[str, ...]) -> list[Line]:
    before, after = (plain(block).split("\n") if plain(block) else [] for block in (old, new))
    kept = {index: lines[at] for at, index in alignment.pairs(before, after) if at < len(lines)}
    return [
        kept[index] if index in kept else source_lines.fresh(lead + text if text else "", prefix, "")[0]
        for index, text in enumerate(after)
    ]
