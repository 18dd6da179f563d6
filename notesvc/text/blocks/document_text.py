"""A note's two forms turned into each other: what a process of its own is asked for, texts in and texts out."""

from typing import Any, NamedTuple

import orjson

from notesvc.text.blocks import validation
from notesvc.text.blocks.merging import merge
from notesvc.text.blocks.reading import from_markdown, raw_markdown
from notesvc.text.blocks.writing import to_markdown
from notesvc.text.markdown import prescreen


class SavedText(NamedTuple):
    """The Markdown of a document; `is_derived` when reading that Markdown gives the very document."""

    content: str
    is_derived: bool


def derive(content: str) -> str:
    """The JSON of the blocks that the Markdown stands for."""
    return orjson.dumps(from_markdown.from_markdown(content)).decode()


def raw(content: str) -> str:
    """The JSON of one raw block with all of the text: what is shown where reading it would take too long."""
    return orjson.dumps([{**raw_markdown.raw(content), "id": "b1"}]).decode("utf-8")


def save(old: str | None, document: str) -> SavedText:
    """The Markdown of a valid document (JSON), unedited blocks keeping their source in the old text.

    Without an old text it is written quickly and not read back: with more escapes than it may need.
    """
    given: list[Any] = orjson.loads(document)
    if old is None:
        return SavedText(to_markdown.write_unchecked(given), is_derived=False)
    content = merge.save(old, given)
    return SavedText(content, content == old and validation.equal(given, from_markdown.from_markdown(old)))


def text_of_raw(document: str) -> str | None:
    """The text of a document that is one raw block, such as long texts are shown as; else None."""
    given: list[Any] = orjson.loads(document)
    is_raw = len(given) == 1 and given[0]["type"] == "rawMarkdown" and not given[0]["children"]
    return "".join(node["text"] for node in given[0]["content"]) if is_raw else None


def is_light(old: str, document: str) -> bool:
    """Whether `save` costs little enough to be done anywhere."""
    return prescreen.is_light("".join([old, *_texts(orjson.loads(document))]))


def _texts(document: Any) -> list[str]:
    """Every text in the document, and a sign for each object: cells and blocks cost too."""
    texts: list[str] = []
    waiting = [document]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            texts.append(here)
        elif isinstance(here, dict):
            texts.append("\n")
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
    return texts
