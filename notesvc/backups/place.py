"""Where backups lie elsewhere: below a folder of the instance's own, objects by name and a manifest for each backup.

instances/<instance>            what the keys are made from
<instance>/backups/<moment>     a backup's manifest, with a copy of that; put last: what is in parts has none
<instance>/objects/ab/<name>    pieces of files, each there once
<instance>/orphans              since when objects have been in no manifest
"""

import contextlib
import io
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import orjson

from notesvc import clock, manifest
from notesvc.backends.backend import Backend
from notesvc.backends.causes import BackendError, ChangedError, MissingError
from notesvc.backups import sealing
from notesvc.backups.sealing import DamagedObjectError, Keys
from notesvc.manifest import InvalidBackupError, Manifest

T = TypeVar("T")

INSTANCES = "instances/"
_BACKUP_ID = re.compile(r"\d{4}-\d\d-\d\dT\d{9}Z")
_HEADER_MOST = 4_096
_MANIFEST_MOST = 512 * 1024 * 1024
_TRIES = 3
PAUSE_SECONDS = 2.0
"""How long is waited before something is tried again that may help itself."""


@dataclass(frozen=True)
class Backup:
    """A backup that is there; without a manifest where it cannot be read."""

    id: str
    manifest: Manifest | None


class Place:
    """What one instance has in a backend. Everything raises BackendError where the backend does not do it."""

    def __init__(self, backend: Backend, instance_id: str, keys: Keys) -> None:
        self._backend = backend
        self.instance_id = instance_id
        self._keys = keys

    def close(self) -> None:
        """Let go of connections."""
        self._backend.close()

    def objects(self) -> dict[str, int]:
        """The names and sizes of all objects."""
        return _again(lambda: {key.rpartition("/")[2]: size for key, size in self._sizes_below("objects/")})

    def pieces(self, sha256: str, size: int) -> list[str]:
        """The names of the objects that a file of that hash and size becomes."""
        return [self._keys.name_of(sha256, number) for number in range(-(-size // sealing.PIECE))]

    def objects_of(self, found: Manifest) -> set[str]:
        """The names of all objects that a backup needs."""
        return {name for facts in found.files.values() for name in self.pieces(facts["sha256"], facts["size"])}

    def put(self, name: str, content: bytes) -> None:
        """Store what `sealing.pack` made."""
        self._put(self._key_of(name), content)

    def get(self, name: str) -> bytes:
        """A piece of a file. Raises DamagedObjectError, also where there is none."""
        return sealing.unpack(name, self._get(self._key_of(name), sealing.MOST))

    def remove(self, name: str) -> None:
        """Remove an object."""
        _again(lambda: self._backend.remove(self._key_of(name)))

    def backup_ids(self) -> list[str]:
        """The moments of the backups, oldest first."""
        found = _again(lambda: [key.rpartition("/")[2] for key, _ in self._sizes_below("backups/")])
        return sorted(filter(_BACKUP_ID.fullmatch, found))

    def backup(self, backup_id: str) -> Backup:
        """A backup with its manifest, where that is whole."""
        try:
            sealed = _split(_read_again(self._backend, self._manifest_key(backup_id), _MANIFEST_MOST))[1]
            content = self._keys.open(self._manifest_key(backup_id), sealed)
            text = sealing.unpack(backup_id, content, _MANIFEST_MOST)
            return Backup(backup_id, manifest.parse(text, f"the backup {backup_id}"))
        except (DamagedObjectError, InvalidBackupError):
            return Backup(backup_id, None)

    def put_backup(self, found: Manifest) -> str:
        """Store the manifest, which makes what is there a backup; answers its moment."""
        backup_id, key = _id_of(found), self._manifest_key(_id_of(found))
        sealed = self._keys.seal(key, sealing.pack(found.as_json(), deflates=True))
        self._store(key, len(self._keys.header).to_bytes(4, "big") + self._keys.header + sealed)
        return backup_id

    def remove_backup(self, backup_id: str) -> None:
        """Remove the manifest: what it named is in no backup then."""
        _again(lambda: self._backend.remove(self._manifest_key(backup_id)))

    def orphans(self) -> dict[str, str]:
        """Since when objects have been in no manifest; none where that cannot be read."""
        try:
            found = orjson.loads(self._get(f"{self.instance_id}/orphans", _MANIFEST_MOST))
            return {str(name): str(since) for name, since in found.items()}
        except (DamagedObjectError, ValueError, AttributeError):
            return {}

    def put_orphans(self, since: dict[str, str]) -> None:
        """Remember them."""
        self._put(f"{self.instance_id}/orphans", orjson.dumps(since))

    def _put(self, key: str, content: bytes) -> None:
        self._store(key, self._keys.seal(key, content))

    def _store(self, key: str, content: bytes) -> None:
        _again(lambda: self._backend.put(key, io.BytesIO(content), len(content)))

    def _get(self, key: str, most: int) -> bytes:
        return self._keys.open(key, _read_again(self._backend, key, most))

    def _sizes_below(self, below: str) -> Iterator[tuple[str, int]]:
        return ((each.key, each.size) for each in self._backend.entries(f"{self.instance_id}/{below}"))

    def _key_of(self, name: str) -> str:
        return f"{self.instance_id}/objects/{name[:2]}/{name}"

    def _manifest_key(self, backup_id: str) -> str:
        return f"{self.instance_id}/backups/{backup_id}"


def instances(backend: Backend) -> list[str]:
    """The ids of the instances that have backups there."""
    return sorted(_again(lambda: [each.key.removeprefix(INSTANCES) for each in backend.entries(INSTANCES)]))


def open_place(backend: Backend, instance_id: str, passphrase: str, *, makes: bool = False) -> Place:
    """The instance's own place; made where there is none, if it `makes` one.

    Raises WrongPassphraseError; InvalidBackupError where there is none, or nothing that keys can be made from.
    """
    key = f"{INSTANCES}{instance_id}"
    for header in _headers(backend, instance_id):
        try:
            keys = sealing.keys_of(header, passphrase)
        except DamagedObjectError:
            continue
        if makes:
            _mend(backend, key, header)
        return Place(backend, instance_id, keys)
    if not makes or _any(backend, instance_id):
        raise InvalidBackupError(f"there is no backup of the instance {instance_id} that could be opened")
    # Another machine of the same database may be quicker: what stands there then counts.
    _create(backend, key, sealing.new_keys(passphrase).header)
    header = _read_again(backend, key, _HEADER_MOST)
    return Place(backend, instance_id, sealing.keys_of(header, passphrase))


def _headers(backend: Backend, instance_id: str) -> Iterator[bytes]:
    """What keys are made from: where it stands, else as the backups have it, the newest first."""
    with contextlib.suppress(DamagedObjectError):
        yield _read_again(backend, f"{INSTANCES}{instance_id}", _HEADER_MOST)
    keys = _again(lambda: [each.key for each in backend.entries(f"{instance_id}/backups/")])
    for key in sorted(keys, reverse=True):
        with contextlib.suppress(DamagedObjectError):
            yield _split(_read_again(backend, key, _MANIFEST_MOST))[0]


def _mend(backend: Backend, key: str, header: bytes) -> None:
    """Have the header stand where it is looked for first."""
    there = b""
    with contextlib.suppress(DamagedObjectError):
        there = _read_again(backend, key, _HEADER_MOST)
    if there != header:
        _again(lambda: backend.put(key, io.BytesIO(header), len(header)))


def _create(backend: Backend, key: str, content: bytes) -> None:
    with contextlib.suppress(ChangedError):
        _again(lambda: backend.create(key, content))


def _any(backend: Backend, instance_id: str) -> bool:
    return next(iter(backend.entries(f"{instance_id}/")), None) is not None


def _read(backend: Backend, key: str, most: int) -> bytes:
    """A whole file. Raises DamagedObjectError where there is none, or one that is too long."""
    try:
        with backend.open(key) as reading:
            if reading.size > most:
                raise DamagedObjectError(key)
            pieces = []
            while piece := reading.read(1024 * 1024):
                pieces.append(piece)
            return b"".join(pieces)
    except MissingError as error:
        raise DamagedObjectError(key) from error


def _read_again(backend: Backend, key: str, most: int) -> bytes:
    return _again(lambda: _read(backend, key, most))


def _split(content: bytes) -> tuple[bytes, bytes]:
    """The header in front of a manifest, and what is sealed."""
    size = int.from_bytes(content[:4], "big")
    if size > _HEADER_MOST:
        raise DamagedObjectError("manifest")
    return content[4 : 4 + size], content[4 + size :]


def _id_of(found: Manifest) -> str:
    return found.made_at.replace(":", "").replace(".", "")


def _again(do: Callable[[], T]) -> T:
    """Do it; where waiting may help, a second and a third time."""
    for _ in range(_TRIES - 1):
        try:
            return do()
        except BackendError as error:
            if not error.is_temporary:
                raise
            time.sleep(min(error.retry_after or PAUSE_SECONDS, 10 * PAUSE_SECONDS))
    return do()


def moment_of(backup_id: str) -> str:
    """The time at which a backup was made, as `clock.now()` writes it."""
    day, _, rest = backup_id.partition("T")
    return clock.text_of(clock.milliseconds_of(f"{day}T{rest[:2]}:{rest[2:4]}:{rest[4:6]}.{rest[6:9]}Z"))
