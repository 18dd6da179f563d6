"""Blocks of Markdown that is kept verbatim."""

from notesvc.text.blocks.validation import Block


def raw(source: str) -> Block:
    """A rawMarkdown block."""
    content = [{"type": "text", "text": source, "styles": {}}] if source else []
    return {"type": "rawMarkdown", "props": {}, "content": content, "children": []}


def bare(source: str) -> str:
    """The source of a raw block without blank lines around it and the indentation that its lines share."""
    lines = source.split("\n")
    while lines and not lines[0].strip(" \t"):
        lines.pop(0)
    while lines and not lines[-1].strip(" \t"):
        lines.pop()
    if not lines:
        return ""
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    if all(line.startswith(indent) for line in lines if line.strip(" \t")):
        return "\n".join(line.removeprefix(indent) for line in lines)
    return "\n".join([lines[0].lstrip(" "), *lines[1:]])


def with_joined(
    blocks: list[Block], spans: list[tuple[int, int]], lines: list[str]
) -> tuple[list[Block], list[tuple[int, int]]]:
    """Raw blocks on adjacent lines, such as link definitions, become one."""
    joined: list[Block] = []
    places: list[tuple[int, int]] = []
    grown: set[int] = set()
    for block, span in zip(blocks, spans, strict=True):
        is_adjacent = bool(places) and places[-1][1] == span[0]
        if is_adjacent and block["type"] == joined[-1]["type"] == "rawMarkdown":
            places[-1] = (places[-1][0], span[1])
            grown.add(len(places) - 1)
            continue
        joined.append(block)
        places.append(span)
    for index in grown:
        joined[index] = raw(bare("\n".join(lines[slice(*places[index])])))
    return joined, places
