"""A folder on a WebDAV server, such as Nextcloud.

A text is put beside and moved in, so that no reader sees half of it. What is replaced is first moved aside and looked
at, because few servers keep conditions (`swap`); `MOVE` with `Overwrite: F` is what they do keep.
"""

import contextlib
import hashlib
import io
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from notesvc.backends import keys
from notesvc.backends.backend import Capabilities, Entry, Reading, Seen
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backends.dav_client import Ask, DavClient, Found, NoFolderError, tag_in
from notesvc.backends.outside_reader import NoRangeError, NoReader, OutsideReader, range_of
from notesvc.outside.connection import Connection
from notesvc.outside.guard import Network

_DEEPEST = 60
_PIECE = 128 * 1024

Path = tuple[str, ...]


class WebDavBackend:
    """Files below an address that is there already."""

    kind = "webdav"

    def __init__(
        self,
        address: str,
        login: tuple[str, str],
        networks: Sequence[Network],
        capabilities: Capabilities | None = None,
    ) -> None:
        """`login` is user and secret. Without capabilities it takes nothing for granted."""
        self._client = DavClient(address, *login, Connection(address, networks))
        self._swaps = capabilities is not None and capabilities.replaces == "swap"
        self._is_known = False
        self._moves_odd: bool | None = None
        self._folders: set[Path] = {()}

    def find(self, key: str) -> Entry | None:
        try:
            found = self._client.look(_path(key))
        except (MissingError, NoFolderError):
            self._must_be_there()
            return None
        return None if found.is_folder else Entry(key, found.size, found.tag)

    @contextmanager
    def open(self, key: str, start: int = 0, length: int | None = None) -> Iterator[Reading]:
        with contextlib.ExitStack() as stack:
            try:
                answer = stack.enter_context(self._client.sent(Ask("GET", _path(key), range_of(start, length))))
            except NoRangeError:
                entry = self.find(key)
                if entry is None:
                    raise MissingError from None
                yield NoReader(entry.size, entry.tag)
                return
            # A page for people, such as one to log in, has neither.
            if not tag_in(answer.headers) and "last-modified" not in answer.headers:
                raise BackendError("garbled")
            yield OutsideReader(answer, tag_in(answer.headers), start, length)

    def entries(self, prefix: str = "") -> Iterator[Entry]:
        waiting = [_path(prefix.rstrip("/")) if prefix else ()]
        while waiting:
            folder = waiting.pop()
            try:
                found = self._clear_listing(folder)
            except MissingError as error:
                if folder:
                    continue
                raise BackendError("no_such_place") from error
            shown = [each for each in found if keys.is_shown(each.name)]
            waiting += [(*folder, each.name) for each in shown if each.is_folder and len(folder) < _DEEPEST]
            yield from (
                Entry("/".join((*folder, each.name)), each.size, each.tag) for each in shown if not each.is_folder
            )

    def put(self, key: str, source: IO[bytes], size: int) -> str:
        path = _path(key)
        with self._beside(path, source, size) as (beside, tag):
            self._client.move(beside, path, over=True)
            return tag

    def create(self, key: str, content: bytes) -> str:
        path = _path(key)
        with self._beside(path, io.BytesIO(content), len(content)) as (beside, tag):
            self._client.move(beside, path)
            return tag

    def replace(self, key: str, content: bytes, seen: Seen) -> str:
        path = _path(key)
        if not self._swaps:
            self._must_have(path, seen, ChangedError)
            return self.put(key, io.BytesIO(content), len(content))
        with self._beside(path, io.BytesIO(content), len(content)) as (beside, tag):
            fresh = hashlib.sha256(content).hexdigest()
            with self._aside(path, seen, fresh, ChangedError):
                self._client.move(beside, path)
            return tag

    def remove(self, key: str, seen: Seen | None = None) -> None:
        path = _path(key)
        with contextlib.suppress(MissingError, NoFolderError):
            if seen is not None and self._swaps:
                with self._aside(path, seen, "", MissingError):
                    return
            if seen is not None:
                self._must_have(path, seen, MissingError)
            if not self._client.look(path).is_folder:
                self._client.done(Ask("DELETE", path))

    def move(self, key: str, target: str, seen: Seen) -> str:
        path, new = _path(key), _path(target)
        self._check_name(new)
        self._must_have(path, seen, MissingError)
        self._with_folders(new, lambda: self._client.move(path, new))
        if self._hash(new) == seen.sha256:
            return self._client.look(new).tag
        self._put_back(new, path)
        raise ChangedError

    def close(self) -> None:
        self._client.close()

    def write_as_others(self, key: str, content: bytes) -> None:
        """Write as other programs do: to the file's own name."""
        self._client.done(Ask("PUT", _path(key), body=content))

    def drop_folder(self, folder: str) -> None:
        """Remove a folder with all that is in it."""
        with contextlib.suppress(MissingError):
            self._client.done(Ask("DELETE", _path(folder), is_folder=True))

    @contextmanager
    def _beside(self, path: Path, source: IO[bytes], size: int) -> Iterator[tuple[Path, str]]:
        """The fresh file under a name on its way, whole, and its tag."""
        self._check_name(path)
        beside = (*path[:-1], keys.new_name(path[-1]))
        start = source.tell()

        def send() -> None:
            source.seek(start)
            self._client.done(Ask("PUT", beside, {"content-type": "application/octet-stream"}, source, size))

        try:
            self._with_folders(beside, send)
            found = self._client.look(beside)
            if found.size != size:
                raise BackendError("truncated")
            yield beside, found.tag
        except BaseException:
            with contextlib.suppress(BackendError, MissingError, NoFolderError, ChangedError):
                self._client.done(Ask("DELETE", beside))
            raise

    @contextmanager
    def _aside(self, path: Path, seen: Seen, fresh: str, gone: type[Exception]) -> Iterator[None]:
        """While the block runs, what was seen is out of the way; then it goes. Raises ChangedError for another text."""
        self._check_name(path)
        aside = (*path[:-1], keys.old_name(path[-1], seen.sha256, fresh or "0" * 12))
        try:
            # With a folder, all that is in it would go.
            if self._client.look(path).is_folder:
                raise ChangedError
            self._client.move(path, aside)
            if self._hash(aside) != seen.sha256:
                raise ChangedError
            yield
        except (MissingError, NoFolderError) as error:
            raise gone from error
        except (BackendError, ChangedError):
            # Where this fails, too, the next listing sets it right.
            with contextlib.suppress(BackendError, MissingError, NoFolderError):
                self._settle(aside, path, seen.sha256)
            raise
        self._client.done(Ask("DELETE", aside))

    def _check_name(self, path: Path) -> None:
        """Raises BackendError for a name that the server would cut: one takes what follows `;` or `?` for no path."""
        if set("".join(path)).isdisjoint(";?"):
            return
        if self._moves_odd is None:
            self._moves_odd = self._keeps_odd_names()
        if not self._moves_odd:
            raise BackendError("bad_name")

    def _keeps_odd_names(self) -> bool:
        mark = secrets.token_hex(8)
        start, end = (keys.new_name(mark),), (keys.new_name(f"{mark};?"),)
        self._client.done(Ask("PUT", start))
        try:
            self._client.move(start, end)
            self._client.look(end)
        except (MissingError, BackendError):
            for each in ((mark,), start):
                with contextlib.suppress(MissingError, BackendError):
                    self._client.done(Ask("DELETE", each))
            return False
        self._client.done(Ask("DELETE", end))
        return True

    def _clear_listing(self, folder: Path) -> list[Found]:
        found = self._client.listing(folder)
        ways = [(each.name, way) for each in found if not each.is_folder and (way := keys.way_of(each.name))]
        is_cleared = False
        for name, way in ways:
            aside = (*folder, name)
            with contextlib.suppress(MissingError, NoFolderError):
                if way.is_stale or (way.since is None and self._hash(aside).startswith(way.fresh)):
                    self._client.done(Ask("DELETE", aside))
                elif way.since is None:
                    self._settle(aside, (*folder, way.name), way.seen)
                    is_cleared = True
        return self._client.listing(folder) if is_cleared else found

    def _settle(self, aside: Path, path: Path, seen: str) -> None:
        """Bring back what was moved aside; where its name is taken, what was seen goes and anything else is shown."""
        try:
            self._client.move(aside, path)
        except ChangedError:
            if self._hash(aside).startswith(seen):
                self._client.done(Ask("DELETE", aside))
            else:
                self._put_back(aside, path)

    def _put_back(self, aside: Path, path: Path) -> None:
        try:
            self._client.move(aside, path)
        except ChangedError:
            self._client.move(aside, (*path[:-1], keys.found_name(path[-1])))

    def _must_have(self, path: Path, seen: Seen, gone: type[Exception]) -> None:
        try:
            if self._hash(path) != seen.sha256:
                raise ChangedError
        except (MissingError, NoFolderError) as error:
            raise gone from error

    def _hash(self, path: Path) -> str:
        digest = hashlib.sha256()
        with self.open("/".join(path)) as reading:
            while piece := reading.read(_PIECE):
                digest.update(piece)
        return digest.hexdigest()

    def _with_folders(self, path: Path, act: Callable[[], None]) -> None:
        """Do it, making the folders that it lacks."""
        if path[:-1] in self._folders:
            with contextlib.suppress(NoFolderError):
                act()
                return
        self._make_folders(path[:-1])
        try:
            act()
        except NoFolderError as error:
            raise BackendError("busy") from error
        self._folders.add(path[:-1])

    def _make_folders(self, folder: Path) -> None:
        try:
            if self._client.look(folder).is_folder:
                return
            raise BackendError("bad_name")
        except (MissingError, NoFolderError):
            if not folder:
                raise BackendError("no_such_place") from None
        self._make_folders(folder[:-1])
        with contextlib.suppress(NoFolderError):
            self._make_folder(folder)

    def _make_folder(self, folder: Path) -> None:
        try:
            self._client.done(Ask("MKCOL", folder, is_folder=True))
        except BackendError as error:
            # Somebody may have made it meanwhile (405).
            if error.cause != "garbled":
                raise

    def _must_be_there(self) -> None:
        """Raises BackendError where the address itself leads nowhere."""
        if not self._is_known:
            try:
                self._client.look(())
            except (MissingError, NoFolderError) as error:
                raise BackendError("no_such_place") from error
            self._is_known = True


def _path(key: str) -> Path:
    return tuple(keys.parts(key))
