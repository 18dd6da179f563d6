"""A file that lies elsewhere now: its note is moved and renamed, and a folder that moved as a whole stays one."""

from datetime import date

from notesvc import database, errors, limits
from notesvc.domain import folders, notes
from notesvc.domain.importing import entry_names
from notesvc.domain.mirror.listing import ENDINGS
from notesvc.domain.mirror.matching import Sight
from notesvc.domain.mirror.records import FolderPlace, Standing
from notesvc.domain.mirror.round_state import Round
from notesvc.domain.mirror.rows import Row
from notesvc.domain.preconditions import Precondition
from notesvc.domain.text_work import ahead
from notesvc.models.notes import etag_of


def move(work: Round, row: Row, sight: Sight) -> None:
    """Put the note where its file is. Where it was moved or renamed here, too, that stands, and the file follows.

    Raises PreconditionFailed, and other refusals.
    """
    note = work.notes.get(row.note_id)
    has_moved_here = note is None or (note.name, note.parent_id) != (row.name, row.parent_id)
    if note is None or has_moved_here or note.journal_date is not None:
        _follow(work, row, sight)
        return
    folder, _, file_name = sight.key.rpartition("/")
    before = row.key.rpartition("/")
    try:
        parent_id = note.parent_id if folder == before[0] else folder_for(work, folder, note.parent_id)
        name = note.name if file_name == before[2] else title_of(file_name)
        _move(work, (row, note), sight, (name, parent_id))
    except (errors.InvalidInput, errors.NotFound, errors.Forbidden):
        # It cannot stand there: the file will come back.
        _follow(work, row, sight)


def folder_for(work: Round, path: str, came_from: str | None = None) -> str | None:
    """The folder whose files lie at that path; one that is new is made. A folder of which nothing is left where it
    was, and whose notes come from there, is the same one by another name."""
    if not path:
        return None
    known = work.places.folder_at(path)
    if known is not None:
        return known
    above, _, file_name = path.rpartition("/")
    old_parent = work.places.folder_of(came_from).parent_id if came_from is not None else None
    parent_id = folder_for(work, above, old_parent)
    name = entry_names.clean(file_name, limits.MAX_NAME) or "Untitled"
    if came_from is not None and not work.has_files_in(work.places.path_of(came_from)):
        try:
            return _rename_folder(work, came_from, (name, parent_id), file_name)
        except errors.Conflict:
            # It would lie in itself.
            pass
    return _make_folder(work, (name, parent_id), file_name)


def title_of(file_name: str) -> str:
    """The title of a note whose file has this name."""
    return entry_names.title_of(file_name, ENDINGS)


def is_day(text: str) -> bool:
    """Whether the text is a day as `2026-11-21`."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _follow(work: Round, row: Row, sight: Sight) -> None:
    work.places.free(row.key)
    work.places.take(sight.key)
    row.key, row.missing = sight.key, 0
    work.rows.put(row)


@ahead
def _move(work: Round, of: tuple[Row, Standing], sight: Sight, target: tuple[str, str | None]) -> None:
    (row, note), (name, parent_id) = of, target
    guard = Precondition(etags=frozenset({etag_of(note.revision, "block")}))
    with database.transaction(work.mirror.owner_id):
        if (name, parent_id) != (note.name, note.parent_id):
            fields = {"name": name, "parent_id": parent_id}
            notes.change(work.mirror.caller, note.id, fields, "import", guard)
        # To be looked at again: what its text says of files beside it may read otherwise from here.
        work.places.free(row.key)
        row.key, row.name, row.parent_id, row.missing, row.revision = sight.key, name, parent_id, 0, 0
        work.rows.put(row)
    work.places.take(sight.key)


def _rename_folder(work: Round, folder_id: str, target: tuple[str, str | None], file_name: str) -> str:
    name, parent_id = target
    with database.transaction(work.mirror.owner_id):
        folders.change(work.mirror.caller, folder_id, {"name": name, "parent_id": parent_id})
        work.places.add_folder(FolderPlace(folder_id, name, parent_id), file_name)
    return folder_id


def _make_folder(work: Round, target: tuple[str, str | None], file_name: str) -> str:
    name, parent_id = target
    with database.transaction(work.mirror.owner_id):
        made = folders.create(work.mirror.caller, {"name": name, "parent_id": parent_id})
        work.places.add_folder(FolderPlace(str(made.id), name, parent_id), file_name)
    return str(made.id)
