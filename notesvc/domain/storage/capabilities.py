"""What holds at a place, row by row, as people and pages read it."""

from dataclasses import dataclass

from notesvc.backends.backend import Capabilities

NO_DIRECT_LINK = "Files come through the service, which looks at who may see them."
ONE_WAY = "Its writes do not notice the writes of others, so that a mirror there goes one way."
_BY_DATABASE = "The database does this, whatever the place is."
_ALWAYS = ("history", "search", "rooms", "sharing")
_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class CapabilityRow:
    """Something that a kind of place can do; None where only its test tells."""

    name: str
    holds: bool | None
    detail: str


@dataclass(frozen=True, slots=True)
class BackendRow:
    """A kind of place with all that it can do."""

    backend: str
    capabilities: tuple[CapabilityRow, ...]


def found(backend: str, capabilities: Capabilities) -> tuple[CapabilityRow, ...]:
    """What the test has found at a place."""
    return (
        CapabilityRow("attachments", True, "Files can lie there."),
        _two_way(capabilities),
        _row("whole_reads", capabilities.puts_whole, "A reader never sees half a file."),
        _range(capabilities.ranges),
        _direct_link(),
        _row("names_case", capabilities.tells_case, "Names that differ in case alone are two files."),
        _row("names_spelling", capabilities.keeps_spelling, "Names come back as they were spelled."),
        _largest(capabilities.largest),
        *_of_database(),
    )


def whole_table() -> list[BackendRow]:
    """What is known of each kind of place without a test."""
    elsewhere = (
        CapabilityRow("attachments", True, "Files can lie there."),
        CapabilityRow("two_way", None, "The test tells: it needs writes that notice the writes of others."),
        CapabilityRow("whole_reads", None, "The test tells: whether a reader may see half a file."),
        CapabilityRow("range", True, _range(False).detail),
        _direct_link(),
        CapabilityRow("names_case", None, "The test tells: whether names may differ in case alone."),
        CapabilityRow("names_spelling", None, "The test tells: whether names come back as they were spelled."),
        CapabilityRow("largest_file", None, "The test tells, where the place says so."),
        *_of_database(),
    )
    return [BackendRow("database", _database()), *(BackendRow(kind, elsewhere) for kind in ("folder", "s3", "webdav"))]


def _database() -> tuple[CapabilityRow, ...]:
    files = "Attachments lie in the service's own folder beside it."
    no_mirror = "The database is what a mirror is a mirror of."
    return (
        CapabilityRow("attachments", False, files),
        CapabilityRow("two_way", False, no_mirror),
        CapabilityRow("whole_reads", True, "A reader never sees half a note."),
        CapabilityRow("range", False, files),
        CapabilityRow("direct_link", False, files),
        CapabilityRow("names_case", True, "Names that differ in case alone are two notes."),
        CapabilityRow("names_spelling", True, "Names come back as they were spelled."),
        CapabilityRow("largest_file", False, files),
        *_of_database(),
    )


def _of_database() -> tuple[CapabilityRow, ...]:
    return tuple(CapabilityRow(name, True, _BY_DATABASE) for name in _ALWAYS)


def _row(name: str, holds: bool, promise: str) -> CapabilityRow:
    return CapabilityRow(name, holds, promise if holds else f"Not so there: {promise[0].lower()}{promise[1:]}")


def _two_way(capabilities: Capabilities) -> CapabilityRow:
    if capabilities.two_way:
        return CapabilityRow("two_way", True, "Others may write there, too: nothing of theirs is overwritten.")
    return CapabilityRow("two_way", False, ONE_WAY)


def _range(holds: bool) -> CapabilityRow:
    if holds:
        return CapabilityRow("range", True, "The place gives parts of files.")
    return CapabilityRow("range", True, "Parts of files are answered from the copy that the service has fetched.")


def _direct_link() -> CapabilityRow:
    return CapabilityRow("direct_link", False, NO_DIRECT_LINK)


def _largest(size: int | None) -> CapabilityRow:
    if size is None:
        return CapabilityRow("largest_file", None, "The place does not say how large a file may be.")
    return CapabilityRow("largest_file", True, f"At most {size // _MIB} MiB a file ({size} bytes).")
