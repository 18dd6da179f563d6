"""One round: what the service has, what the disk has, and the steps that make them the same."""

from collections.abc import Iterator

from notesvc.clients.desktop.sync import brake, creating, delta, folder_removal, new_files, placing
from notesvc.clients.desktop.sync.attachment_steps import AttachmentSteps
from notesvc.clients.desktop.sync.desk import Desk, Report
from notesvc.clients.desktop.sync.folder_steps import FolderSteps
from notesvc.clients.desktop.sync.matching import Matches, Texts, match_attachments, match_folders, match_notes
from notesvc.clients.desktop.sync.note_steps import NoteSteps
from notesvc.clients.desktop.sync.scanning import scan
from notesvc.clients.desktop.sync.state import Thing


def run(desk: Desk) -> Report:
    """Do one round. Whoever calls it holds the lock.

    Raises SyncError where it cannot go on; every step that was finished by then stays finished.
    """
    desk.check_folder()
    if not desk.options.is_rehearsal and not desk.options.is_pull:
        creating.finish_begun(desk)
    delta.bring(desk)
    if not desk.options.is_rehearsal:
        placing.check_trash(desk)
        placing.prune(desk)
    desk.seen = scan(desk.disk)
    texts = Texts(desk)
    found = match_folders(desk)
    notes = match_notes(desk, found, texts)
    files = match_attachments(desk, texts)
    # What was looked through may have been unmounted meanwhile.
    desk.check_folder()
    _count_missed(desk, ((found, desk.tree.folders), (notes, desk.tree.notes), (files, desk.tree.attachments)))
    brake.check(desk, notes, files)
    if not desk.options.is_rehearsal:
        placing.clear(desk)
    folders = FolderSteps(desk, found)
    folders.settle()
    if desk.report.is_moved:
        # What was seen is not where it was: another round follows at once.
        return desk.report
    attachments = AttachmentSteps(desk, files, notes, texts)
    attachments.settle()
    NoteSteps(desk, notes, folders, texts).settle()
    new_files.send(desk, notes, folders, texts)
    folder_removal.remove(desk, found.paths)
    attachments.fetch()
    _tidy(desk)
    return desk.report


def _count_missed(desk: Desk, kinds: tuple[tuple[Matches, dict[str, Thing]], ...]) -> None:
    """Note what was not found: a scan that others work in misses what they move. Nothing counts as missed while
    anything is unreadable, or where it is left alone."""
    if desk.options.is_rehearsal:
        return
    for found, things in kinds:
        for thing in things.values():
            if not thing.is_here or thing.id in found.paths or desk.seen.unreadable:
                continue
            path = desk.tree.path(thing)
            if path is not None and desk.seen.is_ignored(path):
                continue
            thing.missed += 1
            desk.report.is_waiting = True
            with desk.state.commit():
                desk.state.put(thing)


def _tidy(desk: Desk) -> None:
    """Problems of files that are not there any more are none; files that cannot be named are, and notes and folders
    whose names the ignore list covers: what is written in them is never sent."""
    if desk.options.is_rehearsal:
        return
    known = desk.state.problems()
    awaited = (each.file for each in desk.tree.attachments.values() if each.is_coming)
    seen = {*desk.seen.notes, *desk.seen.folders, *desk.seen.others, *desk.seen.unnameable, *awaited}
    covered = list(_covered_paths(desk))
    desk.state.drop_problems(path for path in known if path not in seen and path not in covered)
    for path in covered:
        desk.state.set_problem(path, "the ignore list covers its name: its changes are not sent")
    for path in desk.seen.unnameable:
        shown = path.encode(errors="backslashreplace").decode()
        desk.state.set_problem(shown, "its name is no text")


def _covered_paths(desk: Desk) -> Iterator[str]:
    for thing in [*desk.tree.notes.values(), *desk.tree.folders.values()]:
        path = desk.tree.path(thing) if thing.is_here else None
        if path is not None and desk.seen.ignoring.covers(path):
            yield path
