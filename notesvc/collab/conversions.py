"""Between notes and shared documents. Pure, and slow enough to be done in a process of its own (`converter.py`).

A shared document has two roots: `blocks`, which the block editor binds to, and `raw`, the markdown's text. One of
them is in use; the other one stands as it was when the room left it, and what still arrives there is carried over.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import orjson
from pycrdt import Doc, Text, XmlFragment

from notesvc import limits
from notesvc.collab import blanks, patching, reading, writing
from notesvc.collab.items import items_of
from notesvc.collab.trial import load, trial
from notesvc.text import stable_json
from notesvc.text.blocks import validation
from notesvc.text.blocks.merging import merge
from notesvc.text.blocks.reading import from_markdown, raw_markdown
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import to_markdown
from notesvc.text.diff import three_way

BLOCKS, RAW = "blocks", "raw"
BLOCK_MODE, RAW_MODE = "block", "raw"


def seed(content: str, rich: str | None, mode: str) -> tuple[dict[str, Any], bytes]:
    """The shared document of a note that never had one, and what is to be known of its items; long notes are raw text
    whatever they prefer.
    """
    document: Doc[Any] = Doc()
    if mode == BLOCK_MODE and len(content) <= limits.DERIVED_CHARACTERS:
        with document.transaction():
            writing.seed(_fragment(document), _document(content, rich))
    else:
        mode = RAW_MODE
        with document.transaction():
            patching.patch_text(_text(document), content)
    state = document.get_update()
    return {"mode": mode, "dead_base": "", **items_of(state)}, state


def markdown_of_room(state: bytes, mode: str, content: str, rich: str | None) -> tuple[dict[str, Any], bytes]:
    """What the note should hold, given what it holds: `changed`, and then `content`, `rich_content`, `mark`."""
    document = _open(state)
    if mode == RAW_MODE:
        text = str(_text(document))
        return _to_save(text, None, text != content), b""
    found = reading.blocks_of(_fragment(document))
    text = merge.save(content, found)
    is_plain = _is_read_from(text, found)
    if text == content and (is_plain if rich is None else _keys_of(found) == _keys_of(_document(content, rich))):
        return {"changed": False}, b""
    return _to_save(text, None if is_plain else stable_json.dumps(found), True), b""


def merge_note(state: bytes, mode: str, base: dict[str, Any], note: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """The change that brings what others did to the note, from `base` to `note`, into the shared document."""
    document = _open(state)
    before = document.get_state()
    if mode == RAW_MODE:
        text = _text(document)
        with document.transaction():
            patching.patch_text(text, three_way.merge(base["content"], str(text), note["content"]))
        return {}, document.get_update(before)
    is_rich = note["rich_content"] is not None
    old = _document(base["content"], base["rich_content"] if is_rich else None)
    signature = patching.exact if is_rich else patching.in_markdown
    _merge_blocks(document, old, _document(note["content"], note["rich_content"]), signature)
    return {}, document.get_update(before)


def switch(state: bytes, mode: str, content: str, dead_base: str | None) -> tuple[dict[str, Any], bytes]:
    """The change after which the root of `mode` says what the other one does, and what that was, in markdown.

    Where `dead_base` is given, what arrived in the root of `mode` since is carried over first (`was_carried`). It is
    one step: what arrived between two would be taken for words that the other root does not have.
    """
    document = _open(state)
    before = document.get_state()
    was_carried = False
    if dead_base is not None:
        was_carried = _carry(document, BLOCK_MODE if mode == RAW_MODE else RAW_MODE, dead_base) != dead_base
    if mode == RAW_MODE:
        text = _markdown_of(content, document)
        with document.transaction():
            patching.patch_text(_text(document), text)
    else:
        text = str(_text(document))
        with document.transaction():
            patching.patch_fragment(_fragment(document), _blocks_of(text), _as_typed)
    return {"dead_base": text, "was_carried": was_carried}, document.get_update(before)


def carry_over(state: bytes, mode: str, dead_base: str) -> tuple[dict[str, Any], bytes]:
    """The change that brings what arrived in the root that is not in use into the one that is."""
    document = _open(state)
    before = document.get_state()
    came = _carry(document, mode, dead_base)
    return {"dead_base": came}, document.get_update(before)


def _carry(document: "Doc[Any]", mode: str, dead_base: str) -> str:
    """Merge what changed in the root that is not in use since `dead_base` into the root of `mode`; what it says now."""
    if mode == RAW_MODE:
        came = _markdown_of(dead_base, document)
        text = _text(document)
        with document.transaction():
            patching.patch_text(text, three_way.merge(dead_base, str(text), came))
    else:
        came = str(_text(document))
        if came != dead_base:
            _merge_blocks(document, _blocks_of(dead_base), _blocks_of(came), _as_typed)
    return came


def _merge_blocks(document: Doc[Any], old: list[Block], new: list[Block], signature: patching.Signature) -> None:
    fragment = _fragment(document)
    live = reading.blocks_of(fragment)
    signatures = [[signature(block) for block in each] for each in (old, live, new)]
    merged: list[Block] = []
    for region in three_way.regions(*signatures):
        ours, theirs = live[region.o : region.o_end], new[region.t : region.t_end]
        if region.is_kept or signatures[0][region.b : region.b_end] == signatures[2][region.t : region.t_end]:
            merged += ours
        elif signatures[0][region.b : region.b_end] == signatures[1][region.o : region.o_end]:
            merged += theirs
        else:
            merged += _both(old[region.b : region.b_end], ours, theirs)
    if [patching.exact(block) for block in merged] != [patching.exact(block) for block in live]:
        with document.transaction():
            patching.patch_fragment(fragment, merged)


def _both(old: Sequence[Block], ours: Sequence[Block], theirs: Sequence[Block]) -> list[Block]:
    texts = [to_markdown.to_markdown(each) for each in (old, ours, theirs)]
    return _document(three_way.merge(*texts), None)


def _open(state: bytes) -> "Doc[Any]":
    document: Doc[Any] = Doc()
    document.apply_update(state)
    return document


def _fragment(document: "Doc[Any]") -> XmlFragment:
    return document.get(BLOCKS, type=XmlFragment)


def _text(document: "Doc[Any]") -> Text:
    return document.get(RAW, type=Text)


def _document(content: str, rich: str | None) -> list[Block]:
    if rich is not None:
        stored: list[Block] = stable_json.loads(rich)
        return stored
    if len(content) > limits.DERIVED_CHARACTERS:
        return [{**raw_markdown.raw(content), "id": "b1"}]
    return validation.validate(from_markdown.from_markdown(content))


def _markdown_of(before: str, document: "Doc[Any]") -> str:
    """What the blocks say in markdown, with the blanks at whose ends somebody may be writing on."""
    found = reading.blocks_of(_fragment(document))
    return blanks.kept_in_text(merge.save(before, found), found)


def _blocks_of(text: str) -> list[Block]:
    """The blocks of the text, with such blanks."""
    found = _document(text, None)
    blanks.keep_in_blocks(found, text)
    return found


def _is_read_from(text: str, document: Sequence[Block]) -> bool:
    """Whether the document is what the text says, with the blanks at ends that it has or without them."""
    said = _keys_of(document)
    return said == _keys_of(_document(text, None)) or said == _keys_of(_blocks_of(text))


def _as_typed(block: Block) -> str:
    """A text that two blocks share when markdown says the same of them, and they end with blanks alike."""
    return patching.in_markdown(block) + blanks.ends([block])


def _keys_of(document: Sequence[Block]) -> list[str]:
    """What the blocks say; empty paragraphs at the end are where an editor lets people click."""
    found = [patching.exact(block) for block in document]
    empty = patching.exact({"type": "paragraph", "props": {}, "content": [], "children": []})
    while found and found[-1] == empty:
        found.pop()
    return found


def _to_save(content: str, rich: str | None, changed: bool) -> dict[str, Any]:
    if not changed:
        return {"changed": False}
    return {"changed": True, "content": content, "rich_content": rich, "mark": mark_of(content, rich)}


def mark_of(content: str, rich: str | None) -> str:
    """A digest of what a note holds: by it a room knows its own save again."""
    return hashlib.sha256(orjson.dumps([content, rich])).hexdigest()


DO: dict[str, Callable[..., tuple[dict[str, Any], bytes]]] = {
    "seed": lambda _, **fields: seed(**fields),
    "read": markdown_of_room,
    "merge_note": merge_note,
    "switch": switch,
    "carry_over": carry_over,
    "trial": trial,
    "load": load,
}
