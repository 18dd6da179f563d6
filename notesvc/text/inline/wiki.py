"""How a wiki link is written: the form of a title that it can hold, and a text whose links are written anew."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote, unquote

from notesvc.text.inline.rewrite import Span, replace_spans
from notesvc.text.inline.scanner import scan
from notesvc.text.inline.tokens import MAX_TITLE, Token

_NOT_IN_LINKS = str.maketrans({**dict.fromkeys("[]|#", ""), "\n": " ", "\r": " "})
_MARKUP = re.compile(r"[\\`*_{}\[\]<>#$@!|~&^=:]")
_LINK = re.compile(r"\[\[[^\[\]\n]*\]\]")
_NAMELESS = "Untitled"


class ById(NamedTuple):
    """A link that names its target by id: `[title](note://id)`."""

    note_id: str
    title: str


Form = str | ById
"""How a link says its target: what stands between the brackets of `[[…]]`, or by id."""

Forms = Mapping[Form, Form]
"""How links are written from now on, by how they were: wiki links by their title, links by id with their label."""


def link_form(title: str) -> str:
    """The title as a wiki link holds it: without `[ ] | #` and line ends, blanks joined.

    A backslash at the end goes too: before the bar of an alias it would be read as the bar's own. Titles are compared
    with links by this form; it is empty where a title is made of such signs alone.
    """
    return " ".join(title.translate(_NOT_IN_LINKS).split()).rstrip("\\ ")


def is_written_as(title: str) -> bool:
    """Whether `[[title]]` is one wiki link that names just that."""
    if not title or len(title) > MAX_TITLE:
        return False
    tokens = scan(f"[[{title}]]")
    return len(tokens) == 1 and tokens[0].kind == "wiki" and tokens[0].title == title and tokens[0].heading is None


def rewrite_wiki(text: str, forms: Forms) -> tuple[str, int]:
    """The text with each link that the forms name written so, and how many were.

    Heading, alias and the mark of an embed stay; an embed that can only be said by id becomes a link. A link that
    could not be read as one where it stands is left as it is.
    """
    found = [(token, form) for token in scan(text) if (form := _form_of(text, token, forms)) is not None]
    spans = [_span(text, token, form) for token, form in found]
    by_id = [span for span, (_, form) in zip(spans, found, strict=True) if isinstance(form, ById)]
    if by_id:
        unreadable = set(_unreadable(text, spans, by_id))
        spans = [span for span in spans if span not in unreadable]
    return replace_spans(text, spans), len(spans)


def with_file_names(text: str, names: Mapping[str, tuple[str, str]]) -> str:
    """The text with the wiki links of these titles as links to files: by title, the file's name and what to show.

    A name that no link can hold leaves its links as they are. In a table, where a bar ends a cell, the name is shown.
    """
    spans: list[Span] = []
    for token in scan(text):
        name, shown = names.get(token.title, ("", "")) if token.kind == "wiki" else ("", "")
        if not is_written_as(name):
            continue
        start = text.index(token.title, text.index("[[", token.start) + 2)
        spans.append((start, start + len(token.title), name))
        if not token.alias and not token.embed and not _has_bar(text, token):
            anchor = f" > {token.heading}" if token.heading else ""
            spans.append((token.end - 2, token.end - 2, f"|{link_form(shown)}{anchor}"))
    return replace_spans(text, spans)


def _has_bar(text: str, token: Token) -> bool:
    """Whether a bar that is no link's stands in the token's line, as in a table."""
    before, after = text[: token.start].rpartition("\n")[2], text[token.end :].partition("\n")[0]
    return "|" in _LINK.sub("", before + after)


def _form_of(text: str, token: Token, forms: Forms) -> Form | None:
    if token.kind == "wiki":
        return forms.get(token.title)
    if token.kind != "note":
        return None
    said = (key for key in forms if isinstance(key, ById) and key.note_id == token.value)
    return next((forms[key] for key in said if text.startswith(_beginning(key.title, key), token.start)), None)


def _span(text: str, token: Token, form: Form) -> Span:
    if token.kind == "note":
        heading = text[token.start : token.end - 1].partition(f"(note://{token.value}")[2]
        new = f"[[{form}{unquote(heading)}]]" if isinstance(form, str) else f"{_beginning(form.title, form)}{heading})"
        return token.start, token.end, new
    if isinstance(form, ById):
        heading = f"#{quote(token.heading)}" if token.heading else ""
        return token.start, token.end, f"{_beginning(token.alias or form.title or token.title, form)}{heading})"
    start = text.index(token.title, text.index("[[", token.start) + 2)
    return start, start + len(token.title), form


def _beginning(words: str, form: ById) -> str:
    label = _MARKUP.sub(lambda found: f"\\{found[0]}", " ".join(words.split()))
    return f"[{label or _NAMELESS}](note://{form.note_id}"


def _unreadable(text: str, spans: list[Span], by_id: list[Span]) -> Iterator[Span]:
    """Those of the links by id that would not be read as such in their place."""
    read = {(token.start, token.end) for token in scan(replace_spans(text, spans)) if token.kind == "note"}
    grown, wanted = 0, set(by_id)
    for start, end, new in sorted(spans):
        if (start, end, new) in wanted and (start + grown, start + grown + len(new)) not in read:
            yield start, end, new
        grown += len(new) - (end - start)
