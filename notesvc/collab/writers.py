"""Whose words a room holds that its note does not hold yet."""


class Writers:
    """By their ids; None is somebody unknown."""

    def __init__(self) -> None:
        self._in_hand: set[str | None] = set()
        self._since: set[str | None] = set()

    def add(self, user_id: str | None) -> None:
        """Somebody has written."""
        self._since.add(user_id)

    def begin_save(self) -> frozenset[str | None]:
        """All who wrote what is in the document at this moment, which is about to be saved."""
        self._in_hand |= self._since
        self._since.clear()
        return frozenset(self._in_hand)

    def end_save(self) -> None:
        """The note holds what the document held when the save began."""
        self._in_hand.clear()
