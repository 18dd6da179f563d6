"""Exit codes, as docs/how-to/desktop.md tells them."""

OK = 0
FAILED = 1
USAGE = 2
LOCKED = 3
RUNNING = 4
NOT_CONNECTED = 5
ASKS = 6
UNREACHABLE = 7
FOLDER_GONE = 8


class CommandError(Exception):
    """A command ends with this code; the text is for the person."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code
