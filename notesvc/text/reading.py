"""What a text says to those who keep rows of it: read once, in linear time, without asking anybody."""

import hashlib
from typing import NamedTuple

from notesvc.text import fold, inline
from notesvc.text.fold import title_key
from notesvc.text.search import index_marks

Link = tuple[str, str, str]
"""(kind, target label, target key)"""


_BEGINNING = 40


class Reading(NamedTuple):
    """The links that need no look-up, each once; what may begin with a person's name, and the first characters of such
    names; handles; for the index the folded words, the headings, what is said often, and marks."""

    content_hash: str
    links: tuple[Link, ...]
    tails: tuple[str, ...]
    initials: tuple[str, ...]
    handles: tuple[str, ...]
    words: str
    headings: str
    often: tuple[str, ...]
    marks: tuple[str, ...]


def read(content: str, most_links: int) -> Reading:
    """Reads a text; of its links, candidates and handles together it keeps the first `most_links`."""
    links: dict[Link, None] = {}
    tails: dict[str, None] = {}
    handles: dict[str, None] = {}
    for number, token in enumerate(inline.each_token(content)):
        if number >= most_links:
            break
        if token.kind == "person":
            tails[token.value] = None
        elif token.kind == "user":
            handles[title_key(token.value)] = None
        else:
            links[_link(token)] = None
    # The first characters tell the first one of the key.
    initials = sorted({inline.person_initial(tail[:_BEGINNING]) for tail in tails})
    found = tuple(links), tuple(tails), tuple(initials), tuple(handles)
    return Reading(content_hash(content), *found, *_for_search(content))


def _for_search(content: str) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    words = fold.index_tokens(content)
    headings = f" {fold.BREAK} ".join(
        filter(None, (fold.fold_for_index(each.text) for each in index_marks.headings(content)))
    )
    marks = (*index_marks.of_headings(headings.split()), *index_marks.of_text(content, words))
    return " ".join(words), headings, tuple(index_marks.prominent(words)), marks


def content_hash(content: str | bytes) -> str:
    """The sha256 of a text, or of its UTF-8, as notes and versions carry it."""
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def rich_hash(document: str | bytes | None) -> str | None:
    """The sha256 of a stored document; None where there is none."""
    return None if document is None else content_hash(document)


def people_in(tails: tuple[str, ...], names: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """The ids of the people that the texts begin with; `names` are title keys with ids."""
    people = inline.Names(dict(names))
    return frozenset(found[1] for tail in tails if (found := people.match(tail)))


def _link(token: inline.Token) -> Link:
    if token.kind == "wiki":
        return "wiki", token.title, inline.wiki_target_key(token.title)
    if token.kind == "tag":
        key = inline.tag_key(token.value)
        return "tag", key, key
    return token.kind, token.value, token.value
