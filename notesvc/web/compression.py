"""gzip for JSON and text over 1 KiB, also while streaming."""

import gzip
import zlib
from collections.abc import Iterable, Iterator

from flask import Flask, Response, request

_WORTH_IT = 1024
_LEVEL = 5
_TYPES = ("application/json", "application/problem+json", "text/html", "text/plain", "application/javascript")


def register(app: Flask) -> None:
    """Compress what the client takes and what shrinks."""

    @app.after_request
    def compress(response: Response) -> Response:
        if response.mimetype not in _TYPES or response.status_code in (204, 304):
            return response
        if "Content-Encoding" in response.headers or not _client_takes_gzip():
            return response
        if response.is_streamed and response.content_length is not None:
            # A file: its length and its ranges are told already.
            return response
        if response.is_streamed:
            response.response = _compress(response.response)
        elif (response.content_length or 0) < _WORTH_IT or response.direct_passthrough:
            return response
        else:
            response.set_data(gzip.compress(response.get_data(), _LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        return response


def _client_takes_gzip() -> bool:
    return request.accept_encodings["gzip"] > 0


def _compress(pieces: Iterable[str | bytes]) -> Iterator[bytes]:
    squeezer = zlib.compressobj(_LEVEL, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    try:
        for piece in pieces:
            if small := squeezer.compress(piece.encode() if isinstance(piece, str) else piece):
                yield small
        yield squeezer.flush()
    finally:
        if hasattr(pieces, "close"):
            pieces.close()
