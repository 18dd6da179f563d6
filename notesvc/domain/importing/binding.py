"""The links of imported notes are bound at the end of their import, when all that they may mean is here."""

from collections.abc import Iterator

from notesvc import database
from notesvc.domain import changes
from notesvc.domain.caller import Caller
from notesvc.domain.importing import job_items
from notesvc.domain.importing.lease import Lease
from notesvc.domain.links import bindings
from notesvc.domain.text_work import ahead

_AT_ONCE = 200


def batches(job_id: str) -> Iterator[list[str]]:
    """The ids of the notes that the job made, some at a time."""
    beyond = job_items.length(job_id)
    while items := job_items.made_before(job_id, "note", beyond, _AT_ONCE):
        beyond = items[-1].position
        yield [str(item.resource_id) for item in items]


@ahead
def bind(held: Lease, caller: Caller, note_ids: list[str]) -> None:
    """Bind the links in these notes, and keep those of others as they were; done twice it changes nothing."""
    with database.transaction(caller.user_id):
        held.renew()
        bindings.settle_import(caller, note_ids, changes.next_number(caller.user_id))
