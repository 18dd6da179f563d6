"""The service's public pages without their sandbox: Lighthouse asks pages by scripts of its own, which cannot run in
there, and looks for /robots.txt as the page would."""

import http.client
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_SANDBOX = re.compile(r"; sandbox [a-z -]+\Z")
_OF_THE_CONNECTION = {"connection", "date", "server", "transfer-encoding"}


@contextmanager
def served(address: tuple[str, int]) -> Iterator[str]:
    """Where the same answers are to be had, byte for byte, but for what their policy says of it."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            connection = http.client.HTTPConnection(*address)
            connection.request("GET", self.path, headers={"Accept-Encoding": "gzip"})
            reply = connection.getresponse()
            body = reply.read()
            self.send_response(reply.status)
            for name, value in reply.getheaders():
                if name.lower() not in _OF_THE_CONNECTION:
                    self.send_header(name, _SANDBOX.sub("; connect-src 'self'", value))
            if reply.getheader("Content-Length") is None:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
            connection.close()

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
