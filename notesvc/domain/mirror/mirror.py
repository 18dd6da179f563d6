"""One mirror: whose it is, where, and which way it goes."""

from collections.abc import Callable
from dataclasses import dataclass

from notesvc.backends.backend import Backend, Capabilities
from notesvc.domain.caller import Caller

ORIGIN = "mirror"
"""What versions name as the means by which a change from a file came."""


class PauseError(Exception):
    """A round cannot go on unless its owner says so. `reason` is of `pauses.DETAILS`."""

    def __init__(self, reason: str, names: tuple[str, ...] = (), count: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.names = names
        self.count = count or len(names)


class StopError(Exception):
    """The round is to end: the service does."""


@dataclass(frozen=True, slots=True)
class Mirror:
    """What a round works on. `is_two_way` only where the place notices the writes of others."""

    part_id: str
    caller: Caller
    backend: Backend
    capabilities: Capabilities
    is_two_way: bool
    instance_id: str
    should_stop: Callable[[], bool] = lambda: False

    @property
    def owner_id(self) -> str:
        return self.caller.user_id

    def heed_stop(self) -> None:
        """Raises StopError when the round is to end."""
        if self.should_stop():
            raise StopError
