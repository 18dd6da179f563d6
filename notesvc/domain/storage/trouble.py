"""Why files are not brought to their place, in words for its user."""

from notesvc.backends import causes
from notesvc.backends.causes import BackendError

DETAILS = causes.DETAILS | {
    "other_marker": "This place belongs to somebody else, or to another instance. Choose a folder of its own.",
    "no_marker": "What we have put there is gone. Check that it is the right place, and set it again.",
    "damaged_source": "Files are not what they were when they came. Upload them again, or remove them.",
}
STOPS = ("bad_credentials", "forbidden", "other_marker", "no_marker")
"""What only its user can mend: nothing is tried until the place is set again."""


class PlaceError(Exception):
    """The place is not as it should be; `cause` is a key of DETAILS, `retry_after` in seconds."""

    def __init__(self, cause: str, detail: str | None = None, retry_after: int | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.detail = detail or DETAILS[cause]
        self.retry_after = retry_after

    @classmethod
    def of(cls, error: BackendError) -> "PlaceError":
        """What a backend says."""
        return cls(error.cause, error.detail, error.retry_after)

    @property
    def stops(self) -> bool:
        """Whether trying again is no use."""
        return self.cause in STOPS


class DamagedSourceError(Exception):
    """A file that is to be brought elsewhere is not what its hash says, wherever it lies."""
