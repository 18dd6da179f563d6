"""Making the answer of a model harmless: what it points to and was not in its input stays text.

A page that loads a picture tells its address to whoever keeps it; a note may have told the model to write one.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from notesvc.text.blocks.reading import from_markdown
from notesvc.text.markdown import prescreen

_CODE = re.compile(
    r"""(?msx)
    ^ [ ]{0,3} (`{3,}|~{3,}) [^\n`]* \n .*? (?: ^ [ ]{0,3} \1 [`~]* [ \t]* $ | \Z )
    | (`+)(?!`) [^\n]*? (?<!`)\2(?!`)
    """
)
_PICTURE = re.compile(r"!\[([^\]]*)\]\(\s*<?([^)\s>]*)>?[^)]*\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(\s*<?([^)\s>]*)>?[^)]*\)")
_REFERENCE = re.compile(r"\](:[ \t]*\n?[ \t]*<?)(\S+)")
_ADDRESS = re.compile(r"(?<!\w)<?((?:[a-z][a-z0-9+.-]{1,20}://|www\.|mailto:)(?:(?!&lt;)[^\s<>`\"])+)>?", re.IGNORECASE)
_ANYWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]{1,20}:)?//[^\s<>`\"')\]]+", re.IGNORECASE)
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_ENDS = ".,;:!?)*_"


def harmless(answer: str, source: str) -> str:
    """The answer without pictures, links, addresses and HTML that the source does not have; code stays as it is."""
    with_code = _outside_code(answer, lambda text: _clean(text, source))
    # What looks like code to an expression may be none to the parser: where that is open, nothing is taken for code.
    is_open = re.search("`|~~~", _CODE.sub("", answer)) is not None
    tries = (_clean(answer, source),) if is_open else (with_code, _clean(answer, source))
    return next((text for text in tries if _is_harmless(text, source)), _as_code(answer))


def _as_code(text: str) -> str:
    fence = "`" * (max(map(len, re.findall("`+", text)), default=2) + 3)
    return f"{fence}\n{text}\n{fence}"


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    parts, last = [], 0
    for code in _CODE.finditer(text):
        parts += [change(text[last : code.start()]), code[0]]
        last = code.end()
    return "".join([*parts, change(text[last:])])


def _clean(text: str, source: str) -> str:
    text = _TAG.sub(lambda found: "<" if _tag_at(found) in source or _is_address(found) else "&lt;", text)
    text = _PICTURE.sub(lambda found: found[0] if _is_known(found[2], source) else found[1], text)
    text = _REFERENCE.sub(lambda found: found[0] if _is_known(found[2], source) else f"\\]{found[1]}{found[2]}", text)
    text = _LINK.sub(
        lambda found: found[0] if _is_known(found[2], source) else f"{found[1]} ({_as_text(found[2])})", text
    )
    return _ADDRESS.sub(lambda found: found[0] if _is_known(found[1], source) else _as_text(found[1]), text)


def _as_text(address: str) -> str:
    return re.sub(r":(?=//|[^/]*$)|^www(?=\.)", lambda found: "\\:" if found[0] == ":" else "www\\", address)


def _is_known(address: str, source: str) -> bool:
    return address.startswith("#") or address.rstrip(_ENDS) in source


def _is_address(found: re.Match[str]) -> bool:
    return _ADDRESS.match(found.string, found.start()) is not None


def _tag_at(found: re.Match[str]) -> str:
    end = found.string.find(">", found.start())
    return found.string[found.start() : end + 1] if end >= 0 else found.string[found.start() :]


def _is_harmless(text: str, source: str) -> bool:
    if prescreen.is_hostile(text):
        return False
    return all(_is_known(address, source) for address in _addresses(from_markdown.parse(text).blocks))


def _addresses(blocks: list[Any]) -> Iterator[str]:
    waiting: list[Any] = list(blocks)
    while waiting:
        node = waiting.pop()
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            waiting += [value for key, value in node.items() if key in _INSIDE]
            yield from _addresses_of(node)


_INSIDE = ("children", "content", "rows", "cells")


def _addresses_of(node: dict[str, Any]) -> Iterator[str]:
    if node.get("type") == "link":
        yield node["href"]
    if node.get("type") == "image":
        yield node["props"].get("url", "")
    if node.get("type") == "mdInline":
        yield from _written(node["props"]["src"])
    if node.get("type") == "rawMarkdown":
        yield from _written("".join(part["text"] for part in node["content"]))


def _written(markup: str) -> Iterator[str]:
    """What Markdown or HTML that blocks cannot say points to."""
    yield from (found[2] for found in _PICTURE.finditer(markup))
    yield from (found[2] for found in _REFERENCE.finditer(markup))
    yield from (_tag_at(found) for found in _TAG.finditer(markup) if not _is_address(found))
    yield from _ANYWHERE.findall(markup)
