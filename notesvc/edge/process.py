"""What connections need of the process they belong to, and how they stand."""

import asyncio
import enum
from typing import Any, Protocol

from gunicorn.http.message import Request

from notesvc.edge.incoming import Incoming
from notesvc.edge.outlet import PendingAnswers
from notesvc.edge.spool import Store


class State(enum.Enum):
    """What a connection waits for."""

    IDLE = "idle"
    HEAD = "head"
    BODY = "body"
    SERVING = "serving"
    SENDING = "sending"
    CLOSING = "closing"
    CLOSED = "closed"


class Process(Protocol):
    """A web process. What it is asked to do in a thread, it gives back by `run` of the connection, in the loop."""

    loop: asyncio.AbstractEventLoop
    cfg: Any
    store: Store
    pending: PendingAnswers
    is_stopping: bool

    def at_once(self, incoming: Incoming) -> bytes | None:
        """What is sent to the next request, taken from what came, where the loop can say so itself."""

    def largest_body(self, request: Request) -> int:
        """How large a body the request's route takes, in bytes."""

    def ask(self, connection: Any, request: Request) -> None:
        """Have the application say whether its gate lets the request in; then `receive_body`, or `after_answer`."""

    def serve(self, connection: Any, request: Request) -> None:
        """Have the request answered, whose body is there; then `after_answer`, or `let_go`."""

    def pump(self, connection: Any) -> None:
        """Have `pump` called where waiting for the disk hurts nobody; then `after_pump`."""

    def refuse(self, connection: Any, error: Exception) -> None:
        """Answer what is no request."""

    def forget(self, connection: Any) -> None:
        """The connection is closed."""
