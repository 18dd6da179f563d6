"""The search language: `words "a phrase" -not tag:x #x person:x $x title:x in:x is:x before:x after:x`."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from notesvc.text.fold import title_key, tokens
from notesvc.text.inline import tag_key

MAX_PARTS = 64
"""The most terms and filters that one query may have."""

FilterKind = Literal["tag", "person", "in", "is", "before", "after"]

_PART = re.compile(
    r"""
    (?P<not> - )?
    (?: (?P<operator> tag | person | title | in | is | before | after ) : (?= \S )
      | (?P<sign> [\#$] ) (?= \S )
    )?
    (?: " (?P<phrase> [^"]*+ ) "?        # a quote that is not closed ends with the query
      | (?P<word> [^\s"]++ )
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)

_DATE = re.compile(r"([0-9]{4}) (?: - ([0-9]{1,2}) (?: - ([0-9]{1,2}) )? )?", re.VERBOSE | re.ASCII)

_SHORT_OPERATORS = {"#": "tag", "$": "person"}


class QueryError(ValueError):
    """The query cannot be answered; the message says why, in words for the person who typed it."""


@dataclass(frozen=True, slots=True)
class Term:
    """Words to find next to each other, folded as in the index; with `prefix` the last may go on."""

    tokens: tuple[str, ...]
    prefix: bool = False
    negated: bool = False
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition other than text.

    `value` is, by kind: `tag` a tag key; `person` and `in` a title key; `is` `journal` or `trashed`; `before`
    and `after` a day as `YYYY-MM-DD`, the first of the month or year when only that was given. Before means
    earlier than that day, after means on that day or later.
    """

    kind: FilterKind
    value: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """What a search asks for: all of its terms and all of its filters."""

    terms: tuple[Term, ...] = ()
    filters: tuple[Filter, ...] = ()


def parse(q: str) -> Query:
    """The query of a text; the last term is a prefix unless it is quoted or negated.

    What is no operator is text; a text without letters and digits asks for nothing. Raises QueryError for a
    date or an `is:` that does not exist and for more than 64 parts.
    """
    terms: list[Term] = []
    filters: list[Filter] = []
    may_go_on = False
    for part in _PART.finditer(q):
        condition = _filter(part)
        if condition:
            filters.append(condition)
        elif words := tokens(_value(part)):
            terms.append(Term(tuple(words), False, bool(part["not"]), _operator(part) == "title"))
            may_go_on = part["word"] is not None and not part["not"]
        if len(terms) + len(filters) > MAX_PARTS:
            raise QueryError(f"A search may have at most {MAX_PARTS} parts.")
    if terms and may_go_on:
        terms[-1] = Term(terms[-1].tokens, True, False, terms[-1].in_title)
    return Query(tuple(terms), tuple(filters))


def _operator(part: re.Match[str]) -> str:
    return (part["operator"] or _SHORT_OPERATORS.get(part["sign"], "")).lower()


def _value(part: re.Match[str]) -> str:
    return str(part["word"] if part["phrase"] is None else part["phrase"]).strip()


def _filter(part: re.Match[str]) -> Filter | None:
    """The condition of a part; None where it is text."""
    operator, value, negated = _operator(part), _value(part), bool(part["not"])
    if not value:
        return None
    match operator:
        case "tag":
            value = value.removeprefix("#").rstrip("/")
            is_text = part["sign"] and not any(map(str.isalpha, value))  # #123 is no tag
            return None if is_text else Filter("tag", tag_key(value), negated)
        case "person":
            value = value.removeprefix("$")
            is_text = part["sign"] and not value[:1].isalpha()  # $5 is money
            return None if is_text else Filter("person", title_key(value), negated)
        case "in":
            return Filter("in", title_key(value), negated)
        case "is":
            return Filter("is", _state(value), negated)
        case "before":
            return Filter("before", _day(value), negated)
        case "after":
            return Filter("after", _day(value), negated)
    return None


def _state(value: str) -> str:
    state = value.lower()
    if state not in ("journal", "trashed"):
        raise QueryError("After “is:” only journal and trashed are known.")
    return state


def _day(value: str) -> str:
    found = _DATE.fullmatch(value)
    if not found:
        raise QueryError("A date is written as 2026, 2026-11 or 2026-11-30.")
    year, month, day = (int(number or 1) for number in found.groups())
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        raise QueryError(f"There is no day {value}.") from None
