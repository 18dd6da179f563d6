"""The time that is stored and the ids of rows. Ages of files and of rate windows are measured where they are kept."""

import secrets
import threading
import time
from datetime import UTC, datetime, timedelta

_BEGINNING = datetime(1970, 1, 1)
_LENT = 1000 << 12
"""How far the stamps of ids may be ahead of the clock, a second: further ahead, the clock was put back."""
_stamping = threading.Lock()
_last_stamp = 0


def timestamp_ms() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


def now() -> str:
    """The time as the interface writes it: `2026-11-21T10:00:00.000Z`. Such texts sort as the times do."""
    return text_of(timestamp_ms())


def text_of(milliseconds: int) -> str:
    """The interface's form of a moment given in milliseconds since 1970. Raises OverflowError beyond the year 9999."""
    # Not by strftime, which writes the year 1 as "1": such a text neither sorts nor reads as a moment.
    return (_BEGINNING + timedelta(milliseconds=milliseconds)).isoformat(timespec="milliseconds") + "Z"


def from_now(seconds: float) -> str:
    """The moment so many seconds from now (before now when negative)."""
    return text_of(timestamp_ms() + int(seconds * 1000))


def later(stamp: str, seconds: float) -> str:
    """The moment so many seconds after `stamp`."""
    return text_of(milliseconds_of(stamp) + int(seconds * 1000))


def milliseconds_of(stamp: str) -> int:
    """Milliseconds since 1970 of a stored moment. Raises ValueError for text that is none."""
    year, _, rest = stamp.partition("-")
    return _milliseconds(parse(f"{year:0>4}-{rest}"))


def parse(stamp: str) -> datetime:
    """A moment from RFC 3339 text. Raises ValueError for text that is none or has no offset."""
    moment = datetime.fromisoformat(stamp)
    if moment.tzinfo is None:
        raise ValueError("a timestamp needs an offset, such as Z")
    return moment.astimezone(UTC)


def written(moment: datetime) -> str:
    """The interface's form of a datetime that knows its zone."""
    return text_of(_milliseconds(moment.astimezone(UTC)))


def _milliseconds(moment: datetime) -> int:
    return (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


def new_id() -> str:
    """A UUIDv7 (RFC 9562, 6.2, method 1) as lower-case text of 36 characters: 48 bits of milliseconds, a counter of 12,
    62 random ones. In one process later ids sort behind earlier ones, unless the clock is put back."""
    stamp = _next_stamp()
    number = stamp >> 12 << 80 | 0x7 << 76 | (stamp & 0xFFF) << 64 | 0x2 << 62 | secrets.randbits(62)
    text = f"{number:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def _next_stamp() -> int:
    """The time and a counter behind it. A moment that makes more ids than it counts takes the numbers of the next."""
    global _last_stamp
    with _stamping:
        fresh = timestamp_ms() << 12
        is_ahead = fresh <= _last_stamp < fresh + _LENT
        _last_stamp = _last_stamp + 1 if is_ahead else fresh
        return _last_stamp
