"""Files that nobody knows become notes."""

import json
import unicodedata

from notesvc.clients.desktop.sync import creating, pages
from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.folder_steps import FolderSteps
from notesvc.clients.desktop.sync.matching import Matches, Texts
from notesvc.clients.desktop.sync.state import Creation
from notesvc.clients.desktop.sync.tree import JOURNAL, TOP, is_day, split, title_of


def send(desk: Desk, matches: Matches, folders: FolderSteps, texts: Texts) -> None:
    """Make a note for each. Raises UnreachableError, KeyRefusedError."""
    begun = {creation.path for creation in desk.state.creations()}
    inodes: dict[int, int] = {}
    for entry in desk.seen.notes.values():
        inodes[entry.inode] = inodes.get(entry.inode, 0) + 1
    waiting: list[Creation] = []
    for count, path in enumerate(sorted(matches.new), 1):
        entry = desk.seen.notes[path]
        # Seen twice: it was moved while the folder was looked through.
        is_in_motion = inodes[entry.inode] > 1 and entry.links == 1
        creation = None if path in begun or is_in_motion else _creation(desk, path, folders, texts)
        if creation is not None and desk.may("create", path):
            waiting.append(creation)
        if len(waiting) >= creating.MOST:
            creating.make(desk, waiting)
            waiting = []
            desk.progress("new notes", count, len(matches.new))
    creating.make(desk, waiting)


def _creation(desk: Desk, path: str, folders: FolderSteps, texts: Texts) -> Creation | None:
    folder, file = split(path)
    place, text, unfit = folders.places.get(folder), texts.text(path), texts.unfit(path)
    if unfit is not None:
        desk.state.set_problem(path, unfit.cause, unfit.sha256)
    if text is None or place is None:
        desk.report.is_waiting = desk.report.is_waiting or unfit is None
        return None
    known = desk.state.problems().get(path)
    if known is not None and known[1] == text.sha256:
        return None
    parent = None if place in (TOP, JOURNAL) else place
    name = unicodedata.normalize("NFC", title_of(file))
    fields = {"name": name, "parentId": parent, **pages.new_fields(text.page)}
    if place == JOURNAL and is_day(name):
        fields["journalDate"] = name
    return Creation(
        desk.new_key(),
        "note",
        path,
        text.page,
        json.dumps(fields),
        sha256=text.sha256,
        inode=text.entry.inode,
    )
