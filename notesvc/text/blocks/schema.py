"""What BlockNote 0.55 lets a block, a table cell, a style and an inline kind hold."""

from collections.abc import Callable
from typing import Any, NamedTuple

from notesvc.text import allowed_urls


class Kind(NamedTuple):
    """A kind of value: the check, and what to tell who sent another."""

    fits: Callable[[Any], bool]
    message: str


def is_whole(value: Any) -> bool:
    """Whether the value is an integer; the editor's shared document gives back 2.0 for 2."""
    if isinstance(value, bool):
        return False
    return isinstance(value, int) or (isinstance(value, float) and value.is_integer())


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < 1e9


def _is_href(value: Any) -> bool:
    return isinstance(value, str) and allowed_urls.is_allowed(value)


STRING = Kind(lambda value: isinstance(value, str), "must be a string")
SWITCH = Kind(lambda value: isinstance(value, bool), "must be true or false")
ALIGNMENT = Kind(
    lambda value: value in ("left", "center", "right", "justify"), "must be left, center, right or justify"
)
LEVEL = Kind(lambda value: is_whole(value) and 1 <= value <= 6, "must be a whole number from 1 to 6")
SPAN = Kind(lambda value: is_whole(value) and 1 <= value <= 1_000, "must be a whole number from 1 to 1000")
START = Kind(
    lambda value: value is None or (is_whole(value) and 0 <= value <= 999_999_999),
    "must be a whole number from 0 to 999999999, or null",
)
WIDTH = Kind(lambda value: value is None or _is_number(value), "must be a number, or null")
HREF = Kind(_is_href, "must be an address with an allowed scheme")

_COLOURS = {"textColor": STRING, "backgroundColor": STRING}
_COMMON = {**_COLOURS, "textAlignment": ALIGNMENT}
_FILE = {"backgroundColor": STRING, "name": STRING, "url": HREF, "caption": STRING}
_PREVIEW = {**_FILE, "showPreview": SWITCH}
_PICTURE = {**_PREVIEW, "textAlignment": ALIGNMENT, "previewWidth": WIDTH}

PROPS: dict[str, dict[str, Kind]] = {
    "paragraph": _COMMON,
    "heading": {**_COMMON, "level": LEVEL, "isToggleable": SWITCH},
    "bulletListItem": _COMMON,
    "numberedListItem": {**_COMMON, "start": START},
    "checkListItem": {**_COMMON, "checked": SWITCH},
    "toggleListItem": _COMMON,
    "quote": _COMMON,
    "codeBlock": {"language": STRING},
    "table": {"textColor": STRING},
    "image": _PICTURE,
    "video": _PICTURE,
    "audio": _PREVIEW,
    "file": _FILE,
    "divider": {},
    "rawMarkdown": {},
}
CELL_PROPS: dict[str, Kind] = {**_COMMON, "colspan": SPAN, "rowspan": SPAN}
STYLES: dict[str, Kind] = {
    **dict.fromkeys(("bold", "italic", "underline", "strike", "code"), SWITCH),
    **_COLOURS,
}
INLINE_PROPS: dict[str, dict[str, Kind]] = {
    "wikiLink": {"title": STRING, "alias": STRING},
    "mdInline": {"src": STRING},
}
REQUIRED_INLINE_PROP = {"wikiLink": "title", "mdInline": "src"}

WITHOUT_CONTENT = frozenset({"image", "video", "audio", "file", "divider"})
PLAIN_TEXT = frozenset({"codeBlock", "rawMarkdown"})
LIST_ITEMS = frozenset({"bulletListItem", "numberedListItem", "checkListItem", "toggleListItem"})
