"""The whole network as a browser under test sees it: every address leads here, and every request is remembered."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

PAGES = "http://pages.example"
"""where the pages of a test are"""
RAN = "http://ran.example"
"""what scripts of a test ask for, to tell that they ran"""

# What Chromium asks for of its own accord; no page under test names these hosts.
_ITS_OWN = (".google.com", ".googleapis.com", ".gvt1.com")


@dataclass(frozen=True, slots=True)
class Page:
    """What is served at an address."""

    body: bytes
    media_type: str = "text/html; charset=utf-8"
    policy: str = "object-src *"
    """the Content-Security-Policy; by default one that forbids nothing"""


class Network:
    """A proxy for all hosts: it serves the pages of the test, refuses everything else, and remembers all."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self._requests: list[str] = []
        network = self

        class Handler(_Handler):
            known = network

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._server.server_port}"

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def serve(self, pages: Mapping[str, Page]) -> None:
        """Serve these pages, and forget what was asked for before."""
        self.pages = {f"{PAGES}{path}": page for path, page in pages.items()}
        self._requests.clear()

    def remember(self, address: str) -> Page | None:
        self._requests.append(address)
        return self.pages.get(address)

    def unexpected(self) -> list[str]:
        """What was asked for besides the pages: addresses, or `host:port` where the rest was to be encrypted."""
        return sorted({each for each in self._requests if each not in self.pages and not _is_its_own(each)})

    def ran(self) -> set[str]:
        """What scripts have told: the path of each address at `RAN`, without the slash."""
        return {urlsplit(each).path.lstrip("/") for each in self._requests if each.startswith(f"{RAN}/")}


class _Handler(BaseHTTPRequestHandler):
    known: Network

    def answer(self) -> None:
        page = self.known.remember(self.path)
        body = page.body if page else b""
        self.send_response(200 if page else 403)
        self.send_header("Content-Type", page.media_type if page else "text/plain")
        self.send_header("Content-Security-Policy", page.policy if page else "object-src *")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_HEAD = do_PUT = do_OPTIONS = do_CONNECT = answer

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


def _is_its_own(address: str) -> bool:
    host = urlsplit(address if "://" in address else f"//{address}").hostname or ""
    return host.endswith(_ITS_OWN) or address == f"{PAGES}/favicon.ico"
