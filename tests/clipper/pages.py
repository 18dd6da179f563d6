"""Pages to clip, served as the web serves them."""

import struct
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("pages")
_POLICIES = {
    "/forbidding.html": "default-src 'none'; sandbox",
}
_TYPES = {".html": "text/html; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png"}


def png(number: int, side: int = 64) -> bytes:
    """A picture that is like no other number's."""
    rows = b"".join(b"\0" + bytes((number * 37 + x * y) % 256 for x in range(side)) for y in range(side))
    head = struct.pack(">2I5B", side, side, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    chunks = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + chunks


def jpeg_size(content: bytes) -> tuple[int, int]:
    """The width and height of a JPEG."""
    place = 2
    while content[place + 1] not in (0xC0, 0xC2):
        place += 2 + int.from_bytes(content[place + 2 : place + 4])
    height, width = struct.unpack(">2H", content[place + 5 : place + 9])
    return width, height


class Site:
    """A site with the pages of the folder, and with pictures under any name `/pictures/<number>.png`.

    `further` holds what a test adds: a path and its bytes."""

    def __init__(self) -> None:
        self.further: dict[str, tuple[str, bytes]] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                found = site.find(path)
                self.send_response(200 if found else 404)
                self.send_header("Content-Type", found[0] if found else "text/plain")
                if path in _POLICIES:
                    self.send_header("Content-Security-Policy", _POLICIES[path])
                self.send_header("Content-Length", str(len(found[1]) if found else 0))
                self.end_headers()
                if found:
                    self.wfile.write(found[1])

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def find(self, path: str) -> tuple[str, bytes] | None:
        """The type and the bytes of what lies there."""
        if path in self.further:
            return self.further[path]
        if path.startswith("/pictures/"):
            return "image/png", png(int(Path(path).stem))
        file = FOLDER / path.removeprefix("/")
        return (_TYPES[file.suffix], file.read_bytes()) if file.suffix in _TYPES and file.is_file() else None

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
