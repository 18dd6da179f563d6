"""An edit of one block carried over into the source that the block was read from.

The block is written twice, as it was and as it is: what differs between the two is the edit, and goes to its place in
the source. Signs that the source has for itself (`_` for `*`, entities, hard breaks, closing hashes) stay.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape

from notesvc.text.diff import three_way

_TOKEN = re.compile(
    r"""(?x)
    (?P<end> (?: [ \t]++ | \\ )?+ \n [ \t]*+ )         # the end of a line, with the sign of a hard break
    | (?P<br> <br[ ]*/?> )
    | \\ (?P<escaped> [!-/:-@\[-`{-~] )
    | (?P<entity> & \#? [A-Za-z0-9]++ ; )
    | (?P<ticks> `++ )
    | [^\W_]++ | \s | .
    """,
    re.DOTALL,
)
Pieces = Sequence[str]


def candidates(base: str, ours: str, theirs: str) -> Iterator[str]:
    """The source `ours` of what is written as `base`, with the edit that makes it `theirs`: candidates, best first."""
    pieces = [[match.group() for match in _TOKEN.finditer(text)] for text in (base, ours, theirs)]
    keys = [[_key(match) for match in _TOKEN.finditer(text)] for text in (base, ours, theirs)]
    regions = three_way.regions(*keys)
    for keeps_both in (True, False):
        parts: list[str] = []
        for region in regions:
            was, now = keys[0][region.b : region.b_end], keys[2][region.t : region.t_end]
            own, other = pieces[1][region.o : region.o_end], pieces[2][region.t : region.t_end]
            if region.is_kept or was == now:
                parts += own
            else:
                both = _with_insertion(was, now, own, other) if keeps_both else None
                parts += other if both is None else both if region.b or was else [*own, *other]
        yield "".join(parts)


def _with_insertion(was: Pieces, now: Pieces, own: Pieces, other: Pieces) -> list[str] | None:
    """What only the source has here, and what was put in; None where something was taken out too."""
    if now[len(now) - len(was) :] == was:
        return [*other[: len(now) - len(was)], *own]
    return [*own, *other[len(was) :]] if now[: len(was)] == was else None


def _key(match: re.Match[str]) -> str:
    """What the token is for, whichever way it is written."""
    kind, text = match.lastgroup, match.group()
    if kind in _ALIKE:
        return _ALIKE[kind]
    if kind == "entity":
        return unescape(text)
    sign = match["escaped"] if kind == "escaped" else text
    return "*" if sign == "_" else sign


_ALIKE = {"end": "\n", "br": "<br>", "ticks": "`"}
