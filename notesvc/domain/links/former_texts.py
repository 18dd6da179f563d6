"""Texts as they were before a rename wrote their links anew: renaming back within the hour gives back just these."""

from collections.abc import Mapping
from typing import NamedTuple

from notesvc import clock, database, limits
from notesvc.domain import intact
from notesvc.text.reading import content_hash, rich_hash


class Former(NamedTuple):
    """A note's text and document (JSON, or None) before a rename."""

    content: str
    rich: str | None


def before_rename(note_id: str, name: str) -> dict[str, Former]:
    """By source: the texts of when the note had that name, if its last rename took it and they stayed since; damaged
    ones are left out."""
    rows = database.execute(
        "SELECT f.source_note_id, f.content, f.content_hash, f.rich_content, f.rich_hash FROM former_texts f "
        "JOIN notes n ON n.id = f.source_note_id AND n.revision = f.revision "
        "WHERE f.note_id = ? AND f.name = ? AND f.created_at > ?",
        (note_id, name, clock.from_now(-limits.FORMER_TEXT_SECONDS)),
    ).fetchall()
    return {
        str(source_id): Former(content, rich)
        for source_id, content, content_hash, rich, rich_hash in rows
        if intact.are_intact((content, content_hash), (rich, rich_hash))
    }


def keep(note_id: str, name: str, texts: Mapping[str, Former]) -> None:
    """Keep what a rename of the note from that name has just rewritten, in place of what the one before it did.

    Nothing is kept of more than `limits.FORMER_TEXT_CHARACTERS`.
    """
    database.execute("DELETE FROM former_texts WHERE note_id = ?", (note_id,))
    if sum(len(text.content) + len(text.rich or "") for text in texts.values()) > limits.FORMER_TEXT_CHARACTERS:
        return
    now = clock.now()
    database.execute_many(
        "INSERT INTO former_texts (note_id, source_note_id, name, revision, created_at, content, content_hash, "
        "rich_content, rich_hash) SELECT ?, id, ?, revision, ?, ?, ?, ?, ? FROM notes WHERE id = ?",
        [(note_id, name, now, *_with_hashes(text), source_id) for source_id, text in texts.items()],
    )


def sweep() -> None:
    """Forget what is older than `limits.FORMER_TEXT_SECONDS`."""
    with database.transaction():
        before = clock.from_now(-limits.FORMER_TEXT_SECONDS)
        database.execute("DELETE FROM former_texts WHERE created_at < ?", (before,))


def _with_hashes(text: Former) -> tuple[str, str, str | None, str | None]:
    return text.content, content_hash(text.content), text.rich, rich_hash(text.rich)
