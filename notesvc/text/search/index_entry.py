"""What the search index holds of a note: the same on every database."""

from collections.abc import Sequence
from typing import NamedTuple

from notesvc.text import fold
from notesvc.text.reading import Reading
from notesvc.text.search import index_marks

_BETWEEN = f" {fold.BREAK} "


class Entry(NamedTuple):
    """Folded texts (words parted by spaces; names and headings by breaks), and the marks of all of them."""

    title: str
    names: str
    headings: str
    prominent: str
    body: str
    marks: str


def entry(title: str, names: Sequence[str], said: Reading) -> Entry:
    """The entry of a note with that title and these further names, whose text says that."""
    title_words = fold.index_tokens(title)
    folded_names = join(names)
    name_words = folded_names.split()
    listed = filter(index_marks.is_spelled, (*title_words, *name_words, *said.headings.split(), *said.often))
    marks = (*index_marks.of_title(title_words), *index_marks.of_names(name_words), *said.marks)
    return Entry(
        title=" ".join(title_words),
        names=folded_names,
        headings=said.headings,
        prominent=" ".join(dict.fromkeys(listed)),
        body=said.words,
        marks=" ".join(index_marks.that_fit(marks)),
    )


def join(texts: Sequence[str]) -> str:
    """Texts folded, with breaks between."""
    return _BETWEEN.join(filter(None, map(fold.fold_for_index, texts)))
