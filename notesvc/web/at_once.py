"""What an application answers in the event loop itself, before any thread has to do with a request."""

from collections.abc import Callable
from typing import Any, NamedTuple

Environ = dict[str, Any]
"""Of what WSGI calls the environment of a request: its headers, `PATH_INFO` and `REQUEST_METHOD`."""


class Answer(NamedTuple):
    """A whole answer. Its headers say how long it is, but for a 304."""

    status: str
    headers: dict[str, str]
    body: bytes


class AtOnce(NamedTuple):
    """What an application leaves in `extensions["at_once"]`: how the paths begin that it may answer, and how.

    `answer` waits for nothing; None is for what a thread is to do.
    """

    prefix: str
    answer: Callable[[Environ], Answer | None]
