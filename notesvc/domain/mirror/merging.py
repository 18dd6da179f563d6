"""Two sides of a file since both agreed: what the file's side changed, to be done to the note."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from notesvc.domain.mirror.file_form import FileForm, Look
from notesvc.text.diff import three_way
from notesvc.text.inline import tag_key

T = TypeVar("T")

GONE: Any = object()
"""The value of a property that was taken away."""


class ConflictError(Exception):
    """Both sides changed the same place, and not alike."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be changed of the note; None, and no key, for what stays. `look` is None, or holds what is new."""

    body: str | None = None
    tags: tuple[str, ...] | None = None
    plain: Mapping[str, str | None] = field(default_factory=dict)
    properties: Mapping[str, Any] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return self.body is not None or self.tags is not None or bool(self.plain) or bool(self.properties)


def merge(base: FileForm, ours: FileForm, theirs: FileForm) -> Changes:
    """What theirs changed of the base, as changes of ours. A file whose front matter is gone says nothing of it.

    Raises ConflictError where both changed the same lines, or the same property.
    """
    body = lines(base.body, ours.body, _with_line_ends_of(base.body, theirs.body))
    before, mine = base.look or Look(), ours.look or Look()
    other = theirs.look or before
    tags = _tags(before.tags, mine.tags, other.tags)
    plain = {
        name: value
        for name in ("icon", "cover")
        if (value := _pick(getattr(before, name), getattr(mine, name), getattr(other, name))) != getattr(mine, name)
    }
    return Changes(
        None if body == ours.body else body,
        None if tags == mine.tags else tags,
        plain,
        _properties(before.others, mine.others, other.others),
    )


def lines(base: str, ours: str, theirs: str) -> str:
    """The text with the changes of both in it, by lines. Raises ConflictError."""
    if theirs in (base, ours):
        return ours
    if ours == base:
        return theirs
    pieces = [text.splitlines(keepends=True) for text in (base, ours, theirs)]
    kept: list[str] = []
    for region in three_way.regions(*pieces):
        before, mine, other = (
            pieces[0][region.b : region.b_end],
            pieces[1][region.o : region.o_end],
            pieces[2][region.t : region.t_end],
        )
        kept += _pick(before, mine, other)
    return "".join(kept)


def _pick(base: T, ours: T, theirs: T) -> T:
    if theirs in (base, ours):
        return ours
    if ours == base:
        return theirs
    raise ConflictError


def _tags(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> tuple[str, ...]:
    keys = [{tag_key(tag) for tag in tags} for tags in (base, ours, theirs)]
    gone, come = keys[0] - keys[2], keys[2] - keys[0] - keys[1]
    return (
        *(tag for tag in ours if tag_key(tag) not in gone),
        *(tag for tag in theirs if tag_key(tag) in come),
    )


def _properties(base: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    changed = {}
    for name in [*theirs, *(name for name in base if name not in theirs)]:
        mine = ours.get(name, GONE)
        value = _pick(base.get(name, GONE), mine, theirs.get(name, GONE))
        if value is not mine and value != mine:
            changed[name] = value
    return changed


def _with_line_ends_of(base: str, text: str) -> str:
    """An editor of another system may have written all line ends anew: that is no change of each line."""
    return text.replace("\r\n", "\n") if "\n" in base and "\r\n" not in base else text
