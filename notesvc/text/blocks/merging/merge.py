"""Saving edited blocks into the Markdown that they came from: what was not edited keeps its source bytes."""

from collections.abc import Sequence

from notesvc.text.blocks.merging import levels
from notesvc.text.blocks.merging.patch import Ground, Scope
from notesvc.text.blocks.reading import block_rules, from_markdown, raw_markdown, source_lines
from notesvc.text.blocks.reading.from_markdown import ParsedText
from notesvc.text.blocks.reading.source_lines import Line
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form, to_markdown


def save(old_markdown: str, blocks: Sequence[Block]) -> str:
    """The Markdown of valid blocks, in which all of the old text that still says the same keeps its bytes.

    Blocks that the old text already says give it back, byte for byte; colours, ids and empty paragraphs make no
    difference to it. Of an edited table the other cells stay, of an edited item or quote the other lines. Front matter
    that something was put before stays first where it would be none below.
    """
    parsed = from_markdown.parse(old_markdown)
    blocks = _front_matter_first(blocks, parsed)
    references = normal_form.definitions(blocks)
    before = [normal_form.parts_of(block, references) for block in parsed.blocks]
    wanted = [part for block in blocks for part in normal_form.parts_of(block, references)]
    keys = [normal_form.key(part) for part in wanted]
    if [normal_form.key(part) for parts in before for part in parts] == keys:
        return old_markdown
    if not before:
        return to_markdown.to_markdown(blocks)
    lines = source_lines.cut(old_markdown)
    scope = Scope(
        lines,
        parsed.spans,
        [parts[0] for parts in before],
        [" ".join(map(normal_form.key, parts)) for parts in before],
        prefix=(),
        is_top=True,
        read=lambda lines: _read(lines, has_end=old_markdown.endswith(("\n", "\r"))),
    )
    found = block_rules.LINE_END.search(old_markdown)
    ground = Ground(references, found.group() if found else "\n", source_lines.indentation(old_markdown))
    made = levels.apply_edits(scope, normal_form.with_plain_starts(wanted), keys, ground)
    if made is None:
        return to_markdown.to_markdown(blocks)
    return source_lines.source_of(made, lines[-1].end, ground.line_end) if made else ""


def _read(lines: Sequence[Line], has_end: bool) -> list[str]:
    text = source_lines.text_of(lines)
    return levels.keys_of(from_markdown.parse(f"{text}\n" if has_end else text).blocks)


def _front_matter_first(blocks: Sequence[Block], parsed: ParsedText) -> Sequence[Block]:
    """The blocks, front matter being first where it is none in any other place."""
    first = parsed.blocks[0] if parsed.spans and parsed.spans[0][0] == 0 else None
    if first is None or first["type"] != "rawMarkdown" or not normal_form.plain(first).startswith("---"):
        return blocks
    source = normal_form.plain(first)
    at = next((at for at, block in enumerate(blocks) if _is_raw(block, source)), 0)
    if at == 0 or from_markdown.parse(f"x\n\n{source}").blocks[1:] == [first]:
        return blocks
    return [blocks[at], *blocks[:at], *blocks[at + 1 :]]


def _is_raw(block: Block, source: str) -> bool:
    return block["type"] == "rawMarkdown" and raw_markdown.bare(normal_form.plain(block)) == source
