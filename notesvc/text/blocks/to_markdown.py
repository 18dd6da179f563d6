"""Blocks to Markdown, read back until it says what the blocks say."""

import re
from collections.abc import Sequence
from typing import Any

from notesvc.text import stable_json
from notesvc.text.blocks import from_markdown
from notesvc.text.blocks import normal_form as canonical_form
from notesvc.text.blocks.block_writer import UNMARKED, BlockWriter, Care, ListStyle
from notesvc.text.blocks.content import run_parser
from notesvc.text.blocks.content.run_parser import References
from notesvc.text.blocks.validation import Block

_MOST_PASSES = 4
_NOT_TEXT = re.compile(r"</?u>|\s+")


def to_markdown(blocks: Sequence[Block]) -> str:
    """The Markdown of valid blocks, ending in a line end unless empty: the same blocks, the same text.

    What Markdown cannot say (colours, alignment of paragraphs, captions' places, empty paragraphs) is left out; text
    never is. Reading the result and writing it again gives the same text, byte for byte.
    """
    text, is_exact = _written(blocks)
    for _ in range(_MOST_PASSES):
        if is_exact:
            break
        again, is_exact = _written(from_markdown.parse(text).blocks)
        if again == text:
            break
        text = again
    return text


def unchecked(blocks: Sequence[Block]) -> str:
    """The same in a hurry: everything that may mean something is escaped, and nothing is read back."""
    references = canonical_form.definitions(blocks)
    wanted = canonical_form.canonical(blocks, references)
    return joined(wanted, [Care.HARD] * len(wanted), references)


def key(block: Block) -> str:
    """A text that two blocks share when they say the same."""
    return stable_json.dumps(block)


def care_for(block: Block, references: References) -> Care:
    """How much care the block needs: the least that keeps it the same, or at least all of its text."""
    if block["type"] == "rawMarkdown":
        return Care.QUICK
    wanted, text = key(block), text_of([block])
    keeps_text: Care | None = None
    for care in Care:
        read = read_alone(block, care, references)
        if len(read) == 1 and key(read[0]) == wanted:
            return care
        if keeps_text is None and text_of(read) == text:
            keeps_text = care
    return Care.ENTITIES if keeps_text is None else keeps_text


def read_alone(block: Block, care: Care, references: References) -> list[Block]:
    """The blocks that a canonical block becomes when it is written with the care and read."""
    start = block["props"].get("start")
    alone = block if start is None else {**block, "props": {}}
    text = BlockWriter(references, care).block(alone, ListStyle(last_number=1))
    read = from_markdown.parse(text, dict(references)).blocks
    if start is not None and read and read[0]["type"] == block["type"]:
        read[0]["props"]["start"] = start
    return read


def text_of(blocks: Sequence[Block]) -> str:
    """All text of the blocks without white space: what must never be lost."""
    parts: list[str] = []
    waiting: list[Any] = list(reversed(blocks))
    while waiting:
        block = waiting.pop()
        parts += _words_of_image(block["props"])
        parts += _texts(block.get("content") or [])
        waiting.extend(reversed(block["children"]))
    return _NOT_TEXT.sub("", "".join(parts))


def _texts(content: Any) -> list[str]:
    if isinstance(content, dict):
        return [text for row in content["rows"] for cell in row["cells"] for text in _texts(cell["content"])]
    texts: list[str] = []
    for node in content:
        if node["type"] == "link":
            texts += [part["text"] for part in node["content"]]
        elif node["type"] == "wikiLink":
            title, alias = node["props"]["title"], node["props"]["alias"]
            texts.append(f"[[{title}|{alias}]]" if alias else f"[[{title}]]")
        else:
            source = node["text"] if node["type"] == "text" else node["props"]["src"]
            props = run_parser.image_props(source) if source.startswith("![") else None
            texts += [source] if props is None else _words_of_image(props)
    return texts


def _words_of_image(props: dict[str, Any]) -> list[str]:
    return [str(props.get(name, "")) for name in ("name", "url", "caption")]


def _written(blocks: Sequence[Block]) -> tuple[str, bool]:
    """The text, and whether it is read back as just these blocks."""
    references = canonical_form.definitions(blocks)
    wanted = canonical_form.canonical(blocks, references)
    text = joined(wanted, [Care.QUICK] * len(wanted), references)
    if _says(text, wanted):
        return text, True
    cares = [care_for(block, references) for block in wanted]
    text = joined(wanted, cares, references)
    return text, _says(text, wanted)


def _says(text: str, wanted: Sequence[Block]) -> bool:
    return [key(block) for block in from_markdown.parse(text).blocks] == [key(block) for block in wanted]


def joined(
    blocks: Sequence[Block],
    cares: Sequence[Care],
    references: References,
    style: ListStyle = UNMARKED,
    at_start: bool = True,
) -> str:
    """The canonical blocks, each written with its care, as a text that ends in a line end.

    `at_start` tells that nothing is above them in the document.
    """
    writer = MixedWriter(references, blocks, cares, at_start)
    text = writer.siblings(blocks, style)
    return f"{text}\n" if text else ""


class MixedWriter(BlockWriter):
    """Writes each of the given top-level blocks with a care of its own."""

    def __init__(self, references: References, blocks: Sequence[Block], cares: Sequence[Care], at_start: bool) -> None:
        super().__init__(references)
        self.cares = {id(block): care for block, care in zip(blocks, cares, strict=True)}
        self.first = id(blocks[0]) if blocks and at_start else 0

    def block(self, block: Block, style: ListStyle = UNMARKED, nested: bool = False) -> str:
        """As in BlockWriter; a divider at the very start must not look like front matter."""
        if nested:
            return super().block(block, style, nested)
        if block["type"] == "divider" and id(block) == self.first:
            return "***"
        self.care = self.cares[id(block)]
        return super().block(block, style, nested)
