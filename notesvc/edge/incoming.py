"""What a client has sent: the head of a request by gunicorn's own parser once all of it is there, then its body."""

from typing import Any

from gunicorn.asgi.parser import ParseError, PythonProtocol
from gunicorn.http.body import LengthReader
from gunicorn.http.errors import InvalidChunkSize, LimitRequestHeaders, NoMoreData
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader

from notesvc import errors, limits
from notesvc.edge.spool import Spool

_END = b"\r\n\r\n"
# What chunks may take besides what they hold: one of a byte takes five more.
_CHUNK_OVERHEAD = 16


class Incoming:
    """The bytes of one connection that no request has used up yet."""

    def __init__(self, config: Any, client: Any) -> None:
        self._config = config
        self._client = client
        self._bytes = bytearray()
        self._seen = 0

    def __len__(self) -> int:
        return len(self._bytes)

    def add(self, piece: bytes) -> None:
        self._bytes += piece

    def take_all(self) -> bytes:
        """Everything that is there: the beginning of a body."""
        taken = bytes(self._bytes)
        self._keep(b"")
        return taken

    def head_of(self, beginning: bytes) -> bytes | None:
        """All of the next head, which stays; None while it is not whole, and for one that does not begin so."""
        if not self._bytes.startswith(beginning):
            return None
        end = self._bytes.find(_END, 0, limits.HEAD_BYTES)
        return None if end < 0 else bytes(self._bytes[: end + len(_END)])

    def drop(self, head: bytes) -> None:
        """Forget what `head_of` has given."""
        del self._bytes[: len(head)]
        self._seen = 0

    def next_head(self) -> Request | None:
        """The head of the next request, None while it is not whole.

        Raises what gunicorn refuses it with, as soon as that is certain.
        """
        end = self._bytes.find(_END, max(self._seen - len(_END), 0))
        self._seen = len(self._bytes)
        is_too_long = max(end, self._seen if end < 0 else 0) > limits.HEAD_BYTES
        if end < 0 and not is_too_long and self._bytes.count(b"\n") == self._bytes.count(b"\r\n"):
            return None
        unreader = IterUnreader([bytes(self._bytes)])
        try:
            request = Request(self._config, unreader, self._client)
        except (NoMoreData, StopIteration) as error:
            raise LimitRequestHeaders("the head does not end") from error
        if is_too_long:
            raise LimitRequestHeaders("the head is too long")
        self._keep(unreader.take_buffered())
        return request

    def _keep(self, rest: bytes) -> None:
        self._bytes = bytearray(rest)
        self._seen = 0


def length_of(request: Request) -> int | None:
    """How long the body is; None where chunks will tell."""
    reader = request.body.reader
    return reader.length if isinstance(reader, LengthReader) else None


class Body:
    """The body of a request as it comes in. `feed` takes pieces until it `is_whole`."""

    def __init__(self, spool: Spool, length: int | None, most: int) -> None:
        self.spool = spool
        self._length = length
        self._most = most
        self._chunks: PythonProtocol | None = None
        self._taken = 0
        self.is_whole = False
        if length is None:
            self._chunks = PythonProtocol(on_body=self._keep)
            # gunicorn's decoder of chunks is a part of its parser of requests.
            self._chunks.feed(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")

    def is_kept_in_memory(self) -> bool:
        """Whether all of it will be: then nobody waits for the disk."""
        return self._length is not None and self.spool.is_kept_in_memory(self._length)

    def feed(self, piece: bytes) -> bytes:
        """Take what belongs to the body and give back the rest.

        Raises TooLarge, Busy when there is no room for it, and ParseException for chunks that are none.
        """
        if self._chunks is None:
            return self._feed_length(piece)
        self._taken += len(piece)
        try:
            self._chunks.feed(piece)
        except ParseError as error:
            raise InvalidChunkSize(b"") from error
        if self._taken > _CHUNK_OVERHEAD * self.spool.size + limits.HEAD_BYTES:
            raise InvalidChunkSize(b"")
        self.is_whole = self._chunks.is_complete
        return self._chunks.remaining() if self.is_whole else b""

    def _feed_length(self, piece: bytes) -> bytes:
        assert self._length is not None
        missing = self._length - self.spool.size
        self.spool.write(piece[:missing])
        self.is_whole = self.spool.size == self._length
        return piece[missing:]

    def _keep(self, piece: bytes) -> None:
        if self.spool.size + len(piece) > self._most:
            raise too_large(self._most)
        self.spool.write(piece)


def too_large(most: int) -> errors.TooLarge:
    """The refusal of a body that is larger than its route takes."""
    return errors.TooLarge(f"The body is larger than {most} bytes.")


class RefusedBody:
    """The body of a request whose body is not taken: whoever reads it is told why."""

    def __init__(self, reason: BaseException) -> None:
        self._reason = reason

    def read(self, _: int = -1) -> bytes:
        raise self._reason

    readline = readlines = __iter__ = read  # type: ignore[assignment]
