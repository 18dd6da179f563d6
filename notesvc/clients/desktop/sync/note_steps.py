"""Notes: one step after the other until file and note say the same. Each finished step is a commit."""

from typing import Any

from notesvc.clients.desktop.sync import conflicts, merging, pages, placing
from notesvc.clients.desktop.sync.api import Write
from notesvc.clients.desktop.sync.delta import take_note
from notesvc.clients.desktop.sync.desk import Desk, Text, hash_of
from notesvc.clients.desktop.sync.errors import ChangeError, RefusalError, SyncError
from notesvc.clients.desktop.sync.folder_steps import FolderSteps
from notesvc.clients.desktop.sync.meeting import ROUTE, Meeting
from notesvc.clients.desktop.sync.matching import Matches, Texts
from notesvc.clients.desktop.sync.state import Thing
from notesvc.clients.desktop.sync.tree import JOURNAL, TOP, file_of, is_same_name, join, split, title_of
from notesvc.clients.desktop.sync.writing import Writing

# More steps than any note needs in one round; what is left waits for the next.
_MOST_STEPS = 6


class NoteSteps:
    """The notes that both sides know."""

    def __init__(self, desk: Desk, matches: Matches, folders: FolderSteps, texts: Texts) -> None:
        self._desk, self._matches, self._folders, self._texts = desk, matches, folders, texts
        self._writing = Writing(desk, folders, matches, texts)
        self._problems = desk.state.problems()
        self._links = desk.state.links()

    def settle(self) -> None:
        """Every note, as far as it gets. Raises SyncError."""
        total = len(self._desk.tree.notes)
        try:
            for count, thing_id in enumerate(list(self._desk.tree.notes), 1):
                self._settle_one(thing_id)
                if count % 100 == 0:
                    self._desk.progress("notes", count, total)
            self._writing.finish()
        except SyncError:
            self._writing.finish()
            raise

    def _settle_one(self, thing_id: str) -> None:
        try:
            for _ in range(_MOST_STEPS):
                if not self._step(self._desk.tree.notes[thing_id]):
                    return
        except ChangeError:
            self._desk.report.is_waiting = True
        except RefusalError as refusal:
            self._refuse(self._desk.tree.notes[thing_id], refusal)

    def _step(self, thing: Thing) -> bool:
        """The next step of the note; whether there may be another."""
        path = self._matches.paths.get(thing.id)
        coming = self._desk.state.coming(thing.id) if thing.is_coming else None
        if coming == {}:
            return self._deleted_there(thing, path)
        if path is None:
            return self._not_found(thing, coming)
        if coming is None and self._is_untouched(thing, path):
            return False
        text = self._texts.text(path)
        if text is None:
            self._note_unfit(path)
            return False
        return Meeting(self._desk, self._folders, self._matches, thing, path).step(text, coming)

    def _is_untouched(self, thing: Thing, path: str) -> bool:
        entry = self._desk.seen.notes[path]
        is_same = (thing.stamp, thing.inode, thing.missed, thing.is_begun) == (entry.stamp, entry.inode, 0, 0)
        if not thing.stamp or not is_same or self._desk.tree.path(thing) != path:
            return False
        links = self._links.get(thing.id)
        return links in ("", f"={split(path)[0]}", f"?{split(path)[0]}")

    def _note_unfit(self, path: str) -> None:
        unfit = self._texts.unfit(path)
        if unfit is not None and self._problems.get(path) != (unfit.cause, unfit.sha256):
            self._desk.state.set_problem(path, unfit.cause, unfit.sha256)

    # Gone on one side

    def _deleted_there(self, thing: Thing, path: str | None) -> bool:
        if path is None:
            if thing.is_here and not self._desk.is_gone(thing):
                return False
            return self._forget(thing)
        text = self._texts.text(path)
        if text is None:
            self._note_unfit(path)
            return False
        if self._desk.was_gone(thing):
            # What was deleted there may be what was missed here.
            return self._restore(thing, path)
        if text.sha256 != thing.sha256 and not pages.is_same(text.page, self._desk.state.page(thing.id) or ""):
            return self._restore(thing, path)
        if not self._desk.may("delete", path):
            return False
        thing.inode, thing.sha256 = text.entry.inode, text.sha256
        placing.to_trash(self._desk, thing, path, "deleted in the service")
        return self._forget(thing)

    def _restore(self, thing: Thing, path: str) -> bool:
        """Somebody goes on writing here what was deleted there: it comes back."""
        if not self._desk.may("restore there", path):
            return False
        self._desk.report.is_waiting = True
        try:
            # The changes tell what came back, in the next round.
            self._desk.api.write(Write("POST", f"{ROUTE}/{thing.id}/restore"))
        except RefusalError as refusal:
            if refusal.status != 404:
                raise
            # Gone for good: the file is a new note, in the next round.
            return self._forget(thing)
        return False

    def _not_found(self, thing: Thing, coming: dict[str, Any] | None) -> bool:
        if thing.is_here and not thing.is_begun and not self._desk.is_gone(thing):
            return False
        base = self._desk.state.page(thing.id) or ""
        page = base if coming is None else pages.page_of(coming, like=base)
        if not thing.is_here or thing.is_begun or not pages.is_same(page, base):
            thing.leave()
            self._writing.write(thing, page, coming)
            return False
        if not self._desk.may("delete there", self._desk.tree.path(thing) or thing.name):
            return False
        self._desk.check_folder()
        try:
            self._desk.api.write(Write("DELETE", f"{ROUTE}/{thing.id}", etag=thing.etag))
        except RefusalError as refusal:
            if refusal.status != 404:
                raise
        return self._forget(thing)

    def _forget(self, thing: Thing) -> bool:
        with self._desk.state.commit():
            self._desk.state.forget(thing.id)
        return False

    def _refuse(self, thing: Thing, refusal: RefusalError) -> None:
        """What is there by now counts. A 404 may be about the folder as well: the changes tell, in the next round."""
        if refusal.current and refusal.current.get("etag"):
            with self._desk.state.commit():
                take_note(self._desk, refusal.current)
        if refusal.status in (404, 409, 412):
            self._desk.report.is_waiting = True
            return
        path = self._matches.paths.get(thing.id, thing.name)
        text = self._texts.text(path)
        self._desk.state.set_problem(path, str(refusal), "" if text is None else text.sha256)
