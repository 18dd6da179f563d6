"""The links of imported notes are bound at the end of their import, when all that they may mean is here."""

from collections.abc import Iterable, Iterator

from notesvc import database
from notesvc.domain import changes
from notesvc.domain.caller import Caller
from notesvc.domain.importing import job_items
from notesvc.domain.importing.job_items import Item
from notesvc.domain.importing.lease import Lease
from notesvc.domain.links import bindings, files
from notesvc.domain.text_work import ahead

_AT_ONCE = 200


def batches(job_id: str) -> Iterator[list[Item]]:
    """The notes that the job made, some at a time."""
    beyond = job_items.length(job_id)
    while items := job_items.made_before(job_id, "note", beyond, _AT_ONCE):
        beyond = items[-1].position
        yield items


@ahead
def bind(held: Lease, caller: Caller, items: list[Item]) -> None:
    """Bind the links in these notes, and keep those of others as they were; done twice it changes nothing."""
    note_ids = [str(item.resource_id) for item in items]
    with database.transaction(caller.user_id):
        held.renew()
        bindings.settle_import(caller, note_ids, changes.next_number(caller.user_id))
        lost = [each for each in files.settle_near(caller.user_id, note_ids) if files.names_a_file(each[1])]
        for item in items:
            reason = with_lost(item.reason, [label for note_id, label in lost if note_id == item.resource_id])
            if reason != item.reason:
                job_items.settle_again(held.job_id, [item], item.outcome, reason)


def with_lost(remark: str | None, names: Iterable[str]) -> str | None:
    """The remark with the files that a note names and that are neither near it nor in the import."""
    remarks = [remark] if remark else []
    for name in sorted(names):
        said = f"the file {name} is neither near the note nor in the import"
        if remark is None or said not in remark:
            remarks.append(said)
    return "; ".join(remarks) or None
