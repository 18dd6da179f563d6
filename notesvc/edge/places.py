"""How many connections there are, and of whom; who has to leave when there are too many."""

from collections import defaultdict

from notesvc import limits
from notesvc.edge.connection import Connection
from notesvc.edge.process import State

# Who goes first: those who keep nobody's request, then those who have sent the least of one.
_LEAVING = (State.CLOSING, State.IDLE, State.HEAD, State.BODY)
_AT_ONCE = 64


class Places:
    """The connections of this process. `is_limited`: each address has a share of its own."""

    def __init__(self, is_limited: bool) -> None:
        self._is_limited = is_limited
        self.all: set[Connection] = set()
        self._by_address: dict[str, set[Connection]] = defaultdict(set)

    def is_free_for(self, address: str) -> bool:
        """Whether there is a place, which somebody may have to leave: who has kept the service waiting longest."""
        if self._is_limited and len(self._by_address.get(address, ())) >= limits.MAX_CONNECTIONS_PER_ADDRESS:
            return _free(self._by_address[address], 1)
        return len(self.all) < limits.MAX_CONNECTIONS or self.free(_AT_ONCE)

    def free(self, count: int) -> bool:
        """Have so many leave; whether any did."""
        return _free(self.all, count)

    def add(self, address: str, connection: Connection) -> None:
        self.all.add(connection)
        self._by_address[address].add(connection)

    def remove(self, address: str, connection: Connection) -> None:
        self.all.discard(connection)
        theirs = self._by_address[address]
        theirs.discard(connection)
        if not theirs:
            del self._by_address[address]


def _free(connections: set[Connection], count: int) -> bool:
    waiting = [each for each in connections if each.state in _LEAVING and not each.is_lent]
    for each in sorted(waiting, key=lambda each: (_LEAVING.index(each.state), each.deadline.since))[:count]:
        each.drop()
    return bool(waiting)
