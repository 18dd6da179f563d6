"""What an answer cites, held against the passages that it was given: what is not there is no source."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence, Set
from functools import cache
from typing import Any, NamedTuple

from notesvc.domain.ai import quotes
from notesvc.domain.ai.passages import Passage
from notesvc.domain.ai.quotes import Quote
from notesvc.text import sentences

LEAST_SHARED = 0.2
"""The share of the words of a cited sentence that a passage of the note must have."""

_LONGEST_LOST = 300
_LONGEST_RANGE = 10

_CODE = re.compile(
    r"""
      ^ [ \t>]{0,12} (?P<fence> `{3,} | ~{3,} ) [^\n]*+ (?: \n (?! [ \t>]{0,12} (?P=fence) ) [^\n]*+ )*+   # a block
      (?: \n [^\n]*+ )?
    | (?<! ` ) (?P<ticks> `{1,8} ) (?! ` ) [^\n]{1,400}? (?<! ` ) (?P=ticks) (?! ` )                        # in a line
    """,
    re.VERBOSE | re.MULTILINE,
)
_NUMBERS = r"\d{1,4} (?: [ ]? [-–,;] [ ]? \d{1,4} )*+"
_CITATION = re.compile(
    rf"""
    (?P<space> [ \t]*+ )
    (?: \[{{1,2}} \^? (?P<numbers> {_NUMBERS} ) \]{{1,2}} | 【 (?P<wide> {_NUMBERS} ) [^】\n]{{0,20}} 】 )
    (?: \( [^()\s]*+ \) | : (?= \s ) )?   # an address, which no citation has; what would define one
    """,
    re.VERBOSE,
)
_NUMBER_OR_RANGE = re.compile(r"(\d+)(?: ?[-–] ?(\d+))?")


class CheckedAnswer(NamedTuple):
    """An answer whose citations `[n]` all have a source, the sources in the order of their first citation, and
    warnings: `uncited` where nothing is cited, `unsupported` with sentences that no passage of the cited note says."""

    content: str
    sources: list[dict[str, Any]]
    warnings: list[dict[str, Any]]


class _Citation(NamedTuple):
    """Where it stands in the answer, the space before it, the numbers, and the sentence that it is for."""

    start: int
    end: int
    space: str
    numbers: list[int]
    sentence: str


class _Source(NamedTuple):
    passage: Passage
    quote: Quote


def check(answer: str, passages: Sequence[Passage]) -> CheckedAnswer:
    """The answer with those citations that hold, and for each number the place that it is about.

    A citation holds if its number was given and a passage of that note has a fifth of the words of the sentence.
    The quote of a source stands in that passage, byte for byte. In code nothing is a citation.
    """
    given = {passage.n: passage for passage in passages}
    find_source = cache(lambda sentence, n: _find_source(sentence, given[n], passages))
    found: dict[int, _Source] = {}
    lost: dict[str, None] = {}
    parts: list[str] = []
    at = 0
    for citation in _find_citations(answer):
        known = [n for n in citation.numbers if n in given]
        held = {n: source for n in known if (source := find_source(citation.sentence, n))}
        if len(held) < len(known):
            lost[citation.sentence[:_LONGEST_LOST]] = None
        for n, source in held.items():
            if n not in found or source.quote.share > found[n].quote.share:
                found[n] = source
        parts += [answer[at : citation.start], citation.space if held else "", *(f"[{n}]" for n in held)]
        at = citation.end
    content = _drop_unknown("".join([*parts, answer[at:]]), found.keys())
    said = {n for place in _find_places(content) for n in _read_numbers(place)}
    sources = [_show(n, source) for n, source in found.items() if n in said]
    warnings = [] if sources else [{"kind": "uncited", "lost": []}]
    if lost:
        warnings.append({"kind": "unsupported", "lost": list(lost)})
    return CheckedAnswer(content, sources, warnings)


def _find_citations(answer: str) -> Iterator[_Citation]:
    """The citations in order, each with its sentence: the one that it stands in or directly behind."""
    places = _find_places(answer)
    pieces: list[str] = []
    starts: list[int] = []
    kept = 0
    for found in places:
        pieces.append(answer[kept : found.start()])
        starts.append((starts[-1] if starts else 0) + len(pieces[-1]))
        kept = found.end()
    text = "".join([*pieces, answer[kept:]])
    spans = list(sentences.spans(text))
    begins = [start for start, _ in spans]
    for found, start in zip(places, starts, strict=True):
        # What stands before any sentence of the answer is for the first one.
        at = max(0, bisect_right(begins, start - 1) - 1)
        sentence = text[slice(*spans[at])] if spans else ""
        space = found["space"] if found.start() > 0 else ""
        yield _Citation(*found.span(), space, _read_numbers(found), sentence)


def _find_places(answer: str) -> list[re.Match[str]]:
    code = [found.span() for found in _CODE.finditer(answer)]
    return [found for found in _CITATION.finditer(answer) if not _is_within(found.start(), code)]


def _drop_unknown(content: str, known: Set[int]) -> str:
    """The content without what became a citation only when another one went: `[9[8]9]`."""
    while wrong := [each.span() for each in _find_places(content) if not known >= set(_read_numbers(each))]:
        edges = [0, *(edge for span in wrong for edge in span), len(content)]
        content = "".join(content[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    return content


def _is_within(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    at = bisect_right(spans, place, key=lambda span: span[0]) - 1
    return at >= 0 and place < spans[at][1]


def _read_numbers(place: re.Match[str]) -> list[int]:
    numbers: dict[int, None] = {}
    for first, last in _NUMBER_OR_RANGE.findall(place["numbers"] or place["wide"]):
        end = int(last or first)
        numbers |= dict.fromkeys(range(int(first), min(end, int(first) + _LONGEST_RANGE) + 1))
    return list(numbers)


def _find_source(sentence: str, cited: Passage, passages: Sequence[Passage]) -> _Source | None:
    """The cited passage, or else the one of its note that says most of the sentence; None where none says a fifth."""
    others = [each for each in passages if each.note_id == cited.note_id and each.n != cited.n]
    best: _Source | None = None
    for each in (cited, *others):
        quote = quotes.nearest(sentence, each.text)
        if quote is not None and quote.share >= LEAST_SHARED and (best is None or quote.share > best.quote.share):
            best = _Source(each, quote)
        if best is not None and best.passage is cited:
            break
    return best


def _show(n: int, source: _Source) -> dict[str, Any]:
    passage, quote = source
    shown = {"n": n, "noteId": passage.note_id, "title": passage.title}
    return {**shown, "heading": passage.heading, "quote": quote.text}
