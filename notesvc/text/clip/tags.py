"""Which HTML element means what when a page is clipped."""

import re
from urllib.parse import urljoin

import orjson

MAX_OPEN = 128
"""Elements that may be open at once; those further in count as if they were not there."""

BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hgroup",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "ul",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "caption",
        "tbody",
        "thead",
        "tfoot",
        "tr",
        "td",
        "th",
        "blockquote",
        "hr",
        "optgroup",
    ]
)
DROPPED = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "svg",
        "canvas",
        "object",
        "applet",
        "select",
        "textarea",
        "button",
        "datalist",
        "map",
        "noembed",
        "noframes",
        "frameset",
        "xmp",
        "mjx-assistive-mml",
    ]
)
"""Elements that go with what is in them."""

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)

STYLES = {
    "b": "strong",
    "strong": "strong",
    "i": "em",
    "em": "em",
    "cite": "em",
    "dfn": "em",
    "var": "em",
    "figcaption": "em",
    "dt": "strong",
    "summary": "strong",
    "del": "del",
    "s": "del",
    "strike": "del",
    "mark": "mark",
    "code": "code",
    "kbd": "code",
    "samp": "code",
    "tt": "code",
    "sup": "sup",
    "sub": "sub",
}
CODE_BLOCKS = frozenset({"pre", "listing"})
HEADINGS = {f"h{level}": level for level in range(1, 7)}

CLOSED_BY: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "li": (frozenset({"li"}), frozenset({"ul", "ol", "menu"})),
    "dt": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "dd": (frozenset({"dt", "dd"}), frozenset({"dl"})),
    "a": (frozenset({"a"}), frozenset({"table"})),
}
"""For a start tag: the open elements that it ends, and those which keep it from looking further out."""

PERMALINKS = frozenset({"#", "\u00b6", "\u00a7", "\U0001f517", "permalink"})

_SETS = ("srcset", "data-srcset", "data-lazy-srcset")
_OF_SET = re.compile(r"(?P<address>[^\s,]\S*)\s+(?P<width>\d{1,6})w(?=[\s,]|$)")
_LATE = ("data-src", "data-lazy-src", "data-lazy", "data-original", "data-original-src", "data-actualsrc", "data-echo")
_PICTURE = re.compile(r"^[^\s{\[]*(?:/|\.[A-Za-z]{3,4}$)[^\s]*$")
_NOISE = frozenset({"katex-html", "mjx-chtml", "gutter", "linenos", "lineno", "line-numbers", "hljs-ln-numbers"})
_FALLBACK_IMAGES = ("mwe-math-fallback-image-inline", "mwe-math-fallback-image-display")

_SUPERSCRIPT = str.maketrans(
    "0123456789+-=()n",
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u207c\u207d\u207e\u207f",
)
_SUBSCRIPT = str.maketrans(
    "0123456789+-=()", "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u208a\u208b\u208c\u208d\u208e"
)


def to_superscript(text: str) -> str:
    """The text in raised characters where each has one, else as it is."""
    return _in_place(text, text.translate(_SUPERSCRIPT))


def to_subscript(text: str) -> str:
    """The text in lowered characters where each has one, else as it is."""
    return _in_place(text, text.translate(_SUBSCRIPT))


def web_address(address: str, base_url: str | None, schemes: tuple[str, ...] = ("http", "https")) -> str | None:
    """The absolute address of a link or image; None when it is not of these schemes or cannot be read."""
    address = "".join(address.split("\n")).replace("\t", "").replace("\r", "").strip()
    if not address:
        return None
    try:
        whole = urljoin(base_url, address) if base_url else address
    except ValueError:
        return None
    scheme, colon, rest = whole.partition(":")
    if not colon or not rest.strip("/") or scheme.lower() not in schemes:
        return None
    return whole if scheme.lower() == "mailto" or rest.startswith("//") else None


def image_address(attributes: dict[str, str], base_url: str | None) -> str | None:
    """Where the picture is that a reader sees; pages that show it late keep that in other attributes."""
    sets = [attributes.get(name, "") for name in _SETS]
    places = (
        *map(_widest, sets),
        *(address for name in _LATE if _PICTURE.search(address := attributes.get(name, ""))),
        _address_in_json(attributes.get("data-attrs", "")),
        attributes.get("src", ""),
        *(of_set.strip().partition(" ")[0].rstrip(",") for of_set in sets),
    )
    return next((found for place in places if place and (found := web_address(place, base_url))), None)


def _widest(of_set: str) -> str:
    found = [(int(match["width"]), match["address"]) for match in _OF_SET.finditer(of_set)]
    return max(found, key=lambda each: each[0])[1] if found else ""


def _address_in_json(text: str) -> str:
    try:
        found = orjson.loads(text) if text.startswith("{") else {}
    except orjson.JSONDecodeError:
        return ""
    address = found.get("src")
    return address if isinstance(address, str) else ""


def is_noise(attributes: dict[str, str]) -> bool:
    """Whether the element repeats a formula for the eye, or numbers the lines of code."""
    names = attributes.get("class", "")
    return bool(names) and not _NOISE.isdisjoint(names.split())


def is_pixel(attributes: dict[str, str]) -> bool:
    """Whether a picture is there to count visitors, or repeats a formula."""
    if any(name in attributes.get("class", "") for name in _FALLBACK_IMAGES):
        return True
    return attributes.get("width") in ("0", "1") and attributes.get("height") in ("0", "1")


def language(attributes: dict[str, str]) -> str:
    """The language of a code block, from the class names that highlighters use."""
    for name in attributes.get("class", "").split():
        for prefix in ("language-", "lang-", "highlight-source-", "brush:"):
            if name.startswith(prefix) and (found := name[len(prefix) :]) and _is_word(found):
                return found
    found = attributes.get("data-lang") or attributes.get("data-language") or ""
    return found if _is_word(found) else ""


def _is_word(text: str) -> bool:
    return 0 < len(text) <= 40 and all(character.isalnum() or character in "+#.-_" for character in text)


def _in_place(text: str, translated: str) -> str:
    unchanged = any(before == after and not before.isspace() for before, after in zip(text, translated, strict=True))
    return text if unchanged else translated
