"""What the library of shared documents does when it fails: its panics are no Exception, and leave nothing to trust."""

import contextlib
from collections.abc import Iterator

_PANIC = "PanicException"


class BrokenDocumentError(Exception):
    """The library failed within a document, which is not to be used any more."""


def is_panic(error: BaseException) -> bool:
    """Whether the library says that it found itself broken."""
    return type(error).__name__ == _PANIC


@contextlib.contextmanager
def sound() -> Iterator[None]:
    """Raises BrokenDocumentError for whatever the library raises here, where it has no reason to."""
    try:
        yield
    except (ValueError, RuntimeError) as error:
        raise BrokenDocumentError(str(error)[:200]) from error
    except BaseException as error:
        if is_panic(error):
            raise BrokenDocumentError(str(error)[:200]) from error
        raise
