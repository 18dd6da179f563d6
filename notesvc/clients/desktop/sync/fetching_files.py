"""Attachments that are in the service and not on this disk: where they will lie, and their bytes."""

import hashlib
from collections.abc import Iterator

from notesvc.clients.desktop.sync import placing
from notesvc.clients.desktop.sync.desk import Desk
from notesvc.clients.desktop.sync.disk import Entry
from notesvc.clients.desktop.sync.errors import ChangeError, RefusalError
from notesvc.clients.desktop.sync.state import UNWANTED, Thing
from notesvc.clients.desktop.sync.tree import TOP, is_note, is_same_name, join, split
from notesvc.text import file_names

_FOLDER = "attachments"


class Fetching:
    """Places are those of the zip export; they are chosen before anything is fetched, so that notes can name them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def find_waiting(self) -> list[Thing]:
        """Those that have a place and no file, in the order in which they were made."""
        things = [each for each in self._desk.tree.attachments.values() if each.is_coming == 1 and not each.is_here]
        return sorted((each for each in things if each.file and not self._is_left_alone(each)), key=lambda each: each.id)

    def plan(self) -> None:
        """A place for each that has none."""
        for thing in self._desk.tree.attachments.values():
            if thing.file:
                self._desk.naming.take(*split(thing.file), thing.id)
        waiting = [each for each in self._desk.tree.attachments.values() if each.is_coming == 1 and not each.file]
        chosen = [each for each in waiting if each.etag != UNWANTED and not each.is_here]
        if not chosen or self._desk.options.is_rehearsal:
            return
        with self._desk.state.commit():
            for thing in sorted(chosen, key=lambda each: (file_names.key(each.name), each.id)):
                thing.file = self._place_for(thing)
                self._desk.naming.take(*split(thing.file), thing.id)
                self._desk.state.put(thing)
                claim(self._desk, thing, thing.file)
            self._desk.state.doubt_links()

    def fetch(self, thing: Thing) -> Entry:
        """The file, whole and with its hash. Raises ChangeError, RefusalError, SyncError; nothing half is left by any."""
        path = str(thing.file)
        self._make_folders(split(path)[0])
        if self._desk.disk.look(path) is not None:
            self._choose_again(thing)
            raise ChangeError(f"{path} is taken")
        pieces = _with_the_hash(self._desk.api.fetch_file(thing.id), thing.own)
        # Whoever is quick may have written to it already: it is read again in the next round.
        return placing.write_new_file(self._desk, path, pieces)._replace(stamp="")

    def _place_for(self, thing: Thing) -> str:
        coming = self._desk.state.coming(thing.id) or {}
        parts = [part for part in str(coming.get("folder") or "").split("/") if part.strip(". ")] or [_FOLDER]
        folder = ""
        for depth, part in enumerate(parts):
            folder = self._folder_like(folder, file_names.safe(part, most=file_names.folder_limit(depth)))
        wanted = file_names.safe_file(thing.name)
        if is_note(wanted):
            # A file with that ending would be a note.
            wanted = f"{wanted}.txt"
        return join(folder, self._desk.naming.free(folder, wanted, thing.id))

    def _folder_like(self, above: str, wanted: str) -> str:
        """The folder of that name that is there, in whatever spelling, or is to be made."""
        there = (path for path in self._desk.seen.folders if split(path)[0] == above)
        return next((path for path in there if is_same_name(split(path)[1], wanted)), join(above, wanted))

    def _make_folders(self, folder: str) -> None:
        made = ""
        try:
            for name in filter(None, folder.split("/")):
                made = join(made, name)
                self._desk.disk.make_folder(made)
        except OSError as error:
            raise ChangeError(str(error)) from error

    def _choose_again(self, thing: Thing) -> None:
        thing.file = None
        with self._desk.state.commit():
            self._desk.state.put(thing)
            self._desk.state.doubt_links([thing.id])
        self._desk.addresses.drop(thing.id)

    def _is_left_alone(self, thing: Thing) -> bool:
        return thing.etag == UNWANTED or thing.place == TOP or self._desk.seen.is_ignored(str(thing.file))


def claim(desk: Desk, thing: Thing, path: str) -> None:
    """Within a commit: the path is this attachment's from now on, in all spellings where no file of another one lies."""
    for spelled, attachment_id in desk.addresses.like(path).items():
        other = desk.tree.attachments.get(attachment_id)
        if other is thing or (other is not None and other.is_here):
            continue
        if other is not None:
            other.file = None
            desk.state.put(other)
            desk.addresses.drop(other.id)
        desk.state.set_address(spelled, None)
        desk.addresses.drop_path(spelled)
    desk.state.set_address(path, thing.id)
    desk.addresses.put(path, thing.id)


def _with_the_hash(pieces: Iterator[bytes], sha256: str) -> Iterator[bytes]:
    """The pieces; raises RefusalError behind the last one where they are not those of that hash."""
    hashing = hashlib.sha256()
    for piece in pieces:
        hashing.update(piece)
        yield piece
    if hashing.hexdigest() != sha256:
        raise RefusalError(502, "damaged", "what came is not what the service has")
