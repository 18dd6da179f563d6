"""What a search has found, as its page shows it; the twin of `clients/web/src/pages/SearchPage.tsx`.

The page speaks the person's language, and holds its words in the others too: the device decides which one is spoken.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from markupsafe import Markup

from notesvc.text.first_view import icons
from notesvc.text.first_view.result import Surroundings, row
from notesvc.text.first_view.words import Words, count_words, direction, said
from notesvc.text.search import pieces, query

_FRAME = Markup(
    '<div id="first-view" class="frame" lang="{language}" dir="{direction}"><header class="frame-top"></header>'
    '<div class="frame-slim"></div><div class="sidebar"></div><div class="frame-page"><div class="frame-main">'
    '<main class="page search-page"><div><h1 class="sr-only" data-word="titled">{titled}</h1>'
    '<div class="search-head">{box}{filters}</div>{found}</div></main></div></div>{words}{answer}</div>'
)
_BOX = Markup(
    '<form class="search-box" action="/search">{icon}<input type="search" name="q" aria-label="{searchCommand}" '
    'data-label="searchCommand" placeholder="{placeholder}" autocomplete="off" spellcheck="false" dir="auto" '
    'maxlength="256" value="{q}"><a class="search-clear" href="/search" aria-label="{clear}" data-label="clear">'
    "{close}</a></form>"
)
_FILTERS = Markup('<fieldset class="search-filters" aria-label="{}" data-label="filters">{}</fieldset>')
_WORD = Markup('<span data-word="{}">{}</span>')
_IS_ON = Markup(" data-on")
_CHIP = Markup('<button type="button" class="search-chip"{}>{}{}{}</button>')
_DATES = Markup('<details class="search-dates"><summary class="search-chip"{}>{}{}</summary></details>')
_TOKEN = Markup(
    '<button type="button" class="search-chip search-token"><span class="sr-only" data-word="takeOut">{takeOut}</span> '
    "{negation} {kind} <bdi>{value}</bdi>{close}</button>"
)
_FOUND = Markup(
    '<p class="search-count" role="status" data-word="count">{count}</p>{instead}'
    '<div class="search-results"><ul class="rows" aria-label="{results}" data-label="results">{rows}</ul></div>'
)
_NOTHING = Markup(
    '<p class="sr-only" role="status" data-word="count">{count}</p>{instead}<div class="state-empty">'
    '<p class="state-title" data-word="nothing">{nothing}</p><p data-word="nothingHint">{nothingHint}</p></div>'
)
_INSTEAD = Markup('<p class="search-hint" data-word="searchedFor">{}</p>')
_BLOCK = Markup('<script type="application/json" id="{}">{}</script>')


@dataclass(frozen=True, slots=True)
class Shown:
    """What was asked for, and what the service answers to it (`GET /api/workspace/search`)."""

    q: str
    answer: Mapping[str, Any]
    around: Surroundings = field(default_factory=Surroundings)
    has_people: bool = False


def page(shown: Shown, catalogues: Mapping[str, Words], language: str) -> Markup:
    """What stands in the page's body, the answer among it: the app's first question is answered by that.

    `catalogues` are the app's words by language.
    """
    spoken = {each: _words(shown, words, each) for each, words in catalogues.items()}
    words = spoken[language]
    box = _BOX.format(icon=icons.of(icons.SEARCH, 18, 1.6), close=icons.of(icons.CLOSE, 16, 1.7), q=shown.q, **words)
    return _FRAME.format(
        language=language,
        direction=direction(language),
        titled=words["titled"],
        box=box,
        filters=_filters(shown, words),
        found=_found(shown, words),
        words=_block("first-words", spoken),
        answer=_block("first-answer", {"q": shown.q, "answer": shown.answer}),
    )


def _words(shown: Shown, words: Words, language: str) -> dict[str, str]:
    """The words of one language with this page's values."""
    return {
        **{name: text for name, text in words.items() if not name.startswith("count_")},
        "titled": said(words["titled"], language, q=shown.q),
        "searchedFor": said(words["searchedFor"], language, q=shown.answer["searchedFor"] or ""),
        "count": count_words(words, "count", language, shown.answer["total"]),
    }


def _filters(shown: Shown, words: Words) -> Markup:
    filters = query.parse(shown.q).filters
    kinds = {each.kind for each in filters}
    states = {each.value for each in filters if each.kind == "is"}
    chips = [
        _picking("tag", "tag" in kinds, words),
        _picking("person", "person" in kinds, words) if shown.has_people else Markup(),
        _picking("folder", "in" in kinds, words),
        _DATES.format(_on(bool(kinds & {"before", "after"})), _word("changed", words), icons.of(icons.DOWN, 14, 1.7)),
        _state("journal", "journal" in states, words),
        _state("trashed", "trashed" in states, words),
        *(_token(each, words) for each in pieces.filters_to_show(shown.q)),
    ]
    return _FILTERS.format(words["filters"], Markup().join(chips))


def _token(written: pieces.WrittenFilter, words: Words) -> Markup:
    return _TOKEN.format(
        takeOut=words["takeOut"],
        negation=_word("not", words) if written.is_negated else Markup(),
        kind=_word("folder" if written.kind == "in" else written.kind, words),
        value=written.value,
        close=icons.of(icons.CLOSE, 14, 1.7),
    )


def _picking(name: str, is_on: bool, words: Words) -> Markup:
    return _CHIP.format(_on(is_on), "", _word(name, words), icons.of(icons.DOWN, 14, 1.7))


def _state(name: str, is_on: bool, words: Words) -> Markup:
    pressed = Markup(' aria-pressed="{}"').format("true" if is_on else "false")
    return _CHIP.format(pressed, icons.of(icons.CHECK, 14, 1.8) if is_on else "", _word(name, words), "")


def _on(is_on: bool) -> Markup:
    return _IS_ON if is_on else Markup()


def _word(name: str, words: Words) -> Markup:
    return _WORD.format(name, words[name])


def _found(shown: Shown, words: Words) -> Markup:
    instead = _INSTEAD.format(words["searchedFor"]) if shown.answer["searchedFor"] else Markup()
    results = shown.answer["results"]
    if not results:
        return _NOTHING.format(instead=instead, **words)
    rows = Markup().join(row(index, each, shown.around, words) for index, each in enumerate(results))
    return _FOUND.format(instead=instead, rows=rows, **words)


def _block(name: str, value: Any) -> Markup:
    """JSON that no browser takes for anything else, whatever words are in it."""
    text = orjson.dumps(value).decode().replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return _BLOCK.format(name, Markup(text))  # noqa: S704 - what could end the element, or begin another, is escaped
