"""The pieces that a search is written in, and those of its filters that can be shown one by one."""

import re
from typing import NamedTuple

PIECE = re.compile(
    r"""
    (?P<not> - (?! - ) )?               # `--dry-run` is a word
    (?: (?P<open> \( )
      | (?: (?P<operator> tag | person | title | in | folder | is | has | before | after ) : (?= [^\s()] )
          | (?P<sign> [\#$] ) (?= [^\s()] )
        )?
        (?: " (?P<phrase> [^"]*+ ) "?        # a quote that is not closed ends with the query
          | (?P<word> (?: [^\s"()]++ | \( [^\s"()]*+ \) (?! [\s)] | \Z ) | (?<! [\s(-] ) \( [^\s"()]*+ \) )++ )
        )
    )
    | (?P<close> \) )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Words, phrases, operators with their values, and brackets."""

_SHORT_OPERATORS = {"#": "tag", "$": "person"}
_SHOWN = frozenset({"tag", "person", "title", "in", "has", "before", "after"})


class WrittenFilter(NamedTuple):
    """A filter as somebody wrote it."""

    kind: str
    value: str
    is_negated: bool


def operator_of(piece: re.Match[str]) -> str:
    """The operator in its long form; empty for words."""
    return (piece["operator"] or _SHORT_OPERATORS.get(piece["sign"] or "", "")).lower()


def value_of(piece: re.Match[str]) -> str:
    """The word, or what stands between quotes."""
    return str(piece["word"] if piece["phrase"] is None else piece["phrase"] or "").strip()


def filters_to_show(q: str) -> list[WrittenFilter]:
    """The filters that could be taken out of the query without changing what the rest of it means, in order.

    There are none beside an `OR` or a bracket. A name after `$` may go on behind its piece, and `is:` has a switch of
    its own. `filtersToShow` in `clients/web/src/search/operators.ts` finds the same.
    """
    pieces = list(PIECE.finditer(q))
    if any(_joins(piece) for piece in pieces):
        return []
    found = [
        WrittenFilter(
            "in" if operator_of(piece) == "folder" else operator_of(piece), value_of(piece), bool(piece["not"])
        )
        for piece in pieces
        if piece["sign"] != "$"
    ]
    return [each for each in found if each.kind in _SHOWN and each.value]


def _joins(piece: re.Match[str]) -> bool:
    is_bracket = piece["open"] or piece["close"] or re.search(r"[()]", piece["word"] or "")
    return bool(is_bracket) or piece[0] == "OR"
