"""Where to go after signing in: an address of this service, whatever somebody has put into the link."""

import re
from urllib.parse import unquote

HOME = "/"
_LONGEST = 2_000
_LOCAL = re.compile(
    r"""
    /                        # one slash: of this host
    (?! [/\\] )              # two name another host, and browsers read a backslash as a slash
    [^\\\x00-\x1f\x7f-\x9f]* # control characters are dropped by browsers, and what they parted joins up
    """,
    re.VERBOSE,
)


def local_path(text: str | None) -> str:
    """The path, if it leads nowhere else, else the start page."""
    if text is None or len(text) > _LONGEST or not text.isascii() or " " in text:
        return HOME
    # Once more as a second reader might decode it.
    is_local = all(_LOCAL.fullmatch(each) and "//" not in _path(each) for each in (text, unquote(text)))
    return text if is_local else HOME


def _path(text: str) -> str:
    return re.split(r"[?#]", text, maxsplit=1)[0]
