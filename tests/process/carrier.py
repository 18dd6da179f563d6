"""A process that carries and moves files until it is killed: `python -m tests.process.carrier INSTANCE FOLDER`.

The place is a folder of this machine in the place of a server.
"""

import sys
import time
from pathlib import Path

from notesvc import config, crypto, database, file_store
from notesvc.backends.backend import Backend
from notesvc.backends.folder import FolderBackend
from notesvc.domain import policy
from notesvc.domain.storage import opening
from notesvc.domain.storage.carrier import Carrier
from notesvc.domain.storage.target import Target

_STEP_SECONDS = 0.01


def stand_in(folder: Path) -> None:
    """Have every WebDAV address be a folder below that one."""

    def open_folder(_: str, target: Target) -> Backend:
        name = str(target.address).rpartition("/")[2]
        (folder / name).mkdir(parents=True, exist_ok=True)
        return FolderBackend(folder / name)

    opening.OPENERS["webdav"] = open_folder


def main(instance: str, folder: str) -> None:
    settings = config.load({"NOTESVC_INSTANCE": instance})
    database.open_database(settings)
    file_store.open_store(settings.attachments)
    crypto.open_seal(settings.secret_key)
    policy.open_policy(settings)
    stand_in(Path(folder))
    carrier = Carrier()
    while True:
        with database.connection():
            carrier.work_some(lambda: False)
        time.sleep(_STEP_SECONDS)


if __name__ == "__main__":
    main(*sys.argv[1:])
