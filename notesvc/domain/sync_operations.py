"""The bearer operations: one row each says scope, rate, what is logged. Refusals, limits and CORS follow from it."""

from dataclasses import dataclass

from notesvc import limits


@dataclass(frozen=True, slots=True)
class Operation:
    """`per_minute` is a fixed window per key; `is_used` bumps the key's lastUsedAt; `is_logged` writes activity."""

    name: str
    scope: str
    per_minute: int
    is_used: bool
    is_logged: bool
    # The name of the operation whose window this one shares; empty: a window of its own.
    counts_as: str = ""
    # What activity calls it; empty: by its name.
    logged_as: str = ""
    # The operation that the same request is for a device's key; None: this one.
    of_devices: "Operation | None" = None


CAPTURE = Operation("capture", "sync:write", limits.CAPTURES_PER_MINUTE, is_used=True, is_logged=True)
EXPORT = Operation("export", "sync:read", limits.EXPORTS_PER_MINUTE, is_used=True, is_logged=True)
FOLDERS = Operation("folders", "sync:read", limits.FOLDERS_PER_MINUTE, is_used=True, is_logged=True)
VERIFY = Operation("verify", "sync:read", limits.VERIFIES_PER_MINUTE, is_used=False, is_logged=False)
ACTIVITY = Operation("activity", "sync:read", limits.ACTIVITY_PER_MINUTE, is_used=False, is_logged=False)
TAGS = Operation("tags", "sync:read", limits.TAG_READS_PER_MINUTE, is_used=True, is_logged=False)
LOOKUP = Operation("lookup", "sync:read", limits.LOOKUPS_PER_MINUTE, is_used=False, is_logged=False)
APPEND = Operation(
    "append", "sync:write", limits.CAPTURES_PER_MINUTE, is_used=True, is_logged=True, counts_as="capture"
)

_DEVICE = "sync:device"

CHANGES = Operation("changes", _DEVICE, limits.CHANGES_PER_MINUTE, is_used=True, is_logged=False)
MIRROR_NOTES = Operation(
    "mirror_notes", _DEVICE, limits.MIRROR_NOTES_PER_MINUTE, is_used=True, is_logged=True, logged_as="mirror"
)
MIRROR_FOLDERS = Operation(
    "mirror_folders", _DEVICE, limits.MIRROR_FOLDERS_PER_MINUTE, is_used=True, is_logged=True, logged_as="mirror"
)
MIRROR_FILES = Operation(
    "mirror_files", _DEVICE, limits.MIRROR_FILES_PER_MINUTE, is_used=True, is_logged=True, logged_as="mirror"
)
BATCH = Operation("batch", _DEVICE, limits.BATCHES_PER_MINUTE, is_used=True, is_logged=False)

ATTACH = Operation(
    "attach",
    "sync:write",
    limits.ATTACHES_PER_MINUTE,
    is_used=True,
    is_logged=True,
    of_devices=MIRROR_FILES,
)

ALL = (
    CAPTURE,
    EXPORT,
    FOLDERS,
    VERIFY,
    ACTIVITY,
    TAGS,
    LOOKUP,
    APPEND,
    ATTACH,
    CHANGES,
    MIRROR_NOTES,
    MIRROR_FOLDERS,
    MIRROR_FILES,
    BATCH,
)
