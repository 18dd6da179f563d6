"""R1: kill -9 under write load. Nothing acknowledged is lost, nothing is doubled, nothing is half.

`make kill-test` runs it at full size; the suite runs the same at a size that fits (test_kill.py).
"""

import argparse
import http.client
import json
import os
import random
import secrets
import signal
import sqlite3
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import peewee

from tests.service import Service

_PASSWORD = "correct horse battery"
_ACCOUNT = {"email": "ledger@example.org", "password": _PASSWORD, "name": "Ledger"}


@dataclass
class Ledger:
    """What the clients know: keys they sent, and the note that each acknowledged one made."""

    acknowledged: dict[str, str] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    kills: int = 0
    replays: int = 0


class Client:
    """One writer: sends a note under a key until it is acknowledged, and some acknowledged ones again."""

    def __init__(self, service: Service, cookie: str, ledger: Ledger, stop: threading.Event) -> None:
        self._service, self._cookie, self._ledger, self._stop = service, cookie, ledger, stop
        self._dice = random.Random(secrets.token_bytes(8))

    def run(self) -> None:
        while not self._stop.is_set():
            key = secrets.token_hex(12)
            note_id = self._until_acknowledged(key)
            if note_id is None:
                return
            self._ledger.acknowledged[key] = note_id
            if self._dice.random() < 0.2:
                self._replay(key, note_id)

    def _until_acknowledged(self, key: str) -> str | None:
        """Also after the end was called: what was begun is brought to its end, within reason."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            status, body = self._send(key)
            if status in (200, 201):
                return str(body["id"])
            if status not in (0, 429, 500, 502, 503):
                self._ledger.wrong.append(f"{status} for {key}: {body}")
                return None
        self._ledger.wrong.append(f"no answer for {key}")
        return None

    def _replay(self, key: str, note_id: str) -> None:
        status, body = self._send(key)
        self._ledger.replays += 1
        if (status == 200 and body["id"] != note_id) or status == 201:
            self._ledger.wrong.append(f"the replay of {key} answered {status} with {body['id']}, not {note_id}")

    def _send(self, key: str) -> tuple[int, Any]:
        text = {"name": f"note {key}", "content": f"#tag-{key} [[other {key}]] [[third {key}]]"}
        headers = {"Cookie": f"notesvc={self._cookie}", "Idempotency-Key": key, "Content-Type": "application/json"}
        return send(self._service, "POST", "/api/workspace/notes", text, headers)


def send(service: Service, method: str, path: str, body: Any, headers: dict[str, str]) -> tuple[int, Any]:
    """Status and body; (0, None) for an answer that did not come or came in part."""
    parts = urlsplit(service.url)
    connection = http.client.HTTPConnection(str(parts.hostname), int(parts.port or 80), timeout=15)
    try:
        connection.request(method, path, json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    except (OSError, http.client.HTTPException, ValueError):
        return 0, None
    finally:
        connection.close()


def run(service: Service, kills: int, clients: int) -> Ledger:
    """Write with so many clients while so many processes are killed; answers what the clients know."""
    ledger, stop = Ledger(), threading.Event()
    cookie = _signed_in(service)
    writers = [threading.Thread(target=Client(service, cookie, ledger, stop).run) for _ in range(clients)]
    for writer in writers:
        writer.start()
    dice = random.Random()
    while ledger.kills < kills:
        time.sleep(dice.uniform(0.2, 0.6))
        _kill_something(service, dice)
        ledger.kills += 1
    service.answering()
    stop.set()
    for writer in writers:
        writer.join(90)
    return ledger


def reconcile(database: Path, ledger: Ledger) -> list[str]:
    """What the database and the ledger disagree on; empty when every promise held."""
    connection = peewee.sqlite3.connect(database)
    try:
        found = [f"integrity: {row[0]}" for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        found += [f"foreign key: {row}" for row in connection.execute("PRAGMA foreign_key_check")]
        keys = dict(connection.execute("SELECT key, resource_id FROM idempotency_keys").fetchall())
        names = [row[0] for row in connection.execute("SELECT name FROM notes WHERE name LIKE 'note %'")]
        found += _against(ledger, keys, names)
        found += _halves(connection)
    finally:
        connection.close()
    return found + ledger.wrong


def _against(ledger: Ledger, keys: dict[str, str], names: list[str]) -> list[str]:
    lost = [key for key, note_id in ledger.acknowledged.items() if keys.get(key) != note_id]
    doubled = len(names) - len(set(names))
    without = {name.removeprefix("note ") for name in names} ^ keys.keys()
    return [
        *(f"acknowledged and lost: {key}" for key in lost),
        *([f"{doubled} notes doubled"] if doubled else []),
        *(f"a note or its key is missing: {key}" for key in without),
    ]


def _halves(connection: sqlite3.Connection) -> list[str]:
    """Notes whose rows are not all there: body, version, the three links and the words."""
    rows = connection.execute(
        "SELECT n.name, (SELECT count(*) FROM note_bodies b WHERE b.note_id = n.id), "
        "(SELECT count(*) FROM note_versions v WHERE v.note_id = n.id), "
        "(SELECT count(*) FROM note_links l WHERE l.source_note_id = n.id), "
        "(SELECT count(*) FROM note_search s WHERE s.rowid = n.number) "
        "FROM notes n WHERE n.name LIKE 'note %'"
    )
    return [f"half written: {row}" for row in rows if tuple(row[1:]) != (1, 1, 3, 1)]


def _signed_in(service: Service) -> str:
    parts = urlsplit(service.url)
    connection = http.client.HTTPConnection(str(parts.hostname), int(parts.port or 80), timeout=15)
    try:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/api/auth/register", json.dumps(_ACCOUNT), headers)
        answer = connection.getresponse()
        answer.read()
        return str(answer.headers["Set-Cookie"]).split("=", 1)[1].split(";")[0]
    finally:
        connection.close()


def _kill_something(service: Service, dice: random.Random) -> None:
    """A worker, gunicorn's master, or the whole service, which then starts again."""
    children = [pid for pid in _descendants(service.pid) if pid != service.pid]
    if not children or dice.random() < 0.2:
        service.kill()
        service.settings["NOTESVC_PORT"] = str(urlsplit(service.url).port)
        service.start()
        return
    try:
        os.kill(dice.choice(children), signal.SIGKILL)
    except ProcessLookupError:
        return


def _descendants(pid: int) -> list[int]:
    found = [pid]
    for parent in found:
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        except OSError:
            continue
        found += [int(child) for child in children.split()]
    return found


def main() -> None:
    """`python -m tests.process.kill_test --kills 100`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--clients", type=int, default=32)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        instance = Path(folder) / "instance"
        instance.mkdir(mode=0o700)
        service = Service(instance, {"NOTESVC_WORKERS": "4"}).start()
        try:
            ledger = run(service, chosen.kills, chosen.clients)
        finally:
            service.end()
        wrong = reconcile(instance / "notesvc.sqlite", ledger)
    print(f"kills {ledger.kills}, acknowledged {len(ledger.acknowledged)}, replays {ledger.replays}")
    print("\n".join(wrong[:20]) or "nothing lost, nothing doubled, nothing half")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
