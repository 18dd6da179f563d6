"""HEAD answers like GET without a body, OPTIONS asks for no key and costs nothing, on every route there is."""

import re
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from notesvc import limits
from tests.kept import Services
from tests.process.member import Member, register
from tests.process.wire import Reply, Wire
from tests.service import Service

CHANGING = {"date", "x-request-id", "transfer-encoding", "content-length", "connection"}
STREAM = "text/event-stream"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


@pytest.fixture
def service(services: Services) -> Service:
    return services.empty()


@pytest.fixture
def member(service: Service) -> Member:
    return register(service)


def addresses(member: Member) -> dict[str, dict[str, Any]]:
    """Every path of the served document, with ids of things that are there, and what it serves."""
    note = member.note("A note", "text #tag [[link]]")
    folder = member.make("/api/workspace/folders", name="A folder")
    person = member.make("/api/workspace/people", name="Grace Hopper")
    file = member.upload("/api/workspace/attachments", "a.png", PNG).json()
    known = {
        "note_id": note["id"],
        "folder_id": folder["id"],
        "person_id": person["id"],
        "attachment_id": file["id"],
        "version_id": member.get(f"/api/workspace/notes/{note['id']}/versions")["versions"][0]["id"],
        "name": "a.png",
        "tag": "tag",
        "date": "2026-11-21",
    }
    member.ask("PUT", "/api/workspace/journal/2026-11-21", {"content": "today"})
    nothing = str(uuid.UUID(int=0))
    return {
        re.sub(r"{(\w+)}", lambda found: str(known.get(found[1], nothing)), path): operations
        for path, operations in member.get("/api/openapi.json")["paths"].items()
    }


def credentials(operations: dict[str, Any], member: Member, key: dict[str, str]) -> dict[str, str]:
    """What the route's GET asks for."""
    schemes = {name for each in operations["get"].get("security", []) for name in each}
    return key if "key" in schemes else member.headers if "session" in schemes else {}


def told(reply: Reply) -> dict[str, str]:
    """The headers that must be the same however often one asks."""
    steady = {name.lower(): value for name, value in reply.headers.items() if name.lower() not in CHANGING}
    if "expires" in steady:
        steady["expires"] = "so long after the answer"
    steady["content-security-policy"] = re.sub(r"'nonce-[^']+'", "'nonce'", steady["content-security-policy"])
    return steady


def readable(member: Member) -> Iterator[tuple[str, dict[str, str]]]:
    _, key = member.key()
    for path, operations in addresses(member).items():
        if "get" in operations and STREAM not in str(operations["get"]["responses"]):
            yield path, credentials(operations, member, key)


def test_head_answers_like_get_without_a_body(service: Service, member: Member) -> None:
    seen: dict[str, int] = {}
    for path, headers in readable(member):
        with Wire(service.url) as wire:
            got, headed = wire.ask("GET", path, headers), wire.ask("HEAD", path, headers)
            assert (path, headed.status, told(headed)) == (path, got.status, told(got))
            if "Content-Length" in headed.headers and "Content-Length" in got.headers:
                assert int(headed.headers["Content-Length"]) == len(got.body), path
            # Had there been a body, it would be read as the start of this answer.
            assert wire.ask("GET", "/healthz").json() == {"status": "ok"}, path
        seen[path] = got.status
    assert len(seen) > 25
    assert {path for path, status in seen.items() if status >= 500} == set()
    assert list(seen.values()).count(200) > 20


def test_head_asks_for_the_same_credentials_as_get(service: Service, member: Member) -> None:
    for path, headers in readable(member):
        with Wire(service.url) as wire:
            got, headed = wire.ask("GET", path), wire.ask("HEAD", path)
            assert (path, headed.status) == (path, got.status)
            assert not headers or got.status in (401, 403), path


def test_options_asks_for_no_key_and_tells_what_is_allowed(service: Service, member: Member) -> None:
    with Wire(service.url) as wire:
        for path, operations in addresses(member).items():
            reply = wire.ask("OPTIONS", path)
            assert reply.status in (200, 204), path
            allowed = {name.strip().lower() for name in reply.headers["Allow"].split(",")}
            assert operations.keys() - {"parameters"} <= allowed, path


def test_a_preflight_costs_no_quota_and_names_no_caller(service: Service, member: Member) -> None:
    key_id, key = member.key()
    preflight = {
        "Origin": "https://page.example",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
    }
    paths = [path for path in addresses(member) if path.startswith("/api/sync/") and "tokens" not in path]
    assert len(paths) >= 5
    with Wire(service.url) as wire:
        for path in paths:
            for headers in (preflight, preflight | key, preflight | {"Authorization": "Bearer none"}):
                replies = [wire.ask("OPTIONS", path, headers) for _ in range(limits.VERIFIES_PER_MINUTE // 2)]
                assert {reply.status for reply in replies} <= {200, 204}, path
                assert {reply.headers["Access-Control-Allow-Origin"] for reply in replies} == {"*"}, path
        for path in ("/api/sync/verify", "/api/sync/export", "/api/sync/folders", "/api/sync/activity"):
            assert wire.ask("GET", path, key).status == 200, path
    used = [token for token in member.get("/api/sync/tokens")["tokens"] if token["id"] == key_id]
    assert used[0]["lastUsedAt"] is not None
