"""Names of files that are safe on every system, and unique where they lie."""

import re
import unicodedata

from notesvc.text import truncate

LONGEST = 120
"""Bytes of UTF-8 that a name may take; deep in a tree fewer, so that whole paths stay usable."""
DEEP = 16
_LONGEST_DEEP = 40
_LONGEST_ENDING = 16

_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(
    r"""
    (?: CON | PRN | AUX | NUL | CONIN\$ | CONOUT\$   # devices of Windows,
      | (?: COM | LPT ) [0-9¹²³] )
    [ ]* (?: \. .* )?                                # with any ending
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_OF_PROGRAMS = re.compile(
    r"""
      (?P<first> ~\$ .* | Thumbs\.db | desktop\.ini )   # what offices and file managers leave
    | (?P<last> .* (?: ~ | \. (?: tmp | swp ) ) )      # what editors leave
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_SYNC_CONFLICT = re.compile(r"\.(?=sync-conflict-)", re.IGNORECASE)


def safe(name: str, ending: str = "", most: int = LONGEST, nameless: str = "Untitled") -> str:
    """A file name for `name`, with the ending: no path, no device, not hidden, nothing that turns or hides text, and
    none that the desktop client and mirrors leave to other programs. `nameless` is what one is called of which nothing
    is left."""
    room = most - len(ending.encode())
    kept = _SYNC_CONFLICT.sub("-", _safe(name, most=room, nameless=nameless))
    of_program = _OF_PROGRAMS.fullmatch(kept + ending)
    if of_program and of_program["first"]:
        kept = truncate.to_bytes(f"_{kept}", room)
    elif of_program:
        kept = truncate.to_bytes(kept, room - 1) + "_"
    return kept + ending


def safe_file(name: str) -> str:
    """The same for a file name that has an ending of its own, which stays; what other programs leave keeps its name."""
    stem, dot, ending = name.rpartition(".")
    if not stem or not ending.isalnum() or len(ending.encode()) > _LONGEST_ENDING:
        return _safe(name)
    return _safe(stem, dot + ending)


def readable(name: str) -> str:
    """The name with a plain blank for each kind of blank, and without what hides or turns text; words keep the joiners
    that their script needs. In NFC."""
    if name.isascii() and name.isprintable():
        return name
    kept = "".join(" " if letter.isspace() else letter for letter in name if _is_kept(letter))
    return unicodedata.normalize("NFC", kept)


def folder_limit(depth: int) -> int:
    """The bytes that a folder's name may take so deep in the tree."""
    return LONGEST if depth < DEEP else _LONGEST_DEEP


def key(name: str) -> str:
    """What file systems that ignore case, or how letters are composed, take for the same name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Names:
    """The names that are taken in one folder."""

    def __init__(self) -> None:
        self._taken: dict[str, str] = {}
        self._numbers: dict[str, int] = {}

    def take(self, name: str, most: int = LONGEST) -> str:
        """The name, or the first with a number behind it that is free; it is taken from then on."""
        chosen, number = name, self._numbers.get(key(name), 1)
        while key(chosen) in self._taken:
            number += 1
            chosen = with_number(name, number, most)
        self._numbers[key(name)] = number
        self._taken[key(chosen)] = chosen
        return chosen

    def like(self, name: str) -> str | None:
        """The taken name that counts as the same."""
        return self._taken.get(key(name))


def with_number(name: str, number: int, most: int = LONGEST) -> str:
    """The name with the number before its ending, as in `Name (2).md`."""
    stem, dot, ending = name.rpartition(".")
    if not stem:
        stem, dot, ending = name, "", ""
    behind = f" ({number}){dot}{ending}"
    return truncate.to_bytes(stem, most - len(behind.encode())).rstrip(". ") + behind


def _safe(name: str, ending: str = "", most: int = LONGEST, nameless: str = "Untitled") -> str:
    kept = " ".join(_FORBIDDEN.sub("-", readable(name)).split())
    kept = truncate.to_bytes(kept.lstrip(". "), most - len(ending.encode())).rstrip(". ") or nameless
    if _RESERVED.fullmatch(kept):
        kept = truncate.to_bytes(f"_{kept}", most - len(ending.encode()))
    return kept + ending


def _is_kept(letter: str) -> bool:
    if letter.isspace():
        return True
    category = unicodedata.category(letter)
    # Joiners make emoji and Persian words; other format characters hide or turn what follows.
    return category not in ("Cc", "Cs", "Co", "Cn") and (category != "Cf" or letter in "\u200c\u200d")
