"""The folder's own folder: the marker by which it is known again, and the local trash."""

import secrets

from notesvc.clients.desktop.sync.disk import MARKER, OWN, TRASH, Disk, pieces_of
from notesvc.clients.desktop.sync.state import State


def mark(disk: Disk, state: State) -> None:
    """Make the folder known: it keeps a marker that it has already."""
    disk.make_folder(OWN)
    disk.make_folder(TRASH)
    if disk.look(MARKER) is None:
        disk.write(MARKER, pieces_of(secrets.token_hex(16).encode()))
    marker = disk.read(MARKER)[0].decode(errors="replace").strip()
    with state.commit():
        state.set_fact("marker", marker)
