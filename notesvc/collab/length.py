"""How long a room's text can be by now, without asking for it at each key: what it was, and what came since."""

from notesvc import limits


class Length:
    """An upper bound of the note's bytes."""

    def __init__(self, size: int) -> None:
        self._measured, self._since = size, 0

    def allows(self, words: int) -> bool:
        """Whether so many bytes more are certainly not too many for a note."""
        return self._measured + self._since + words <= limits.MAX_BODY

    def add(self, words: int) -> None:
        """So many came at most."""
        self._since += words

    @property
    def since(self) -> int:
        """How much came since it was measured: remembered by who is about to measure."""
        return self._since

    def record(self, size: int, since: int) -> None:
        """It was so long when so much had come since the time before."""
        self._measured = size
        self._since -= since
