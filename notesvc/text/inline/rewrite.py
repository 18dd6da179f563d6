"""Renaming: the same text with some of its links written anew."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from notesvc.text.fold import title_key
from notesvc.text.inline.names import Names, is_readable_tag, tag_key
from notesvc.text.inline.scanner import each_token
from notesvc.text.inline.tokens import MAX_TAIL

Span = tuple[int, int, str]


def replace_spans(text: str, spans: Iterable[Span]) -> str:
    """The text with each `(start, end, new)` replaced; the spans must not overlap, their order is free."""
    parts: list[str] = []
    position = 0
    for start, end, new in sorted(spans):
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])


class RenameResult(NamedTuple):
    """A text in which a person was renamed: how many mentions were written anew, and how many could not be."""

    text: str
    places: int
    left: int


def rename_tag(text: str, old_key: str, new: str) -> tuple[str, int]:
    """The text with each `#old` as `#new` and each `#old/x` as `#new/x`, and how many were replaced.

    `old_key` is a tag key. A nested tag that would become longer than a tag may be is left as it is. Raises
    ValueError when `new` is no tag.
    """
    if not is_readable_tag(new):
        raise ValueError("the new name is no tag")
    spans: list[Span] = []
    for token in each_token(text):
        renamed = renamed_tag(token.value, old_key, new) if token.kind == "tag" else None
        if renamed and is_readable_tag(renamed):
            spans.append((token.start + 1, token.end, renamed))
    return replace_spans(text, spans), len(spans)


def renamed_tag(tag: str, old_key: str, new: str) -> str | None:
    """The tag after `old_key` was renamed; None where it is neither that tag nor below it."""
    segments = tag.split("/")
    depth = old_key.count("/") + 1
    if tag_key("/".join(segments[:depth])) != old_key:
        return None
    return "/".join([new, *segments[depth:]])


def rename_person(
    text: str, names: Mapping[str, str], after: Mapping[str, str], who: tuple[str, str, str]
) -> RenameResult:
    """The text with each `$name` that means the person by the old name written with the new one.

    `who` is the person's id, the old name's key and the new name. `names` are as in `Names`, from before the renaming;
    `after`, those from then on. A mention that says the new name already stays, and so does one that with the new name
    would mean somebody else: those are `left`.
    """
    person_id, old_key, new_name = who
    spans: list[Span] = []
    position = left = 0
    people, then = Names(names), Names(after)
    for token in each_token(text):
        found = people.match(token.value) if token.kind == "person" else None
        if not found or found[1] != person_id or token.start < position:
            continue
        position = token.start + 1 + found[0]
        if title_key(text[token.start + 1 : position]) != old_key or _says(then, token.value, person_id, new_name):
            continue
        if _says(then, (new_name + token.value[found[0] :])[:MAX_TAIL], person_id, new_name):
            spans.append((token.start + 1, position, new_name))
        else:
            left += 1
    return RenameResult(replace_spans(text, spans), len(spans), left)


def _says(names: Names, tail: str, person_id: str, name: str) -> bool:
    found = names.match(tail)
    return found is not None and found[1] == person_id and title_key(tail[: found[0]]) == title_key(name)
