"""Programs that use the sync interface with a key."""

from typing import Any

import flask
from flask.testing import FlaskClient

CLIP = {"title": "Title", "markdown": "Some text #tagged", "url": "https://a.example/x"}


class Program:
    """A client without cookies that sends a key."""

    def __init__(self, app: flask.Flask, secret: str) -> None:
        self.client: FlaskClient = app.test_client()
        self.headers = {"Authorization": f"Bearer {secret}"}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(f"/api/sync/{path}", headers=self.headers | headers, buffered=True)

    def capture(self, clip: Any, **headers: str) -> Any:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post("/api/sync/capture", json=clip, headers=self.headers | named)

    def write(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """A write of a device; `If_Match` is sent as `If-Match`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.open(f"/api/sync/{path}", method=method, json=body, headers=self.headers | named)

    def send(self, body: bytes, media_type: str) -> Any:
        """A capture whose body is sent as it is."""
        return self.client.post("/api/sync/capture", data=body, content_type=media_type, headers=self.headers)
