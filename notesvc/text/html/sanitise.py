"""The last word on HTML: an allow-list of tags, attributes, addresses and class names."""

import re
from urllib.parse import unquote

import nh3

ID_PREFIX = "user-content-"
RELATION = "noopener noreferrer nofollow"

RAW_TAGS = frozenset(
    [
        "a",
        "abbr",
        "b",
        "blockquote",
        "br",
        "caption",
        "cite",
        "code",
        "col",
        "colgroup",
        "dd",
        "del",
        "details",
        "dfn",
        "div",
        "dl",
        "dt",
        "em",
        "figcaption",
        "figure",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "i",
        "img",
        "ins",
        "kbd",
        "li",
        "mark",
        "ol",
        "p",
        "pre",
        "q",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strong",
        "sub",
        "summary",
        "sup",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "time",
        "tr",
        "u",
        "ul",
        "var",
        "wbr",
    ]
)
"""Tags that a writer may use as raw HTML."""

TAGS = RAW_TAGS | {"input", "label", "audio", "video"}
"""Tags that may stand in a rendered note; the further ones are made by us alone."""

VOID_TAGS = frozenset({"br", "col", "hr", "img", "input", "wbr"})

ATTRIBUTES: dict[str, set[str]] = {
    "*": {"id", "class", "dir", "lang", "title"},
    "a": {"href", "role"},
    "img": {"src", "alt", "width", "height"},
    "audio": {"src"},
    "video": {"src", "width", "height"},
    "ol": {"start", "reversed"},
    "li": {"value"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan"},
    "details": {"open"},
    "time": {"datetime"},
    "input": {"checked"},
}

_FORCED: dict[str, dict[str, str]] = {
    "input": {"type": "checkbox", "disabled": ""},
    "img": {"loading": "lazy"},
    "audio": {"controls": "", "preload": "none"},
    "video": {"controls": "", "preload": "none"},
}

_DROPPED_WITH_CONTENT = {
    "script", "style", "template", "iframe", "noscript", "noembed", "noframes", "object", "embed", "applet",
    "svg", "math", "title", "textarea", "xmp", "plaintext", "select", "frameset",
}  # fmt: skip

_CLASS = re.compile(
    r"""(?x)
    (?: callout | callout-title | callout-[a-z]{1,24}        # boxes
      | note | missing | attachment                          # our own links
      | task | done | toggle | footnotes | footnote | plain | formula | formula-block | diagram | embedded
      | align-(?:left|center|right)
      | language-[A-Za-z0-9_+\#.-]{1,40}                     # of code blocks
    )"""
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_HTTP = re.compile(r"(?i)https?://[^/\\?#]")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_SIZE = re.compile(r"[0-9]{1,4}")
_TOKEN = re.compile(r"[A-Za-z0-9-]{1,35}")
START_TAG = re.compile(r'<(?P<name>[a-z][a-z0-9]*)(?P<attributes>(?: [a-zA-Z-]+="[^"]*")*)>(?:</(?:audio|video)>)?')
"""A tag as `clean` writes it; `<` stands in no other place."""

_NESTED_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)[^>]*>")


def safe_link(address: str) -> str | None:
    """The address when a reader may follow it: http, https, mailto, note, or relative to this service; else None.

    Addresses that leave the service while looking relative (`//host`, `/\\host`) are refused, and so are those
    with control characters, which browsers drop silently before they read the scheme.
    """
    address = address.strip(" ")
    if _CONTROL.search(address) or "\\" in address.partition("?")[0].partition("#")[0]:
        return None
    address = address.replace(" ", "%20")
    scheme = _SCHEME.match(address)
    if scheme is None:
        return None if address.startswith("//") else address
    name = scheme.group(1).lower()
    if name in ("http", "https"):
        return address if _HTTP.match(address) else None
    if name == "note":
        return address if address[5:7] == "//" else None
    return address if name == "mailto" else None


def safe_image(address: str, remote: bool) -> str | None:
    """The address when a page may load it by itself: one of our own files, or https with `remote`; else None."""
    link = safe_link(address)
    if link is None:
        return None
    if link.lower().startswith("https://"):
        return link if remote else None
    steps = unquote(link.partition("?")[0]).replace("\\", "/").split("/")
    return link if steps[:2] == ["", "files"] and ".." not in steps and "." not in steps else None


def without_lone_relation(attributes: str) -> str:
    """The attributes of a link: one that leads nowhere has no relation to anything (HTML, 4.5.1)."""
    return attributes if " href=" in attributes else attributes.replace(f' rel="{RELATION}"', "")


def depth_of(html: str) -> int:
    """How deeply tags nest, at least, in HTML whose tags are all well-formed; unclosed ones count too. Linear."""
    # A closing tag counts only where one of its name is open, as a parser ignores stray ones.
    open_tags: dict[str, int] = {}
    deepest = depth = 0
    for closing, name in _NESTED_TAG.findall(html):
        if name in VOID_TAGS or name in _CLOSED_BY_THEMSELVES:
            continue
        if not closing:
            open_tags[name] = open_tags.get(name, 0) + 1
            depth += 1
            deepest = max(deepest, depth)
        elif open_tags.get(name):
            open_tags[name] -= 1
            depth -= 1
    return deepest


_CLOSED_BY_THEMSELVES = frozenset(
    ["p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "colgroup", "caption", "rp", "rt"]
)


def clean(html: str, remote_images: bool = False) -> str:
    """The HTML with nothing left but what the allow-list names."""
    return (_WITH_REMOTE_IMAGES if remote_images else _WITHOUT_REMOTE_IMAGES).clean(html)


def _attribute(tag: str, name: str, value: str, remote: bool) -> str | None:
    if name == "href":
        return safe_link(value)
    if name == "src":
        return safe_image(value, remote and tag == "img")
    if name == "class":
        return " ".join(part for part in value.split() if _CLASS.fullmatch(part)) or None
    if name == "id":
        return value if value.startswith(ID_PREFIX) else ID_PREFIX + value
    return _plain_attribute(name, value)


def _plain_attribute(name: str, value: str) -> str | None:
    if name in ("width", "height", "colspan", "rowspan"):
        return value if _SIZE.fullmatch(value) else None
    if name in ("start", "value"):
        return value if _NUMBER.fullmatch(value) else None
    if name in ("dir", "lang", "align"):
        return value if _TOKEN.fullmatch(value) else None
    if name == "role":
        return value if value in ("doc-noteref", "doc-backlink") else None
    if name in ("open", "checked", "reversed"):
        return ""
    return value


def _cleaner(remote: bool) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(TAGS),
        attributes=ATTRIBUTES,
        attribute_filter=lambda tag, name, value: _attribute(tag, name, value, remote),
        clean_content_tags=_DROPPED_WITH_CONTENT,
        set_tag_attribute_values=_FORCED,
        url_schemes={"http", "https", "mailto", "note"},
        link_rel=RELATION,
        strip_comments=True,
    )


_WITHOUT_REMOTE_IMAGES = _cleaner(remote=False)
_WITH_REMOTE_IMAGES = _cleaner(remote=True)
