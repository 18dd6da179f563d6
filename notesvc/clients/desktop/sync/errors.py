"""Why a round ends early, or one of its steps; nothing is lost by any of them, and the next round goes on."""


class SyncError(Exception):
    """A round cannot go on; its text is for the person."""


class UnreachableError(SyncError):
    """The service does not answer, or is in trouble; `wait` is how many seconds it wants to be left alone."""

    def __init__(self, text: str, wait: float = 0) -> None:
        super().__init__(text)
        self.wait = wait


class KeyRefusedError(SyncError):
    """The service does not take the device's key any more."""


class RestoredError(SyncError):
    """The service was set back to a backup: what is here may be newer than what is there."""


class FolderGoneError(SyncError):
    """The folder is not there, or is not the one that was connected: a drive that is not mounted looks like this."""


class DiskFullError(SyncError):
    """There is no room on the disk."""


class BrakeError(SyncError):
    """So much would be deleted that a person has to say yes; `count` things, by whom `side` says (here or there)."""

    def __init__(self, side: str, count: int, names: list[str]) -> None:
        super().__init__(f"{count} would be deleted because they are gone {side}: {', '.join(names)}")
        self.side, self.count, self.names = side, count, names


class RefusalError(Exception):
    """The service does not take this one request; others may go on."""

    def __init__(self, status: int, code: str, text: str, current: dict[str, object] | None = None) -> None:
        super().__init__(text or code or str(status))
        self.status, self.code, self.current = status, code, current


class ChangeError(Exception):
    """A file is not any more what the round has seen: it waits for the next one."""
