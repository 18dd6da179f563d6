"""Which file is which note, after people renamed, moved, copied and replaced files behind the client's back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from notesvc.clients.desktop.sync import pages
from notesvc.clients.desktop.sync.desk import Desk, Text, UnfitError
from notesvc.clients.desktop.sync.disk import Entry
from notesvc.clients.desktop.sync.errors import ChangeError
from notesvc.clients.desktop.sync.merging import likeness
from notesvc.clients.desktop.sync.state import Thing
from notesvc.clients.desktop.sync.tree import is_same_name, join, split
from notesvc.text import file_names

_ALIKE = 0.5
_MOST_COMPARED = 2_000


@dataclass(slots=True)
class Matches:
    """Paths by the ids of what lies there, and paths of what nobody knows."""

    paths: dict[str, str] = field(default_factory=dict)
    new: list[str] = field(default_factory=list)


def match_folders(desk: Desk) -> Matches:
    """Folders by handle number and a sign, then by path, then by a path that differs in spelling alone."""
    work = _Matching(desk, desk.seen.folders, [each for each in desk.tree.top_down() if each.is_here])
    work.by_inode(lambda thing, path: _is_likely_folder(desk, thing, path))
    work.by_path()
    return work.matches()


def match_notes(desk: Desk, folders: Matches, texts: "Texts") -> Matches:
    """Notes by path and inode, and then by what files say before where they lie: inode and likeness, path and likeness,
    equal content, likeness alone; where nothing is alike, by inode and name, and by path.

    Files that are conflict copies on their way are nobody else's.
    """
    copies = {creation.path for creation in desk.state.creations()}
    files = {path: entry for path, entry in desk.seen.notes.items() if path not in copies}
    work = _Matching(desk, files, [each for each in desk.tree.notes.values() if each.is_here], folders)
    work.by_what_was_begun(texts)
    work.by_path_and_inode()
    work.by_inode(lambda thing, path: _is_alike(desk, thing, path, texts))
    work.by_path(lambda thing, path: _is_alike(desk, thing, path, texts))
    work.by_content(texts)
    work.by_likeness(texts)
    work.by_inode(lambda thing, path: split(path)[1] == thing.file)
    work.by_path()
    return work.matches()


def match_attachments(desk: Desk, texts: "Texts") -> Matches:
    """Attachments by path and inode, inode, path, equal content."""
    work = _Matching(desk, desk.seen.others, [each for each in desk.tree.attachments.values() if each.is_here])
    work.by_path_and_inode()
    work.by_inode(lambda thing, path: thing.sha256 == texts.sha256(path))
    work.by_path()
    work.by_content(texts)
    return work.matches()


class Texts:
    """What files say, read once a round; of a file that is not the one that was seen any more, nothing is known until
    the next round, for it may be another note's by now."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._read: dict[str, Text | UnfitError | None] = {}
        self._pages: dict[str, tuple[int, Text]] = {}
        self._hashes: dict[str, str] = {}

    def text(self, path: str) -> Text | None:
        """The file's text; None where it is no note, or not there any more."""
        found = self._look(path)
        return self._as_there(path, found) if isinstance(found, Text) else None

    def unfit(self, path: str) -> UnfitError | None:
        """Why the file is no note."""
        found = self._look(path)
        return found if isinstance(found, UnfitError) else None

    def sha256(self, path: str) -> str:
        """The hash of a file's bytes, whatever it is; empty where it cannot be read."""
        if path not in self._hashes:
            text = self.text(path) if path in self._desk.seen.notes else None
            self._hashes[path] = self._desk.hash_file(path) if text is None else text.sha256
            if not self._hashes[path]:
                self._desk.report.is_waiting = True
        return self._hashes[path]

    def _as_there(self, path: str, text: Text) -> Text:
        """The text with what is known by now of the files that it names."""
        known = self._pages.get(path)
        if known is None or known[0] != self._desk.addresses.version:
            page = self._desk.addresses.there(text.raw, (split(path)[0],))
            known = self._pages[path] = (self._desk.addresses.version, replace(text, page=page))
        return known[1]

    def _look(self, path: str) -> Text | UnfitError | None:
        if path not in self._read:
            try:
                self._read[path] = self._desk.text_as_seen(path)
            except UnfitError as unfit:
                self._read[path] = unfit
            except ChangeError:
                self._read[path] = None
                self._desk.report.is_waiting = True
        return self._read[path]


class _Matching:
    """Things that look for their files, and files that look for their things."""

    def __init__(
        self, desk: Desk, files: dict[str, Entry], things: Iterable[Thing], folders: Matches | None = None
    ) -> None:
        self._desk, self._files, self._folders = desk, files, folders
        self._open = {thing.id: thing for thing in things}
        self._free = dict.fromkeys(files)
        self._found: dict[str, str] = {}

    def matches(self) -> Matches:
        return Matches(self._found, list(self._free))

    def by_what_was_begun(self, texts: Texts) -> None:
        """Those whose file was being replaced: the client took it away, so what lies in its place may be anybody's, and
        is the note's only where it says what the note said or says now."""
        for thing in [each for each in self._open.values() if each.is_begun]:
            path = self._expected_path(thing)
            text = texts.text(path) if path in self._free else None
            if path is not None and self._is_of_begun(thing, text) and not self._is_anothers(thing, path, text):
                self._claim(thing, path)
            else:
                del self._open[thing.id]

    def _is_anothers(self, thing: Thing, path: str, text: Text | None) -> bool:
        """Whether the file is known as another note's, as the copy of a conflict that says what this one said."""
        inode = self._files[path].inode
        others = (each for each in self._open.values() if each is not thing and each.inode == inode)
        return text is not None and any(each.sha256 == text.sha256 for each in others)

    def _is_of_begun(self, thing: Thing, text: Text | None) -> bool:
        if text is None or text.sha256 == thing.sha256:
            return text is not None
        coming = self._desk.state.coming(thing.id) if thing.is_coming else None
        return bool(coming) and pages.is_same(text.page, pages.page_of(coming or {}))

    def by_path_and_inode(self) -> None:
        for thing in list(self._open.values()):
            path = self._expected_path(thing)
            if path in self._free and self._files[path].inode == thing.inode:
                self._claim(thing, path)

    def by_inode(self, is_likely: Callable[[Thing, str], bool]) -> None:
        paths: dict[int, list[str]] = {}
        for path in self._free:
            paths.setdefault(self._files[path].inode, []).append(path)
        for thing in list(self._open.values()):
            here = [path for path in paths.get(thing.inode, ()) if path in self._free]
            expected = self._expected_path(thing)
            # One that is still where it was comes before all that only look like it.
            for path in sorted(here, key=lambda path: (path != expected, path)):
                if is_likely(thing, path):
                    self._claim(thing, path)
                    break

    def by_path(self, is_likely: Callable[[Thing, str], bool] = lambda *_: True) -> None:
        spelled: dict[str, list[str]] = {}
        for path in self._free:
            spelled.setdefault(_path_key(path), []).append(path)
        for thing in list(self._open.values()):
            expected = self._expected_path(thing)
            if expected is None:
                continue
            others = [path for path in spelled.get(_path_key(expected), ()) if path in self._free]
            for path in sorted(others, key=lambda path: (path != expected, path)):
                if is_likely(thing, path):
                    self._claim(thing, path)
                    break

    def by_content(self, texts: Texts) -> None:
        if not self._open or not self._free:
            return
        paths: dict[str, list[str]] = {}
        for path in self._free:
            paths.setdefault(texts.sha256(path), []).append(path)
        for thing in list(self._open.values()):
            same = [path for path in paths.get(thing.sha256, ()) if path in self._free]
            if thing.sha256 and same:
                self._claim(thing, min(same, key=lambda path: (split(path)[1] != thing.file, path)))

    def by_likeness(self, texts: Texts) -> None:
        if not self._open or not self._free or len(self._open) * len(self._free) > _MOST_COMPARED:
            return
        pairs = []
        for thing in self._open.values():
            page = self._desk.state.page(thing.id) or ""
            for path in self._free:
                text = texts.text(path)
                if text is not None and (degree := likeness(page, text.page)) >= _ALIKE:
                    pairs.append((degree, thing.id, path))
        for _, thing_id, path in sorted(pairs, reverse=True):
            if thing_id in self._open and path in self._free:
                self._claim(self._open[thing_id], path)

    def _expected_path(self, thing: Thing) -> str | None:
        """Where it should lie, by where its folder lies now."""
        if self._folders is None or thing.file is None or not thing.place:
            place = self._found.get(thing.place or "") if thing.kind == "folder" else None
            return join(place, thing.file) if place and thing.file else self._desk.tree.path(thing)
        above = self._folders.paths.get(thing.place)
        return self._desk.tree.path(thing) if above is None else join(above, thing.file)

    def _claim(self, thing: Thing, path: str) -> None:
        self._found[thing.id] = path
        del self._open[thing.id], self._free[path]


def _path_key(path: str) -> str:
    return file_names.key(path)


def _is_likely_folder(desk: Desk, thing: Thing, path: str) -> bool:
    """Numbers come back: it has its old name, holds a file that it held, or both are empty."""
    if is_same_name(split(path)[1], thing.file or ""):
        return True
    known = {each.inode for each in [*desk.tree.notes.values(), *desk.tree.folders.values()] if each.place == thing.id}
    inside = {e.inode for files in (desk.seen.notes, desk.seen.folders) for p, e in files.items() if split(p)[0] == path}
    return bool(known & inside) or (not known and path not in desk.seen.crowded)


def _is_alike(desk: Desk, thing: Thing, path: str, texts: Texts) -> bool:
    text = texts.text(path)
    if text is None and texts.unfit(path) is None:
        # It changes just now: its note waits for it, and takes no copy of it for the file meanwhile.
        return True
    if texts.sha256(path) == thing.sha256:
        return True
    return text is not None and likeness(desk.state.page(thing.id) or "", text.page) >= _ALIKE
