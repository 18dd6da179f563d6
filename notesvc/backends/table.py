"""The kinds of places for files, and how one is opened."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from notesvc.backends.backend import Backend, Capabilities
from notesvc.backends.folder import FolderBackend
from notesvc.backends.s3 import S3Backend
from notesvc.backends.s3_client import Place
from notesvc.backends.sigv4 import Signer
from notesvc.backends.webdav import WebDavBackend
from notesvc.outside.guard import Network


@dataclass(frozen=True, slots=True)
class Where:
    """What a place is reached by. `root` is for a folder; all else for servers, `bucket` to `prefix` for S3 alone."""

    address: str = ""
    user: str = ""
    secret: str = field(default="", repr=False)
    bucket: str = ""
    region: str = "us-east-1"
    prefix: str = ""
    root: Path | None = None


def open_backend(
    kind: str, where: Where, networks: Sequence[Network] = (), capabilities: Capabilities | None = None
) -> Backend:
    """A client of the place; nothing is asked yet. `capabilities` are what its test has found."""
    return _KINDS[kind](where, networks, capabilities)


def _folder(where: Where, networks: Sequence[Network], capabilities: Capabilities | None) -> Backend:
    assert where.root is not None
    return FolderBackend(where.root)


def _s3(where: Where, networks: Sequence[Network], capabilities: Capabilities | None) -> Backend:
    prefix = "".join(f"{name}/" for name in where.prefix.split("/") if name)
    place = Place(where.address, where.bucket, prefix, Signer(where.user, where.secret, where.region))
    return S3Backend(place, networks, capabilities)


def _webdav(where: Where, networks: Sequence[Network], capabilities: Capabilities | None) -> Backend:
    return WebDavBackend(where.address, (where.user, where.secret), networks, capabilities)


_KINDS: dict[str, Callable[[Where, Sequence[Network], Capabilities | None], Backend]] = {
    "folder": _folder,
    "s3": _s3,
    "webdav": _webdav,
}
KINDS = tuple(_KINDS)
