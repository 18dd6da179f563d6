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
ATTACH = Operation("attach", "sync:write", limits.ATTACHES_PER_MINUTE, is_used=True, is_logged=True)

ALL = (CAPTURE, EXPORT, FOLDERS, VERIFY, ACTIVITY, TAGS, LOOKUP, APPEND, ATTACH)
