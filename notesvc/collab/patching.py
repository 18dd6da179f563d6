"""Turns the shared document into what it should say by small edits, so that cursors and undo of the rest survive."""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from typing import Any

from pycrdt import Text, XmlElement, XmlFragment, XmlText

from notesvc import clock
from notesvc.collab import reading, writing
from notesvc.collab.writing import Run
from notesvc.text import stable_json
from notesvc.text.blocks import schema
from notesvc.text.blocks.validation import Block
from notesvc.text.blocks.writing import normal_form
from notesvc.text.diff import alignment

Signature = Callable[[Block], str]

_ALIKE = 0.4
_COMPARED = 2_000
_DEFAULTS = {
    "textColor": "default",
    "backgroundColor": "default",
    "textAlignment": "left",
    "isToggleable": False,
    "checked": False,
    "showPreview": True,
    "colspan": 1,
    "rowspan": 1,
}


def exact(block: Block) -> str:
    """A text that two blocks share when they are the same but for ids and properties that say nothing."""
    bare = {
        "type": block["type"],
        "props": _shown_props(block.get("props") or {}),
        "content": block.get("content") or [],
    }
    return stable_json.dumps(bare) + "".join(exact(child) for child in block.get("children") or [])


def in_markdown(block: Block) -> str:
    """A text that two blocks share when markdown says the same of them."""
    return "".join(stable_json.dumps(part) for part in normal_form.parts_of(block, {}))


def patch_fragment(fragment: XmlFragment, target: Sequence[Block], signature: Signature = exact) -> None:
    """Make the fragment say the target's blocks; those with an equal signature are not touched."""
    groups = [each for each in fragment.children if isinstance(each, XmlElement) and each.tag == writing.GROUP]
    if not groups:
        writing.seed(fragment, list(target))
        return
    # A second group is the work of two editors that bound to an empty document; nothing is bound to it.
    for group in groups[1:]:
        _remove(fragment, group)
    _patch_group(groups[0], list(target) or [_empty()], signature)


def patch_text(text: Text | XmlText, target: str) -> None:
    """Make the text say the target; indices of the shared document count bytes of UTF-8."""
    was = str(text) if isinstance(text, Text) else "".join(str(part) for part, _ in text.diff())
    for start, end, words in reversed(_edits(was, target)):
        at = len(was[:start].encode())
        if end > start:
            del text[at : at + len(was[start:end].encode())]
        if words:
            text.insert(at, words)


def _patch_group(group: XmlElement, target: list[Block], signature: Signature) -> None:
    containers = reading.containers_of(group)
    live = [_whole_block(container) for container in containers]
    kept = alignment.pairs([signature(block) for block in live], [signature(block) for block in target])
    pairs = dict(_with_alike(live, target, kept))
    unchanged = set(kept)
    for index in reversed(range(len(live))):
        if index not in pairs:
            _remove(group, containers[index])
        elif (index, pairs[index]) not in unchanged:
            _patch_block(containers[index], live[index], target[pairs[index]], signature)
    taken, present = set(pairs.values()), _ids(group)
    for index, block in enumerate(target):
        if index not in taken:
            writing.insert_block(group, index, _with_own_ids(block, present))


def _with_alike(
    live: Sequence[Block], target: Sequence[Block], kept: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Besides those that are equal, pairs of blocks of one type that say something similar."""
    pairs = list(kept)
    start, start_target = 0, 0
    for end, end_target in [*kept, (len(live), len(target))]:
        at = start
        for index in range(start_target, end_target):
            found = next((each for each in range(at, end) if _is_alike(live[each], target[index])), None)
            if found is not None:
                pairs.append((found, index))
                at = found + 1
        start, start_target = end + 1, end_target + 1
    return sorted(pairs)


def _is_alike(one: Block, other: Block) -> bool:
    if one["type"] != other["type"]:
        return False
    texts = [_text_of(block)[:_COMPARED] for block in (one, other)]
    # Upper bounds of the likeness, in linear time: the exact one is quadratic.
    matcher = SequenceMatcher(None, texts[0], texts[1], autojunk=False)
    return not all(texts) or (matcher.real_quick_ratio() > _ALIKE and matcher.quick_ratio() > _ALIKE)


def _patch_block(container: XmlElement, live: Block, target: Block, signature: Signature) -> None:
    element, group = reading.parts_of(container)
    children = target.get("children") or []
    if element is not None:
        _patch_attributes(element, writing.attributes_of(target))
        if (live.get("content") or []) != (target.get("content") or []):
            _patch_content(element, target)
    if group is not None and not children:
        _remove(container, group)
    elif group is not None:
        _patch_group(group, children, signature)
    elif children:
        inner = XmlElement(writing.GROUP)
        container.children.append(inner)
        present = _ids(container)
        for child in children:
            writing.insert_block(inner, len(inner.children), _with_own_ids(child, present))


def _patch_attributes(element: XmlElement, target: dict[str, Any]) -> None:
    before = reading.plain_attributes(element)
    for name, value in target.items():
        if before.get(name, _DEFAULTS.get(name)) != value:
            element.attributes[name] = value
    for name in before.keys() - target.keys():
        if before[name] is not None and before[name] != _DEFAULTS.get(name) and name != "colwidth":
            del element.attributes[name]


def _patch_content(element: XmlElement, target: Block) -> None:
    if target["type"] in schema.WITHOUT_CONTENT:
        return
    if target["type"] == "table":
        _patch_table(element, target)
        return
    is_plain = target["type"] in schema.PLAIN_TEXT
    _patch_pieces(element, writing.pieces_of(target.get("content") or [], is_plain=is_plain))


def _patch_table(element: XmlElement, target: Block) -> None:
    """Cell by cell where the table keeps its shape, else anew."""
    rows = writing.table_rows(target["content"])
    live: list[list[Any]] = [list(row.children) for row in element.children if isinstance(row, XmlElement)]
    if [[cell.tag for cell in row] for row in live] != [[tag for tag, _, _ in row] for row in rows]:
        del element.children[0 : len(element.children)]
        writing.write_content(element, target)
        return
    for cells, wanted in zip(live, rows, strict=True):
        for cell, (_, attributes, pieces) in zip(cells, wanted, strict=True):
            _patch_attributes(cell, attributes)
            paragraphs = list(cell.children)
            _patch_pieces(paragraphs[0], pieces)
            for extra in paragraphs[1:]:
                _remove(cell, extra)


def _patch_pieces(element: XmlElement, pieces: Sequence[writing.Piece]) -> None:
    """Text and inline elements: what is equal stays, text is edited in place, the rest goes and comes."""
    wanted: list[Any] = writing.group(pieces)
    children: list[Any] = list(element.children)
    live: list[Any] = [_piece_of(child) for child in children]
    pairs = alignment.pairs([repr(piece) for piece in live], [repr(piece) for piece in wanted])
    pairs = _with_texts(live, wanted, pairs)
    found = dict(pairs)
    for index in reversed(range(len(children))):
        if index not in found:
            _remove(element, children[index])
        elif isinstance(live[index], list) and live[index] != wanted[found[index]]:
            _patch_runs(children[index], live[index], wanted[found[index]])
    taken = set(found.values())
    for index, piece in enumerate(wanted):
        if index not in taken:
            writing.insert_piece(element, index, piece)


def _with_texts(live: list[Any], wanted: list[Any], kept: list[tuple[int, int]]) -> list[tuple[int, int]]:
    pairs = list(kept)
    start, start_wanted = 0, 0
    for end, end_wanted in [*kept, (len(live), len(wanted))]:
        texts = [index for index in range(start, end) if isinstance(live[index], list)]
        others = [index for index in range(start_wanted, end_wanted) if isinstance(wanted[index], list)]
        pairs += zip(texts, others, strict=False)
        start, start_wanted = end + 1, end_wanted + 1
    return sorted(pairs)


def _patch_runs(text: XmlText, live: list[Run], target: list[Run]) -> None:
    patch_text(text, "".join(part for part, _ in target))
    now = [(str(part), dict(marks or {})) for part, marks in text.diff()]
    for start, end, marks in _mark_changes(now, target):
        text.format(start, end, marks)


def _mark_changes(now: list[Run], target: list[Run]) -> list[tuple[int, int, dict[str, Any]]]:
    """Byte ranges of equal texts, with the marks to set, and None for those to take away."""
    changes, at = [], 0
    one: list[list[Any]] = [[part, marks] for part, marks in now]
    other: list[list[Any]] = [[part, marks] for part, marks in target]
    while one and other:
        size = min(len(one[0][0]), len(other[0][0]))
        width = len(one[0][0][:size].encode())
        if one[0][1] != other[0][1]:
            gone = {name: None for name in one[0][1] if name not in other[0][1]}
            changes.append((at, at + width, {**gone, **other[0][1]}))
        at += width
        for side in (one, other):
            side[0][0] = side[0][0][size:]
            if not side[0][0]:
                side.pop(0)
    return changes


def _edits(was: str, target: str) -> list[tuple[int, int, str]]:
    """Stretches of `was` with what they become, few and in order: by lines, then by words within them."""
    words, wanted = _words(was), _words(target)
    edits: list[tuple[int, int, str]] = []
    at = index = position = 0
    ends = [*alignment.pairs(words, wanted), (len(words), len(wanted))]
    for end, end_wanted in ends:
        gone, come = "".join(words[index:end]), "".join(wanted[position:end_wanted])
        if gone or come:
            edits.append(_trim(at, gone, come))
        at += len(gone) + (len(words[end]) if end < len(words) else 0)
        index, position = end + 1, end_wanted + 1
    return edits


def _words(text: str) -> list[str]:
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        found += line.replace(" ", " \0").split("\0")
    return found


def _trim(at: int, gone: str, come: str) -> tuple[int, int, str]:
    """Without what is equal at the ends."""
    head = next((n for n, (a, b) in enumerate(zip(gone, come, strict=False)) if a != b), min(len(gone), len(come)))
    tail = 0
    while tail < min(len(gone), len(come)) - head and gone[-1 - tail] == come[-1 - tail]:
        tail += 1
    return at + head, at + len(gone) - tail, come[head : len(come) - tail]


def _piece_of(child: Any) -> list[Run] | dict[str, Any]:
    if isinstance(child, XmlText):
        return [(str(part), dict(marks or {})) for part, marks in child.diff()]
    return {"tag": child.tag, "attributes": reading.plain_attributes(child)}


def _whole_block(container: XmlElement) -> Block:
    group = reading.parts_of(container)[1]
    return {**reading.read_one(container), "children": reading.read_group(group, 2) if group is not None else []}


def _remove(parent: Any, child: Any) -> None:
    index = next((n for n, each in enumerate(parent.children) if each == child), None)
    if index is not None:
        del parent.children[index]


def _ids(group: Any) -> set[str]:
    return {str(container.attributes.get("id")) for container in reading.containers_of(group)}


def _with_own_ids(block: Block, present: set[str]) -> Block:
    """The block with ids that nothing else has: two blocks of one id confuse the editor."""
    own = clock.new_id() if not block.get("id") or block["id"] in present else block["id"]
    present.add(own)
    children = [_with_own_ids(child, present) for child in block.get("children") or []]
    return {**block, "id": own, "children": children}


def _text_of(block: Block) -> str:
    content = block.get("content") or []
    if isinstance(content, list):
        return "".join(str(node.get("text") or node.get("props") or node.get("content")) for node in content)
    return str(content)


def _shown_props(props: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in props.items() if value is not None and _DEFAULTS.get(name) != value}


def _empty() -> Block:
    return {"id": clock.new_id(), "type": "paragraph", "props": {}, "content": [], "children": []}
