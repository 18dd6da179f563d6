"""Edits of one thing in a document, and whether all else of its source kept its bytes."""

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from notesvc.text.blocks import validation
from notesvc.text.blocks.merging import merge
from notesvc.text.blocks.reading import from_markdown
from notesvc.text.blocks.writing import normal_form

MARK = "qxz"
Block = dict[str, Any]
Edit = Callable[[random.Random, list[Block]], bool]
"""Edits the document in place; False where there is nothing of the kind."""

_NUMBER = re.compile(r"^((?:[ \t>]|[-*+] |\d+[.)] )*)\d+(?=[.)](?:\s|$))", re.MULTILINE)
# A word in the sign of a callout makes another text of its title, which needs a blank line below it.
_NO_TITLE = re.compile(rf"^(.*\[!\w* ?{MARK}.*)\n[ >]*>[ \t\r]*$", re.MULTILINE)
# That a list starts where the one above it ends, says nothing.
NUMBERED = re.compile(r'"start":\d+')
_BLANK = re.compile(r"[ \t>]*\r?\n?")


def everywhere(document: list[Block]) -> Iterator[tuple[list[Block], int]]:
    """Every block, as the list it is in and its place there."""
    for index, block in enumerate(document):
        yield document, index
        yield from everywhere(block["children"])


def _some(dice: random.Random, document: list[Block], *types: str) -> tuple[list[Block], int] | None:
    found = [(siblings, at) for siblings, at in everywhere(document) if not types or siblings[at]["type"] in types]
    return dice.choice(found) if found else None


def paragraph(text: str = MARK) -> Block:
    return {"id": "", "type": "paragraph", "props": {}, "content": [_text(text)], "children": []}


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text, "styles": {}}


def edit_text(dice: random.Random, document: list[Block], *types: str) -> bool:
    """A word is put at the end of the text of a block, or at its beginning, or at the end of one of its pieces."""
    found = _some(dice, document, *(types or ("paragraph", "heading", "quote", *ITEMS)))
    if found is None:
        return False
    _write_into(dice, found[0][found[1]]["content"])
    return True


ITEMS = ("bulletListItem", "numberedListItem", "checkListItem", "toggleListItem")


def edit_item(dice: random.Random, document: list[Block]) -> bool:
    return edit_text(dice, document, *ITEMS)


def _write_into(dice: random.Random, content: list[Any]) -> None:
    plain = [node for node in content if node["type"] == "text" and not node["styles"] and node["text"].strip()]
    if plain and dice.random() < 0.4:
        node = dice.choice(plain)
        at = dice.choice([match.end() for match in re.finditer(r"\w+", node["text"])] or [len(node["text"])])
        node["text"] = f"{node['text'][:at]} {MARK}{node['text'][at:]}"
    else:
        content.append(_text(f" {MARK}"))


def edit_cell(dice: random.Random, document: list[Block]) -> bool:
    found = _some(dice, document, "table")
    if found is None:
        return False
    row = dice.choice(found[0][found[1]]["content"]["rows"])
    _write_into(dice, dice.choice(row["cells"])["content"])
    return True


def delete(dice: random.Random, document: list[Block]) -> bool:
    found = _some(dice, document)
    if found is None:
        return False
    siblings, at = found
    del siblings[at]
    return True


def delete_item(dice: random.Random, document: list[Block]) -> bool:
    found = _some(dice, document, "numberedListItem")
    if found is None:
        return False
    del found[0][found[1]]
    return True


def insert(dice: random.Random, document: list[Block]) -> bool:
    found = _some(dice, document)
    if found is None:
        return False
    siblings, at = found
    siblings.insert(at + dice.randint(0, 1), _like(siblings[at]))
    return True


def insert_first(dice: random.Random, document: list[Block]) -> bool:
    document.insert(0, paragraph())
    return True


def append(dice: random.Random, document: list[Block]) -> bool:
    document.append(paragraph())
    return True


def _like(block: Block) -> Block:
    """A block such as stands beside that one: an item in a list, else a paragraph."""
    new = paragraph()
    return {**new, "type": block["type"]} if block["type"] in ITEMS else new


def insert_within(dice: random.Random, document: list[Block]) -> bool:
    found = _some(dice, document, "quote", *ITEMS)
    if found is None:
        return False
    children = found[0][found[1]]["children"]
    children.append(paragraph() if not children else _like(children[-1]))
    return True


EDITS: dict[str, Edit] = {
    "text edited": edit_text,
    "cell edited": edit_cell,
    "item edited": edit_item,
    "deleted": delete,
    "numbered item deleted": delete_item,
    "inserted": insert,
    "inserted within": insert_within,
    "inserted first": insert_first,
    "appended": append,
}


def outcome(source: str, edit: Edit, dice: random.Random) -> str:
    """What came of an edit: `none` where there was nothing to edit, `kept`, or what is wrong."""
    document = validation.validate(from_markdown.from_markdown(source))
    edited = copy.deepcopy(document)
    if not edit(dice, edited):
        return "none"
    saved = merge.save(source, edited)
    if not says(saved, edited):
        return "other blocks"
    return judged(source, saved, whole(document) != whole(edited))


def whole(document: list[Block]) -> list[str]:
    said = normal_form.of(document, normal_form.definitions(document))
    return [NUMBERED.sub("", normal_form.key(block)) for block in said]


def says(source: str, document: list[Block]) -> bool:
    read, wanted = whole(from_markdown.from_markdown(source)), whole(document)
    # Front matter may stay first.
    return read == wanted or (read[:1] == wanted[1:2] and read[1:] == wanted[:1] + wanted[2:])


def judged(source: str, saved: str, is_changed: bool) -> str:
    if not is_changed:
        return "kept" if saved == source else "written for nothing"
    one, other = _NUMBER.sub(r"\1N", source), _NUMBER.sub(r"\1N", _NO_TITLE.sub(r"\1", saved))
    head = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    most = min(len(one), len(other)) - head
    tail = next((at for at in range(most) if one[-1 - at] != other[-1 - at]), most)
    gone, came = one[head : len(one) - tail], other[head : len(other) - tail]
    if MARK in other:
        # Where a word or a block came, nothing goes but blanks and signs at its edge.
        return "kept" if len(came) <= len(MARK) + 24 and not re.search(r"\w\w", gone) else "other bytes"
    return "kept" if not re.search(r"\w", came) and _is_one_block(gone, one, head) else "other bytes"


def _is_one_block(gone: str, source: str, at: int) -> bool:
    return bool(gone)
