"""What the start page shows of the texts of notes: their first words, and the tasks that are due."""

from collections.abc import Sequence
from typing import NamedTuple

from notesvc import database, limits
from notesvc.domain import access
from notesvc.domain.caller import Caller
from notesvc.domain.search import sql, terms
from notesvc.models.notes import etag_of
from notesvc.text import mention
from notesvc.text.markdown import tasks
from notesvc.text.markdown.beginning import beginning

_TASKS = "§itask"
_BEGINNINGS = """
SELECT n.id, n.name, substr(b.content, 1, {most}) FROM notes n JOIN note_bodies b ON b.note_id = n.id
WHERE n.id IN ({marks}) AND (n.owner_id = ? OR n.deleted_at IS NULL AND EXISTS
    (SELECT 1 FROM collaborators c WHERE c.note_id = n.id AND c.user_id = ?))
"""


class Beginning(NamedTuple):
    """The first words of a note, as people read them."""

    id: str
    text: str


class DueTask(NamedTuple):
    """An open task of a note that names a day."""

    note_id: str
    note_name: str
    note_icon: str | None
    text: str
    due: str
    line: int
    etag: str


def beginnings(caller: Caller, note_ids: Sequence[str], person_id: str | None = None) -> list[Beginning]:
    """The first words of those of the notes that the caller may read, in this order.

    With a person, the words that mention them, where they stand near enough to the beginning. Raises NotFound.
    """
    person = access.person_to_change(caller, person_id) if person_id else None
    wanted = list(dict.fromkeys(note_ids))
    if not wanted:
        return []
    most = limits.MENTION_SOURCE if person else limits.BEGINNING_SOURCE
    statement = _BEGINNINGS.format(most=most, marks=", ".join("?" * len(wanted)))
    rows = database.execute(statement, (*wanted, caller.user_id, caller.user_id)).fetchall()
    names = [str(person.name), *person.aliases] if person else []
    found = {
        note_id: mention.of_person(content, names, limits.BEGINNING) or beginning(content, name, limits.BEGINNING)
        for note_id, name, content in rows
    }
    return [Beginning(each, found[each]) for each in wanted if each in found]


def due_tasks(caller: Caller, until: str) -> list[DueTask]:
    """Open tasks of the caller's live notes that name a day up to `until`, by day.

    Of a workspace with very many notes that hold tasks, those changed last are looked at.
    """
    holding = sql.notes_among(terms.notes_marked([_TASKS]))
    rows = database.execute(
        f"SELECT n.id, n.name, n.icon, n.revision, n.mode, b.content FROM {holding.text} "
        "JOIN note_bodies b ON b.note_id = n.id WHERE n.owner_id = ? AND n.deleted_at IS NULL "
        "ORDER BY n.updated_at DESC, n.id DESC LIMIT ?",
        (*holding.parameters, caller.user_id, limits.TASK_NOTES),
    ).fetchall()
    found = [
        DueTask(note_id, name, icon, *task, etag_of(revision, mode))
        for note_id, name, icon, revision, mode, content in rows
        for task in tasks.due(content)
        if task.due <= until
    ]
    return sorted(found, key=lambda task: task.due)[: limits.TASKS]
