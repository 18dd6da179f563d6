"""On a full disk people read, search, export, sign in and delete; what grows waits, and is told why."""

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.process.disk import MIB, Disk, mounted
from tests.process.member import JSON, PASSWORD, Member, register
from tests.process.wire import Reply, Wire
from tests.service import Service, wait_until

FULL = "The disk of the server is full."
BALLAST = 12 * MIB
NOTES = "/api/workspace/notes"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with mounted(tmp_path / "disk", 48) as made:
        yield made


@pytest.fixture
def instance(disk: Disk) -> Path:
    """An instance folder on the small disk."""
    folder = disk.path / "instance"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def running(start: Callable[..., Service], kind: str, request: pytest.FixtureRequest) -> Service:
    chosen = {"NOTESVC_MAX_BALLAST": str(BALLAST), "NOTESVC_WORKERS": "1"}
    if kind == "postgres":
        chosen["NOTESVC_DATABASE_URL"] = str(request.getfixturevalue("postgres_url"))
    service = start(**chosen)
    wait_until(lambda: size(service.instance / "ballast") == BALLAST, "no space was held back")
    return service


def size(path: Path) -> int:
    return path.stat().st_size if path.exists() else -1


def sign_in(service: Service) -> Reply:
    with Wire(service.url) as wire:
        body = json.dumps({"email": "owner@example.org", "password": PASSWORD}).encode()
        return wire.ask("POST", "/api/auth/login", JSON, body)


def is_refused(reply: Reply) -> bool:
    assert reply.status == 503, reply
    assert (reply.json()["code"], reply.json()["detail"]) == ("busy", FULL)
    return int(reply.headers["Retry-After"]) > 0


def test_a_full_disk_lets_people_read_sign_in_and_delete(running: Service, disk: Disk, kind: str) -> None:
    owner = register(running)
    note, other = owner.note("First", "some words"), owner.note("Second", "more words")
    _, key = owner.key()
    file = owner.upload("/api/workspace/attachments", "a.bin", random.Random(1).randbytes(MIB)).json()
    disk.fill()

    assert owner.get(f"{NOTES}/{note['id']}")["content"] == "some words"
    assert owner.get("/api/workspace/search?q=words")["total"] >= 2
    for path in ("verify", "folders", "export", "activity"):
        assert owner.ask("GET", f"/api/sync/{path}", headers=key).status == 200, path
    assert owner.ask("GET", "/api/data/export").status == 200
    assert owner.ask("GET", file["url"]).status == 200
    assert is_refused(owner.upload("/api/workspace/attachments", "b.bin", random.Random(2).randbytes(MIB)))
    assert is_refused(owner.upload("/api/data/import", "c.md", b"text" * MIB))
    assert is_refused(owner.ask("GET", "/readyz"))
    figures = owner.ask("GET", "/metrics").body.decode().splitlines()
    assert 'notesvc_trouble{part="disk",cause="disk_full"} 1' in [each for each in figures if "trouble{" in each]
    if kind == "sqlite":
        assert is_refused(owner.ask("POST", NOTES, {"name": "x", "content": "words " * 100_000}))

    again = sign_in(running)
    assert again.status == 200, again
    assert owner.ask("DELETE", f"{NOTES}/{other['id']}").status == 204
    assert owner.ask("DELETE", f"/api/workspace/trash/{other['id']}").status == 204
    if kind == "sqlite":
        # What was held back is for those who free space.
        assert size(running.instance / "ballast") == 0
        assert is_refused(owner.ask("POST", NOTES, {"name": "x", "content": "y"}))
        assert is_refused(owner.upload("/api/workspace/attachments", "b.bin", b"few"))
        assert is_refused(owner.ask("GET", "/readyz"))

    disk.empty()
    assert owner.note("After", "words " * 100_000)["name"] == "After"
    assert owner.ask("GET", "/readyz").json() == {"status": "ready"}


@pytest.mark.parametrize("kind", ["sqlite"])  # the database of the other kind is not on this disk
def test_a_service_that_was_stopped_on_a_full_disk_starts(running: Service, disk: Disk) -> None:
    owner = register(running)
    note = owner.note("First", "some words")
    assert running.stop() == 0
    disk.fill()
    running.start()
    owner = Member(running.url, owner.cookie)
    assert owner.get(f"{NOTES}/{note['id']}")["content"] == "some words"
    assert sign_in(running).status == 200
    assert owner.ask("DELETE", f"{NOTES}/{note['id']}").status == 204
