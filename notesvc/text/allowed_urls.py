"""Which addresses a link or a file block may hold."""

import html
import re
import unicodedata

SCHEMES = frozenset({"http", "https", "mailto", "tel", "note"})

_SCHEME = re.compile(
    r"""(?x)
    ( [A-Za-z] [A-Za-z0-9+.-]* )  # letters first, as RFC 3986 has it
    :
    """
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_ENTITY_ROUNDS = 3


def is_allowed(href: str) -> bool:
    """Whether the address is relative, a fragment, or has one of `SCHEMES`.

    False for every other scheme, for `//host`, and for control characters. Entities are decoded, and
    white space and invisible characters taken out, before the scheme is looked at, as a browser may do.
    """
    if _CONTROL.search(href):
        return False
    bare = _undisguise(href)
    if bare.startswith("//"):
        return False
    scheme = _SCHEME.match(bare)
    return scheme is None or scheme.group(1).lower() in SCHEMES


def _undisguise(href: str) -> str:
    for _ in range(_ENTITY_ROUNDS):
        if "&" not in href:
            break
        href = html.unescape(href)
    if href.isascii():
        return "".join(href.split()).replace("\\", "/").translate(_NO_CONTROLS)
    visible = (char for char in href if not char.isspace() and unicodedata.category(char) not in ("Cc", "Cf"))
    return "".join(visible).replace("\\", "/")


_NO_CONTROLS = dict.fromkeys([*range(0x21), 0x7F])
