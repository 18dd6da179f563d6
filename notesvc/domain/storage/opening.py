"""Getting at a place: the backend of a target, and what its test finds."""

from collections.abc import Callable

from notesvc.backends import probe, table
from notesvc.backends.backend import Backend, Capabilities
from notesvc.backends.causes import BackendError
from notesvc.backends.probe import Finding
from notesvc.domain import policy
from notesvc.domain.mirror import root
from notesvc.domain.storage.target import Target


def open_target(owner_id: str, target: Target, capabilities: Capabilities | None = None) -> Backend:
    """The place, to be used by one thread and closed; `capabilities` are what its test has found. Raises BackendError
    where there is no such place."""
    if target.backend in OPENERS:
        return OPENERS[target.backend](owner_id, target)
    where = _where(owner_id, target)
    return table.open_backend(target.backend, where, policy.current().storage_networks, capabilities)


def test(owner_id: str, target: Target) -> Finding:
    """Write, read, race and delete there, outside of any transaction: it takes a while."""
    if target.backend == "folder":
        try:
            root.open_folder(owner_id).close()
        except BackendError as error:
            return Finding(None, [], error.cause)
    return probe.probe(target.backend, _where(owner_id, target), policy.current().storage_networks)


def _where(owner_id: str, target: Target) -> table.Where:
    return table.Where(
        address=target.address or "",
        user=target.user or "",
        secret=target.secret or "",
        bucket=target.bucket or "",
        region=target.region or "",
        prefix=target.prefix or "",
        root=root.folder_of(owner_id) if target.backend == "folder" else None,
    )


OPENERS: dict[str, Callable[[str, Target], Backend]] = {"folder": lambda owner_id, _: root.open_folder(owner_id)}
"""How places of some kinds are opened in another way than by their addresses."""
