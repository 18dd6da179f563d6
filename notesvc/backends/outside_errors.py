"""What trouble of a connection is for a place for files, and for how long a server asks to be left alone."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime

from notesvc import clock
from notesvc.backends.causes import BackendError
from notesvc.outside.exchange import OutsideError

NOT_SEALED = "An address outside the allowed networks must begin with https, because the secret is sent to it."

_LONGEST_WAIT = 24 * 3600


@contextmanager
def in_our_words() -> Iterator[None]:
    """Raises BackendError in the place of OutsideError."""
    try:
        yield
    except OutsideError as error:
        if error.cause == "not_sealed":
            raise BackendError("not_allowed", NOT_SEALED) from error
        raise BackendError(error.cause) from error


def wait_of(headers: Mapping[str, str]) -> int | None:
    """The seconds of Retry-After, None where there is none."""
    text = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}", text):
        return min(max(1, int(text)), _LONGEST_WAIT)
    try:
        seconds = parsedate_to_datetime(text).timestamp() - clock.timestamp_ms() / 1000
    except (ValueError, TypeError):
        return None
    return min(max(1, round(seconds)), _LONGEST_WAIT)
