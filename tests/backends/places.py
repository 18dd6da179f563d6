"""A place of its own for each test, on a server that all share."""

import uuid
from dataclasses import dataclass, replace
from ipaddress import ip_network
from pathlib import Path

from notesvc.backends.backend import Backend, Capabilities
from notesvc.backends.dav_client import Ask as DavAsk
from notesvc.backends.dav_client import DavClient
from notesvc.backends.s3_client import Ask, Place, S3Client
from notesvc.backends.sigv4 import Signer
from notesvc.backends.table import Where, open_backend
from notesvc.outside.connection import Connection
from tests.backends.servers import SECRET, USER, Server

HERE = (ip_network("127.0.0.0/8"),)


@dataclass(frozen=True)
class Spot:
    """Where a test may write: what opens it, and its folder on this machine where there is one."""

    name: str
    kind: str
    where: Where
    files: Path | None

    def backend(self, capabilities: Capabilities | None = None) -> Backend:
        return open_backend(self.kind, self.where, HERE, capabilities)

    def with_(self, **changes: str) -> "Spot":
        return replace(self, where=replace(self.where, **changes))


def folder_spot(root: Path) -> Spot:
    return Spot("folder", "folder", Where(root=root), root)


def spot_of(server: Server) -> Spot:
    """A folder on the server that nobody else has."""
    name = uuid.uuid4().hex
    files = None if server.files is None else server.files / name
    if server.kind == "s3":
        where = Where(server.address, USER, SECRET, server.bucket, prefix=name)
    else:
        # By the server, which may not look at its disk again.
        client = DavClient(server.address, USER, SECRET, Connection(server.address, HERE))
        client.done(DavAsk("MKCOL", (name,), is_folder=True))
        client.close()
        where = Where(f"{server.address}/{name}", USER, SECRET)
    return Spot(server.name, server.kind, where, files)


def make_bucket(server: Server) -> None:
    place = Place(server.address, server.bucket, "", Signer(USER, SECRET))
    client = S3Client(place, Connection(server.address, HERE))
    client.whole(Ask("PUT"))
    client.close()
