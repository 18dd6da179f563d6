"""Whether all machines that share a database keep attachments in the same folder, which they have to."""

import contextlib

from notesvc import clock, database, durable
from notesvc.config import Settings
from notesvc.domain import instance
from notesvc.models import InstanceFact

_MARK = ".folder_id"
_FACT = "attachments_folder:"
# Each machine tells every so often which folder it has; one that has not for so long is not there any more.
_GONE_AFTER_SECONDS = 1_800.0


def tell(settings: Settings) -> None:
    """Say that a machine uses this folder for attachments. Only Postgres is shared by several."""
    if database.on_sqlite():
        return
    with database.transaction():
        instance.remember(f"{_FACT}{_id_of(settings)}", clock.now())
        database.execute(
            "DELETE FROM instance_facts WHERE name LIKE ? AND value < ?",
            (f"{_FACT}%", clock.from_now(-_GONE_AFTER_SECONDS)),
        )


def number_in_use() -> int:
    """How many folders machines keep attachments in: more than one is a mistake."""
    if database.on_sqlite():
        return 1
    told = InstanceFact.name.startswith(_FACT) & (InstanceFact.value >= clock.from_now(-_GONE_AFTER_SECONDS))
    return InstanceFact.select().where(told).count()


def _id_of(settings: Settings) -> str:
    path = settings.attachments / _MARK
    if not path.exists():
        durable.make_folder(settings.attachments)
        # Another machine may be quicker, in a folder that is shared.
        with contextlib.suppress(FileExistsError):
            durable.write_new(path, f"{clock.new_id()}\n".encode())
    return path.read_text().strip()
