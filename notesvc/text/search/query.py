"""The search language: words, "a phrase", -not, OR, (brackets), and operators such as tag:x #x person:x $x title:x."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from notesvc.text.fold import BREAK, index_tokens, title_key
from notesvc.text.inline import tag_key
from notesvc.text.scripts import is_unspaced
from notesvc.text.search import index_marks
from notesvc.text.search.pieces import PIECE, operator_of, value_of

MAX_PARTS = 64
"""The most terms and filters that one query may have."""

FilterKind = Literal["tag", "person", "in", "is", "has", "before", "after"]
IsName = Callable[[str], bool]

_SHORTEST_BEGINNING = 2
_LONGEST_NAME = 5

_DATE = re.compile(r"([0-9]{4}) (?: - ([0-9]{1,2}) (?: - ([0-9]{1,2}) )? )?", re.VERBOSE | re.ASCII)


class QueryError(ValueError):
    """The query cannot be answered; the message says why, in words for the person who typed it."""


@dataclass(frozen=True, slots=True)
class Term:
    """Words to find next to each other, folded as in the index.

    With `prefix` the last may go on; with `forms` other forms of the word are found too.
    """

    tokens: tuple[str, ...]
    prefix: bool = False
    in_title: bool = False
    forms: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition other than text.

    `value` is, by kind: `tag` a tag key; `person` and `in` a title key; `is` `journal` or `trashed`; `has` one of
    `index_marks.KINDS`; `before` and `after` a day as `YYYY-MM-DD`, the first of the month or year when only that was
    given. Before means earlier than that day, after means on that day or later.
    """

    kind: FilterKind
    value: str


@dataclass(frozen=True, slots=True)
class Not:
    """What a note must not be."""

    part: "Part"


@dataclass(frozen=True, slots=True)
class All:
    """All of the parts together."""

    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of the parts."""

    parts: tuple["Part", ...]


Part = Term | Filter | Not | All | Either


@dataclass(frozen=True, slots=True)
class Query:
    """What a search asks for: all of its parts."""

    parts: tuple[Part, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """What is searched for, in order: the terms that stand under no `-`."""
        return tuple(part for part in self._read_parts() if isinstance(part, Term))

    @property
    def filters(self) -> tuple[Filter, ...]:
        """The filters that stand under no `-`."""
        return tuple(part for part in self._read_parts() if isinstance(part, Filter))

    def _read_parts(self) -> Iterator[Part]:
        return (part for each in self.parts for part in _leaves(each))

    def with_terms(self, changed: Callable[[Term], Part | None]) -> "Query":
        """The same with other parts instead of what is searched for; without those that become None."""
        return Query(tuple(new for part in self.parts if (new := _change(part, changed)) is not None))


def parse(q: str, is_name: IsName = lambda _: False) -> Query:
    """The query of a text. Every word is also the beginning of longer ones, unless it is quoted or negated.

    What is no operator is text; a text without letters and digits asks for nothing; brackets that do not match are
    blanks. After `$` come as many words as `is_name` knows together as a name. Raises QueryError for a date, an `is:`
    or a `has:` that does not exist and for more than 64 parts.
    """
    pieces = list(PIECE.finditer(q))
    if not _is_balanced(pieces):
        pieces = list(PIECE.finditer(q.replace("(", " ").replace(")", " ")))
    reader = _Reader(pieces, is_name)
    parts = reader.alternatives()
    return Query(_with_open_end(parts.parts if isinstance(parts, All) else (parts,) if parts else ()))


def _is_balanced(pieces: list[re.Match[str]]) -> bool:
    depth = 0
    for piece in pieces:
        depth += bool(piece["open"]) - bool(piece["close"])
        if depth < 0 or depth > MAX_PARTS:
            return False
    return depth == 0


class _Reader:
    """Reads pieces from left to right."""

    def __init__(self, pieces: list[re.Match[str]], is_name: IsName) -> None:
        self._pieces = pieces
        self._is_name = is_name
        self._at = 0
        self._count = 0

    def alternatives(self) -> Part | None:
        """What stands between the `OR`s, up to a bracket that closes or the end."""
        found: list[Part] = []
        while True:
            part = self._together()
            if part is not None:
                found.append(part)
            if not self._is_or():
                break
            self._at += 1
        return (Either(tuple(found)) if len(found) > 1 else found[0]) if found else None

    def _together(self) -> Part | None:
        found: list[Part] = []
        while self._at < len(self._pieces) and not self._pieces[self._at]["close"]:
            if found and self._is_or():
                break
            part = self._one()
            if part is not None:
                found.append(part)
                self._count += not isinstance(part, All | Either)
            if self._count > MAX_PARTS:
                raise QueryError(f"A search may have at most {MAX_PARTS} parts.")
        return (All(tuple(found)) if len(found) > 1 else found[0]) if found else None

    def _is_or(self) -> bool:
        """Whether an `OR` stands here with something after it."""
        here = self._pieces[self._at : self._at + 2]
        return len(here) == 2 and here[0][0] == "OR" and not here[1]["close"]

    def _one(self) -> Part | None:
        piece = self._pieces[self._at]
        self._at += 1
        if piece["open"]:
            inner = self.alternatives()
            self._at += 1
            part = inner
        else:
            part = _filter(piece, self._read_name(piece)) or _term(piece)
        return Not(part) if piece["not"] and part is not None else part

    def _read_name(self, piece: re.Match[str]) -> str:
        """The value of a piece; a name after `$` goes on over the pieces that belong to it."""
        value = value_of(piece)
        if piece["sign"] != "$" or piece["word"] is None:
            return value
        words, best = [value], 0
        for more, following in enumerate(self._pieces[self._at : self._at + _LONGEST_NAME], 1):
            if following["word"] is None or following["not"] or operator_of(following):
                break
            words.append(value_of(following))
            if self._is_name(title_key(" ".join(words))):
                best = more
        self._at += best
        return " ".join(words[: best + 1])


def _with_open_end(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The last word may go on though it is short, or of a script without spaces: it is being typed."""
    for at in reversed(range(len(parts))):
        part = parts[at]
        if isinstance(part, Term):
            return (*parts[:at], replace(part, prefix=part.forms), *parts[at + 1 :])
    return parts


def _leaves(part: Part) -> Iterator[Part]:
    if isinstance(part, All | Either):
        for each in part.parts:
            yield from _leaves(each)
    elif not isinstance(part, Not):
        yield part


def _change(part: Part, changed: Callable[[Term], Part | None]) -> Part | None:
    if isinstance(part, Term):
        return changed(part)
    if isinstance(part, All | Either):
        parts = tuple(new for each in part.parts if (new := _change(each, changed)) is not None)
        return replace(part, parts=parts) if parts else None
    return part


def _term(piece: re.Match[str]) -> Term | None:
    """The words of a piece; None where it has none, or is a bracket."""
    words = tuple(index_tokens(value_of(piece))) if not piece["close"] else ()
    if not words or set(words) == {BREAK}:
        return None
    in_title = operator_of(piece) == "title"
    if piece["word"] is None or piece["not"]:
        return Term(words, in_title=in_title)
    may_go_on = len(words[-1]) > _SHORTEST_BEGINNING and not is_unspaced(words[-1])
    return Term(words, may_go_on, in_title, forms=True)


def _filter(piece: re.Match[str], value: str) -> Filter | None:
    """The condition of a piece; None where it is text."""
    if not value:
        return None
    match operator_of(piece):
        case "tag":
            value = value.removeprefix("#").rstrip("/")
            is_text = piece["sign"] and not any(map(str.isalpha, value))  # #123 is no tag
            return None if is_text else Filter("tag", tag_key(value))
        case "person":
            value = value.removeprefix("$")
            is_text = piece["sign"] and not value[:1].isalpha()  # $5 is money
            return None if is_text else Filter("person", title_key(value))
        case "in" | "folder":
            return Filter("in", title_key(value))
        case "is":
            return Filter("is", _among("is", value, ("journal", "trashed")))
        case "has":
            return Filter("has", _among("has", value.lower().removesuffix("s"), index_marks.KINDS))
        case "before":
            return Filter("before", _day(value))
        case "after":
            return Filter("after", _day(value))
    return None


def _among(operator: str, value: str, known: tuple[str, ...]) -> str:
    if value.lower() not in known:
        listed = f"{', '.join(known[:-1])} and {known[-1]}"
        raise QueryError(f"After “{operator}:” only {listed} are known.")
    return value.lower()


def _day(value: str) -> str:
    found = _DATE.fullmatch(value)
    if not found:
        raise QueryError("A date is written as 2026, 2026-11 or 2026-11-30.")
    year, month, day = (int(number or 1) for number in found.groups())
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        raise QueryError(f"There is no day {value}.") from None
