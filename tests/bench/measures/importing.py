"""Importing 10,000 notes as a vault, while another client of the same account keeps saving."""

import io
import re
import secrets
import time
import zipfile
from collections.abc import Sequence
from typing import Any

from tests.bench import memory
from tests.bench.ground import Ground
from tests.bench.load import Background, Client, Request, UnexpectedAnswerError
from tests.bench.measures.writes import saving
from tests.bench.notes import Draft
from tests.bench.pair import Side
from tests.bench.table import Row, mebibytes, milliseconds, percentile

LEAST_PER_SECOND = 700
MOST_GROWTH = 128 * 2**20
MOST_WAIT_SECONDS = 1.0
_LONGEST_SECONDS = 300
_LOOK_EVERY = 0.1
_SAVE_EVERY = 0.05
_UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


def measure(ground: Ground) -> list[Row]:
    """Rows for the speed, for the memory of the jobs process and for the wait of the other client."""
    side = ground.fresh_service("import")
    other = Background(side.address, [saving(side.workspace, number) for number in range(200)], _SAVE_EVERY)
    with memory.Watch(side.pid_of("jobs")) as watch:
        seconds, count = _imported(side)
    waits = other.durations()
    side.process.stop()
    rate, slowest = count / seconds, max(waits)
    usual, tail = milliseconds(percentile(waits, 0.5)), milliseconds(percentile(waits, 0.95))
    return [
        Row(
            what=f"import of {count:,} notes",
            service=f"{rate:.0f} notes/s ({seconds:.1f} s)",
            target=f"≥ {LEAST_PER_SECOND} notes/s",
            is_met=rate >= LEAST_PER_SECOND,
        ),
        Row(
            what="import, growth of the jobs process",
            service=mebibytes(watch.growth),
            target="< 128 MB",
            is_met=watch.growth < MOST_GROWTH,
        ),
        Row(
            what=f"import, another client's slowest save of {len(waits):,}",
            service=f"{milliseconds(slowest)} ms (median {usual}, p95 {tail})",
            target="< 1 s",
            is_met=slowest < MOST_WAIT_SECONDS,
        ),
    ]


def vault(drafts: Sequence[Draft]) -> bytes:
    """The notes as a zip of markdown files in their folders."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        taken: set[str] = set()
        for number, draft in enumerate(drafts):
            path = f"{draft.folder}/{_UNSAFE.sub('_', draft.title).strip(' .')[:120]}"
            path = f"{path} {number}" if path.casefold() in taken else path
            taken.add(path.casefold())
            archive.writestr(f"{path}.md", draft.body)
    return held.getvalue()


def _imported(side: Side) -> tuple[float, int]:
    """The seconds from the upload's first byte until the import is done, and how many notes it made."""
    upload = _upload(side, vault(side.workspace.drafts))
    began = time.perf_counter()
    with Client(side.address) as client:
        job_id = client.ask_json(upload)["id"]
        look = side.workspace.request("GET", f"/api/data/imports/{job_id}")
        while (job := client.ask_json(look))["state"] in ("queued", "running"):
            if time.perf_counter() - began > _LONGEST_SECONDS:
                raise UnexpectedAnswerError(f"the import is not done after {_LONGEST_SECONDS} s: {job['done']} notes")
            time.sleep(_LOOK_EVERY)
    return time.perf_counter() - began, _made(job)


def _made(job: dict[str, Any]) -> int:
    if job["state"] != "done":
        raise UnexpectedAnswerError(f"the import ended as {job['state']}: {str(job['report'])[:300]}")
    return int(job["report"]["notes"])


def _upload(side: Side, archive: bytes) -> Request:
    boundary = secrets.token_hex(16)
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="vault.zip"\r\n'
        "Content-Type: application/zip\r\n\r\n"
    )
    headers = (
        ("Cookie", f"notesvc={side.workspace.cookie}"),
        ("Content-Type", f"multipart/form-data; boundary={boundary}"),
    )
    body = head.encode() + archive + f"\r\n--{boundary}--\r\n".encode()
    return Request("POST", "/api/data/import", body, headers, 202)
