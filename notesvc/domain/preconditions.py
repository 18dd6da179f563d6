"""Guards against lost updates: what a writer says the note, or the folder, was when it was read."""

from dataclasses import dataclass

from notesvc import clock, errors
from notesvc.models import Folder, Note


@dataclass(frozen=True, slots=True)
class Precondition:
    """`etags` from If-Match (`*` fits anything); `unmodified_since` in milliseconds since 1970.

    An HTTP date has whole seconds only (`is_whole_second`): it fits what changed within that second.
    """

    etags: frozenset[str] | None = None
    unmodified_since: int | None = None
    is_whole_second: bool = False

    def holds_for(self, row: Note | Folder) -> bool:
        """Whether the write may go on (RFC 9110, sections 13.1.1 and 13.1.4: If-Match comes first)."""
        if self.etags is not None:
            return any(etag == "*" or row.is_revision(etag) for etag in self.etags)
        if self.unmodified_since is None:
            return True
        changed = clock.milliseconds_of(str(row.updated_at))
        return (changed // 1000 * 1000 if self.is_whole_second else changed) <= self.unmodified_since


NONE = Precondition()


def refuse_changed(folder: Folder, precondition: Precondition) -> None:
    """Raise PreconditionFailed unless it holds for the folder."""
    if not precondition.holds_for(folder):
        raise errors.PreconditionFailed(folder, "folder")
