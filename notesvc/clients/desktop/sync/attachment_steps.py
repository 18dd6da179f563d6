"""Files that are no notes: the attachments of the workspace, by what their bytes are."""

from notesvc.clients.desktop.sync import placing, sending_files
from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.disk import Entry
from notesvc.clients.desktop.sync.errors import ChangeError, RefusalError
from notesvc.clients.desktop.sync.fetching_files import Fetching, claim
from notesvc.clients.desktop.sync.matching import Matches, Texts
from notesvc.clients.desktop.sync.state import UNWANTED, Thing
from notesvc.clients.desktop.sync.tree import TOP, is_same_name, split

# So many files that the service has trouble with end the work on files, until the next round.
_MOST_TROUBLE = 3


class AttachmentSteps:
    """Files are sent before the notes that name them, and fetched after the notes, which know by then where they will lie.

    An attachment never changes: a file with other bytes is another one. Devices cannot delete attachments; a file that is
    deleted here stays in the service, and does not come back.
    """

    def __init__(self, desk: Desk, matches: Matches, notes: Matches, texts: Texts) -> None:
        self._desk, self._matches, self._notes, self._texts = desk, matches, notes, texts
        self._known_problems = desk.state.problems()
        self._trouble = 0

    def settle(self) -> None:
        """Follow what happened to files here, send new ones, and choose places for those that are to come. Raises SyncError."""
        for thing in [each for each in self._desk.tree.attachments.values() if each.is_here]:
            path = self._matches.paths.get(thing.id)
            if thing.is_coming == 2:
                self._deleted_there(thing, path)
            elif path is not None:
                self._follow(thing, path)
            elif self._desk.is_gone(thing):
                self._deleted_here(thing)
        for path in sorted(self._matches.new):
            if not self._is_in_motion(path):
                self._take_in(path, None)
        if not self._desk.options.is_rehearsal:
            sending_files.drop_old(self._desk)
        Fetching(self._desk).plan()

    def fetch(self) -> None:
        """Bring the files that are not here. Raises SyncError."""
        fetching = Fetching(self._desk)
        for thing in fetching.find_waiting():
            path = str(thing.file)
            if self._trouble >= _MOST_TROUBLE or not self._desk.may("fetch", path):
                continue
            try:
                entry = fetching.fetch(thing)
            except ChangeError:
                self._desk.report.is_waiting = True
            except RefusalError as refusal:
                self._refuse(path, refusal, "")
            else:
                self._place(thing, path, entry)

    # Here

    def _follow(self, thing: Thing, path: str) -> None:
        entry = self._desk.seen.others[path]
        is_same = (thing.stamp, thing.inode, thing.missed) == (entry.stamp, entry.inode, 0)
        if thing.stamp and is_same and path == thing.file:
            return
        sha256 = self._texts.sha256(path)
        if sha256 == thing.sha256:
            self._place(thing, path, entry)
        elif sha256:
            self._take_in(path, thing)

    def _take_in(self, path: str, former: Thing | None) -> None:
        """The file becomes an attachment, in the place of the `former` one where its bytes have changed."""
        entry = self._desk.seen.others[path]
        mark = f"{entry.stamp} {self._desk.now():%Y-%m-%d}"
        # What was refused is tried again when it has changed, or on another day.
        if self._known_problems.get(path, ("", ""))[1] == mark or self._trouble >= _MOST_TROUBLE:
            return
        sha256 = self._texts.sha256(path)
        if not sha256:
            return
        known = self._not_here(sha256, path)
        if not self._desk.may("upload" if known is None else "adopt", path):
            return
        try:
            thing = sending_files.send(self._desk, path, sha256) if known is None else known
        except ChangeError:
            self._desk.report.is_waiting = True
        except RefusalError as refusal:
            self._refuse(path, refusal, mark)
        else:
            self._place(thing, path, entry, former)

    def _not_here(self, sha256: str, path: str) -> Thing | None:
        """An attachment with these bytes that has no file here: the one that is expected at this path before others."""
        things = self._desk.tree.attachments.values()
        found = [each for each in things if each.own == sha256 and not each.is_here and each.is_coming != 2]
        name = split(path)[1]
        return min(
            found, key=lambda each: (each.file != path, not is_same_name(each.name, name), each.id), default=None
        )

    def _deleted_here(self, thing: Thing) -> None:
        if not self._desk.may("leave there", str(thing.file)):
            return
        path = str(thing.file)
        thing.leave()
        # Notes go on naming it by the path that it had.
        thing.file = path if self._desk.addresses.owner(path) == thing.id else None
        thing.etag = UNWANTED
        with self._desk.state.commit():
            self._desk.state.put(thing)

    def _deleted_there(self, thing: Thing, path: str | None) -> None:
        if path is None:
            if self._desk.is_gone(thing):
                self._forget(thing)
            return
        sha256, entry = self._texts.sha256(path), self._desk.seen.others[path]
        if not sha256:
            return
        if sha256 != thing.sha256 or self._desk.was_gone(thing) or self._is_named(thing):
            if self._desk.may("keep", path):
                self._forget(thing)
                self._take_in(path, None)
            return
        if not self._desk.may("delete", path):
            return
        thing.inode = entry.inode
        try:
            placing.to_trash(self._desk, thing, path, "deleted in the service")
        except ChangeError:
            self._desk.report.is_waiting = True
            return
        self._forget(thing)
        self._remove_folders(path)

    def _is_named(self, thing: Thing) -> bool:
        """Whether somebody has written here about it what the service does not know yet."""
        notes = self._desk.tree.notes
        written = [
            path for note_id, path in self._notes.paths.items() if notes[note_id].stamp != self._desk.seen.notes[path].stamp
        ]
        texts = ((path, self._texts.text(path)) for path in (*written, *self._notes.new))
        return any(text and f"/files/{thing.id}/" in text.page for _, text in texts)

    def _is_in_motion(self, path: str) -> bool:
        """Seen twice: it was moved while the folder was looked through."""
        entry = self._desk.seen.others[path]
        if entry.links != 1:
            return False
        return any(each.inode == entry.inode for other, each in self._desk.seen.others.items() if other != path)

    def _remove_folders(self, path: str) -> None:
        """Those that are empty now and only here."""
        folder = split(path)[0]
        while folder and self._desk.tree.place_at(folder) is None:
            try:
                self._desk.disk.remove_folder(folder)
            except OSError:
                return
            folder = split(folder)[0]

    # What is known

    def _place(self, thing: Thing, path: str, entry: Entry, former: Thing | None = None) -> None:
        """Note that the attachment's file lies there; notes that name it by another way, or the one before, are looked at."""
        addresses = self._desk.addresses
        touched = {thing.id, addresses.owner(path) or thing.id} | ({former.id} if former else set())
        is_known = addresses.paths.get(thing.id) == path and addresses.owner(path) == thing.id
        if former is not None:
            former.leave()
            former.etag = UNWANTED
        thing.place, thing.file, thing.inode, thing.sha256 = TOP, path, entry.inode, thing.own
        thing.stamp, thing.missed, thing.etag = self._desk.stamp_of(entry), 0, ""
        with self._desk.state.commit():
            self._desk.state.set_coming(thing, None)
            claim(self._desk, thing, path)
            self._desk.state.drop_problems([path])
            if former is not None:
                self._desk.state.put(former)
            if not is_known:
                self._desk.state.doubt_links(sorted(touched))
            sending_files.end(self._desk, path)
        self._desk.tree.attachments[thing.id] = thing
        if former is not None:
            addresses.drop(former.id)
        self._desk.naming.take(*split(path), thing.id)

    def _forget(self, thing: Thing) -> None:
        with self._desk.state.commit():
            self._desk.state.forget(thing.id)
        del self._desk.tree.attachments[thing.id]
        self._desk.addresses.drop(thing.id)

    def _refuse(self, path: str, refusal: RefusalError, mark: str) -> None:
        """The file is left alone, and named by `status`."""
        is_passing = refusal.status >= 500
        self._trouble += is_passing
        self._desk.state.set_problem(path, f"{refusal} ({refusal.status})", "" if is_passing else mark)
