"""200 MB up and down in a process of its own; prints by how many MB it grew: `python -m tests.backends.growth SPOT`."""

import hashlib
import io
import json
import resource
import sys
from ipaddress import ip_network
from pathlib import Path

from notesvc.backends.table import Where, open_backend

_PIECE = bytes(range(256)) * 4096


class Source(io.RawIOBase):
    """So many bytes that lie nowhere."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._at = 0

    def tell(self) -> int:
        return self._at

    def seek(self, at: int, whence: int = 0) -> int:
        self._at = at
        return at

    def read(self, most: int = -1) -> bytes:
        start = self._at % len(_PIECE)
        found = _PIECE[start : start + min(most, self._size - self._at)]
        self._at += len(found)
        while 0 < len(found) < most and self._at < self._size:
            more = _PIECE[: min(most - len(found), self._size - self._at)]
            self._at += len(more)
            found += more
        return found


def main(kind: str, given: dict[str, str], megabytes: int) -> None:
    root = Path(given["root"]) if given.get("root") else None
    where = Where(**{**given, "root": root})
    backend = open_backend(kind, where, (ip_network("127.0.0.0/8"),))
    backend.put("small", io.BytesIO(bytes(1_000_000)), 1_000_000)
    before = _peak()
    size = megabytes * 1024 * 1024
    backend.put("large", Source(size), size)
    sent, received = hashlib.sha256(), hashlib.sha256()
    with backend.open("large") as reading:
        while piece := reading.read(128 * 1024):
            received.update(piece)
    grown = _peak() - before
    source = Source(size)
    while piece := source.read(1024 * 1024):
        sent.update(piece)
    assert sent.digest() == received.digest()
    backend.remove("large")
    backend.close()
    print(grown)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]))
