"""One person's hostile texts, and how long another person's writes wait meanwhile.

`python -m tests.process.others_writing` plays all cases at full size and prints what it saw; the suite plays them at a
size that fits (test_others_writing.py).
"""

import argparse
import io
import tempfile
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from tests.process import processes, wire
from tests.process.member import Member, register
from tests.service import Service

FULL_SIZE = 1_900_000
_BETWEEN_SECONDS = 0.05
_IMPORT_SECONDS = 300


@dataclass
class Seen:
    """What a case did to others: their writes that were refused, the longest wait in seconds, and memory in bytes by
    which the service's process that grew most grew."""

    writes: int = 0
    refused: list[int] = field(default_factory=list)
    longest: float = 0.0
    grown: int = 0
    took: float = 0.0


def people_text(size: int) -> str:
    """A text full of what may begin with a name."""
    return "".join(f"$é{number} " for number in range(size // 11))


def tangle(size: int) -> str:
    """A text that takes long to be read as markdown."""
    return "[[](" * (size // 4)


def patch_people(member: Member, size: int) -> None:
    made = member.note("people")
    body = orjson.dumps({"content": people_text(size)})
    _expect(200, member.ask("PATCH", f"/api/workspace/notes/{made['id']}", body).status)


def capture(member: Member, size: int) -> None:
    _, key = member.key()
    body = orjson.dumps({"markdown": people_text(size)})
    _expect(201, member.ask("POST", "/api/sync/capture", body, key).status)


def bring_in(member: Member, size: int) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number in range(3):
            archive.writestr(f"{number}.md", people_text(size - number))
    job = member.upload("/api/data/import", "notes.zip", file.getvalue()).json()
    until = time.monotonic() + _IMPORT_SECONDS
    while (state := member.get(f"/api/data/imports/{job['id']}")["state"]) in ("queued", "running"):
        assert time.monotonic() < until
        time.sleep(_BETWEEN_SECONDS)
    assert state == "done", state


def write_document(member: Member, size: int) -> None:
    made = member.note("raw", tangle(size), mode="raw")
    document = [{"type": "paragraph", "content": "short"}]
    _expect(200, member.ask("PATCH", f"/api/workspace/notes/{made['id']}", {"richContent": document}).status)


def write_table(member: Member, size: int) -> None:
    made = member.note("table")
    cell = {"type": "tableCell", "props": {"colspan": 1_000}}
    rows = [{"cells": [cell] * 30}, *({"cells": []} for _ in range(1_000))]
    table = [{"type": "table", "content": {"type": "tableContent", "rows": rows}}]
    _expect(422, member.ask("PATCH", f"/api/workspace/notes/{made['id']}", {"richContent": table}).status)


def read(member: Member, size: int) -> None:
    made = member.note("tangle", tangle(min(size, 262_000)))
    assert member.get(f"/api/workspace/notes/{made['id']}")["richContent"][0]["type"] == "rawMarkdown"


CASES: tuple[Callable[[Member, int], None], ...] = (
    patch_people,
    capture,
    bring_in,
    write_document,
    write_table,
    read,
)


def play(service: Service, case: Callable[[Member, int], None], members: tuple[Member, Member], size: int) -> Seen:
    """What the second member sees while the first one does it."""
    seen = Seen()
    with _writing(members[1], seen), _weighed(service, seen):
        began = time.monotonic()
        case(members[0], size)
        seen.took = time.monotonic() - began
    return seen


def cast(service: Service) -> tuple[Member, Member]:
    """Who writes to harm, with people whose names their texts begin with, and somebody else."""
    first, second = register(service), register(service, "other@example.org")
    for number in range(5):
        first.make("/api/workspace/people", name=f"é{number} é", aliases=["é" * number] if number else [])
    return first, second


@contextmanager
def _writing(member: Member, seen: Seen) -> Iterator[None]:
    """Somebody writes all the while."""
    over = threading.Event()

    def write() -> None:
        while not over.wait(_BETWEEN_SECONDS):
            began = time.monotonic()
            status = member.ask("POST", "/api/workspace/notes", {"name": "mine", "content": "some words"}).status
            seen.longest = max(seen.longest, time.monotonic() - began)
            seen.writes += 1
            if status != 201:
                seen.refused.append(status)

    with _beside(write, over):
        yield


@contextmanager
def _weighed(service: Service, seen: Seen) -> Iterator[None]:
    """By how much the processes of the service grow; one that is new is compared with the smallest of the others."""
    over = threading.Event()
    before = _memory(service)
    least = min(before.values())

    def weigh() -> None:
        while not over.wait(_BETWEEN_SECONDS):
            for pid, size in _memory(service).items():
                seen.grown = max(seen.grown, size - before.get(pid, least))

    with _beside(weigh, over):
        yield


@contextmanager
def _beside(work: Callable[[], None], over: threading.Event) -> Iterator[None]:
    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _memory(service: Service) -> dict[int, int]:
    """What each process of the service takes, in bytes."""
    assert service.process is not None
    found: dict[int, int] = {}
    for pid in processes.descendants(service.process.pid):
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except OSError:
            continue
        found[pid] = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS:")), 0)
    return found


def _expect(wanted: int, status: int) -> None:
    assert status == wanted, status


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=int, default=FULL_SIZE, help="characters of each hostile text")
    size = parser.parse_args().size
    # Who writes to harm may wait.
    wire._WAIT_SECONDS = _IMPORT_SECONDS
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "instance"
        instance.mkdir(mode=0o700)
        service = Service(instance, {"NOTESVC_REGISTRATION": "open"}).start()
        try:
            members = cast(service)
            for case in CASES:
                seen: Any = play(service, case, members, size)
                print(
                    f"{case.__name__:15} took {seen.took:6.1f} s, {seen.writes:4} writes of another, "
                    f"{len(seen.refused)} refused, longest wait {seen.longest:5.2f} s, grown {seen.grown >> 20} MB",
                    flush=True,
                )
        finally:
            service.end()


if __name__ == "__main__":
    main()
