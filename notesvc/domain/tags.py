"""Tags: colours are stored, membership is read from link rows, a rename reaches every note."""

from collections.abc import Iterator
from typing import Any

from notesvc import database, errors
from notesvc.domain import changes, saving
from notesvc.domain.caller import Caller
from notesvc.domain.links import rewriting
from notesvc.domain.text_work import ahead
from notesvc.models import Note, NoteBody, NoteLink, Tag
from notesvc.text import inline
from notesvc.text.rewriting import bodies

TagCount = tuple[str, str | None, int]
"""tag, colour, number of live notes"""

_COUNTS = """
SELECT l.target_key, count(*) FROM note_links l JOIN notes n ON n.id = l.source_note_id
WHERE l.owner_id = ? AND l.kind = 'tag' AND n.deleted_at IS NULL GROUP BY l.target_key
"""
# In code points, so that `a` has the children `a/…` and nothing else.
_AFTER_SLASH = "0"


def tags(caller: Caller) -> list[TagCount]:
    """Every tag that a live note has or that has a colour, by name."""
    counts = dict(database.execute(_COUNTS, (caller.user_id,)).fetchall())
    painted = colors(caller)
    return [(tag, painted.get(tag), counts.get(tag, 0)) for tag in sorted(counts.keys() | painted.keys())]


def colors(caller: Caller) -> dict[str, str]:
    """The colours of the tags that have one."""
    return {row.tag: row.color for row in Tag.select().where(Tag.owner == caller.user_id)}


def one(caller: Caller, tag: str) -> TagCount:
    """A tag as it stands; one that nothing has counts 0."""
    key = check(tag)
    return next((row for row in tags(caller) if row[0] == key), (key, None, 0))


def paint(caller: Caller, tag: str, color: str | None) -> TagCount:
    """Give the tag a colour (#rrggbb), or none. Raises InvalidInput for what is no tag."""
    key = check(tag)
    with database.transaction(caller.user_id):
        changes.next_number(caller.user_id)
        Tag.delete().where((Tag.owner == caller.user_id) & (Tag.tag == key)).execute()
        if color is not None:
            Tag.create(owner=caller.user_id, tag=key, color=color)
    return one(caller, key)


@ahead
def rename(caller: Caller, tag: str, new: str) -> TagCount:
    """Write the new tag in place of the old one and of those below it, in every note; onto another tag it merges.

    Notes in the trash are rewritten too, so that a restore brings no old tag back. Raises InvalidInput, also where a
    tag below it would become longer than tags may be.
    """
    old_key, new_name = check(tag), new.removeprefix("#")
    new_key = check(new_name)
    if not inline.is_readable_tag(new_name):
        raise errors.InvalidInput("name", "a tag that is written in texts ends with a letter or digit")
    if old_key == new_key:
        return one(caller, new_key)

    with database.transaction(caller.user_id):
        _refuse_too_long(caller, old_key, new_name)
        number = changes.next_number(caller.user_id)
        for note, body in _with_tag(_sources(caller, old_key), old_key, new_name):
            note.change_number = number
            saving.update(caller, note, body, "autosave")
        _move_colors(caller, old_key, new_key)
    return one(caller, new_key)


def _refuse_too_long(caller: Caller, old_key: str, new: str) -> None:
    present = NoteLink.select(NoteLink.target_key).where(
        (NoteLink.owner_id == caller.user_id) & (NoteLink.kind == "tag") & _at_or_below(NoteLink.target_key, old_key)
    )
    painted = Tag.select(Tag.tag).where((Tag.owner == caller.user_id) & _at_or_below(Tag.tag, old_key))
    for key in sorted({row.target_key for row in present} | {row.tag for row in painted}):
        renamed = inline.renamed_tag(key, old_key, new)
        if renamed is not None and not inline.is_tag(renamed):
            raise errors.InvalidInput("name", f"#{key} would become #{renamed}, which is longer than tags may be")


def check(tag: str) -> str:
    """The key of a tag. Raises InvalidInput for what is no tag."""
    bare = tag.removeprefix("#")
    if not inline.is_tag(bare):
        raise errors.InvalidInput("tag", "a tag has 2 to 32 letters, digits, - _ or /, at least one of them a letter")
    return inline.tag_key(bare)


def _with_tag(note_ids: list[str], old_key: str, new: str) -> Iterator[tuple[Note, NoteBody]]:
    """Those of the notes that have the tag, in the text or among their tags, with the new one."""
    for note, body, found in rewriting.in_notes(note_ids, bodies.tag, lambda note: (old_key, new)):
        array = _rename_all(note.tags, old_key, new)
        if found.places or array != note.tags:
            note.tags = array
            body.content, body.rich_content = found.content, found.rich
            yield note, body


def _rename_all(tags: list[str], old_key: str, new: str) -> list[str]:
    kept: dict[str, str] = {}
    for tag in tags:
        tag = inline.renamed_tag(tag, old_key, new) or tag
        kept.setdefault(inline.tag_key(tag), tag)
    return list(kept.values())


def _sources(caller: Caller, key: str) -> list[str]:
    rows = (
        NoteLink.select(NoteLink.source_note)
        .where(
            (NoteLink.owner_id == caller.user_id) & (NoteLink.kind == "tag") & _at_or_below(NoteLink.target_key, key)
        )
        .distinct()
    )
    return [row.source_note_id for row in rows]


def _at_or_below(field: Any, key: str) -> Any:
    return (field == key) | ((field >= f"{key}/") & (field < f"{key}{_AFTER_SLASH}"))


def _move_colors(caller: Caller, old_key: str, new_key: str) -> None:
    mine = Tag.owner == caller.user_id
    for row in list(Tag.select().where(mine & _at_or_below(Tag.tag, old_key))):
        target = new_key + row.tag[len(old_key) :]
        Tag.delete().where(mine & (Tag.tag == row.tag)).execute()
        if Tag.get_or_none(mine & (Tag.tag == target)) is None:
            Tag.create(owner=caller.user_id, tag=target, color=row.color)
