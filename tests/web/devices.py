"""What tests do as a device that keeps a mirror."""

import hashlib
import io
from typing import Any

from notesvc import limits
from tests.web.programs import Program


def sha256(text: str | bytes) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


def changes(device: Program, cursor: str | None = None, limit: int | None = None) -> dict[str, Any]:
    """All that changed since the cursor, its pages put together."""
    found: dict[str, Any] = {"notes": [], "folders": [], "attachments": [], "deleted": []}
    while True:
        asked = {name: value for name, value in (("cursor", cursor), ("limit", limit)) if value is not None}
        answer = device.client.get("/api/sync/changes", query_string=asked, headers=device.headers)
        assert answer.status_code == 200, answer.text
        page = answer.get_json()
        assert sum(len(page[name]) for name in found) <= (limit or limits.CHANGES_PAGE)
        for name in found:
            found[name] += page[name]
        cursor = page["cursor"]
        if not page["more"]:
            return {**found, "cursor": cursor, "epoch": page["epoch"]}


def made(device: Program, name: str = "A", content: str = "text", **more: Any) -> dict[str, Any]:
    answer = device.write("POST", "notes", {"name": name, "content": content, **more})
    assert answer.status_code == 201, answer.text
    return dict(answer.get_json())


def upload(device: Program, content: bytes = b"bytes", name: str = "a.png", **fields: str) -> Any:
    key = {"Idempotency-Key": fields.pop("key")} if "key" in fields else {}
    form = {"file": (io.BytesIO(content), name), **fields}
    return device.client.post("/api/sync/attachments", data=form, headers=device.headers | key)
