"""Blocks to Markdown, read back until it says what the blocks say."""

from collections.abc import Sequence
from enum import Enum, auto

from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.reading import from_markdown
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form
from notesvc.text.blocks.writing.block_writer import UNMARKED, BlockWriter, Care, ListStyle

_MOST_PASSES = 4


class Position(Enum):
    """Where blocks stand in the document."""

    START = auto()
    BELOW_OTHERS = auto()
    NESTED = auto()


def to_markdown(blocks: Sequence[Block]) -> str:
    """The Markdown of valid blocks, ending in a line end unless empty: the same blocks, the same text.

    What Markdown cannot say (colours, alignment of paragraphs, captions' places, empty paragraphs) is left out; text
    never is. Reading the result and writing it again gives the same text, byte for byte.
    """
    text, is_exact = _write(blocks)
    for _ in range(_MOST_PASSES):
        if is_exact:
            break
        again, is_exact = _write(from_markdown.parse(text).blocks)
        if again == text:
            break
        text = again
    return text


def write_unchecked(blocks: Sequence[Block]) -> str:
    """The same in a hurry: everything that may mean something is escaped, and nothing is read back."""
    references = normal_form.definitions(blocks)
    wanted = normal_form.of(blocks, references)
    return join(wanted, [Care.HARD] * len(wanted), references)


def care_for(block: Block, references: References) -> Care:
    """How much care the block needs: the least that keeps it the same, or at least all of its text."""
    if block["type"] == "rawMarkdown":
        return Care.QUICK
    wanted, text = normal_form.key(block), normal_form.text_of([block])
    keeps_text: Care | None = None
    for care in Care:
        read = read_alone(block, care, references)
        if len(read) == 1 and normal_form.key(read[0]) == wanted:
            return care
        if keeps_text is None and normal_form.text_of(read) == text:
            keeps_text = care
    return Care.ENTITIES if keeps_text is None else keeps_text


def read_alone(block: Block, care: Care, references: References) -> list[Block]:
    """The blocks that a block in normal form becomes when it is written with the care and read."""
    start = block["props"].get("start")
    alone = block if start is None else {**block, "props": {}}
    text = BlockWriter(references, care).block(alone, ListStyle(last_number=1))
    read = from_markdown.parse(text, dict(references)).blocks
    if start is not None and read and read[0]["type"] == block["type"]:
        read[0]["props"]["start"] = start
    return read


def _write(blocks: Sequence[Block]) -> tuple[str, bool]:
    """The text, and whether it is read back as just these blocks."""
    references = normal_form.definitions(blocks)
    wanted = normal_form.of(blocks, references)
    text = join(wanted, [Care.QUICK] * len(wanted), references)
    if _says(text, wanted):
        return text, True
    cares = [care_for(block, references) for block in wanted]
    text = join(wanted, cares, references)
    return text, _says(text, wanted)


def _says(text: str, wanted: Sequence[Block]) -> bool:
    return list(map(normal_form.key, from_markdown.parse(text).blocks)) == list(map(normal_form.key, wanted))


def join(
    blocks: Sequence[Block],
    cares: Sequence[Care],
    references: References,
    style: ListStyle = UNMARKED,
    position: Position = Position.START,
) -> str:
    """The blocks in normal form, each written with its care, as a text that ends in a line end."""
    writer = MixedWriter(references, blocks, cares, position is Position.START)
    text = writer.siblings(blocks, style, nested=position is Position.NESTED)
    return f"{text}\n" if text else ""


class MixedWriter(BlockWriter):
    """Writes each of the given top-level blocks with a care of its own."""

    def __init__(self, references: References, blocks: Sequence[Block], cares: Sequence[Care], at_start: bool) -> None:
        super().__init__(references)
        self.cares = {id(block): care for block, care in zip(blocks, cares, strict=True)}
        self.first = id(blocks[0]) if blocks and at_start else 0

    def block(self, block: Block, style: ListStyle = UNMARKED, nested: bool = False) -> str:
        """As in BlockWriter; a divider at the very start must not look like front matter."""
        if block["type"] == "divider" and id(block) == self.first:
            return "***"
        self.care = self.cares.get(id(block), self.care)
        return super().block(block, style, nested)
