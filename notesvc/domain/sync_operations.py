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


CAPTURE = Operation("capture", "sync:write", limits.CAPTURES_PER_MINUTE, is_used=True, is_logged=True)
EXPORT = Operation("export", "sync:read", limits.EXPORTS_PER_MINUTE, is_used=True, is_logged=True)
FOLDERS = Operation("folders", "sync:read", limits.FOLDERS_PER_MINUTE, is_used=True, is_logged=True)
VERIFY = Operation("verify", "sync:read", limits.VERIFIES_PER_MINUTE, is_used=False, is_logged=False)
ACTIVITY = Operation("activity", "sync:read", limits.ACTIVITY_PER_MINUTE, is_used=False, is_logged=False)

ALL = (CAPTURE, EXPORT, FOLDERS, VERIFY, ACTIVITY)
