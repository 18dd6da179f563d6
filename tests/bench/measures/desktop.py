"""The desktop client: a first sync of the whole sample, a round with nothing to do, and how long changes take to the
other side while it watches."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from notesvc import config, database
from notesvc.clients.desktop.cli import watching
from notesvc.clients.desktop.cli.output import Output
from notesvc.clients.desktop.cli.profile import Profile, Settings
from notesvc.clients.desktop.cli.session import Session
from notesvc.clients.desktop.sync import marking
from notesvc.clients.desktop.sync.desk import Options
from notesvc.clients.desktop.sync.disk import Disk
from notesvc.domain import sync_tokens
from notesvc.domain.accounts import device_codes, users
from notesvc.models import User
from tests.bench.ground import Ground
from tests.bench.load import Client
from tests.bench.pair import Side
from tests.bench.table import Row
from tests.bench.workspace import Workspace
from tests.service import wait_until

MOST_FIRST, MOST_QUIET, MOST_LATENCY = 60.0, 1.0, 3.0
_NAME = "Written while it watches"


def measure(ground: Ground) -> list[Row]:
    """Rows for a first sync, a quiet round, and changes either way."""
    side = ground.fresh_service("desktop")
    session = _session(ground.place("desktop-client"), side.process.url, _device_key(side.workspace.folder))
    first = _seconds(lambda: session.rounds(Options()))
    # The first look after a sync reads what was written just now; those that follow need not.
    time.sleep(3)
    session.rounds(Options())
    quiet = min(_seconds(lambda: session.rounds(Options())) for _ in range(5))
    up, down = _latencies(session, side)
    count = len(side.workspace.drafts)
    return [
        Row(f"desktop: first sync of {count:,} notes", f"{first:.1f} s", "–", None, "≤ 60 s", first <= MOST_FIRST),
        Row("desktop: a round with nothing to do", f"{quiet:.2f} s", "–", None, "< 1 s", quiet < MOST_QUIET),
        Row("desktop: a new file until it is a note", f"{up:.2f} s", "–", None, "< 3 s", up < MOST_LATENCY),
        Row("desktop: a changed note until its file says so", f"{down:.2f} s", "–", None, "< 3 s", down < MOST_LATENCY),
    ]


def _latencies(session: Session, side: Side) -> tuple[float, float]:
    """Seconds from a file to its note, and from a change of the note to the file."""
    output = Output(is_json=True)
    secret, settings, profile = session.secret, session.settings, session.profile
    session.close()

    def watch() -> None:
        watching.watch(Session(profile, settings, secret, is_quiet=True), Options(), output)

    threading.Thread(target=watch, daemon=True).start()
    # Until both ears are open.
    time.sleep(5)
    path = Path(settings.folder, f"{_NAME}.md")
    with Client(side.address) as client:
        path.write_text("from here\n")
        began = time.perf_counter()
        note = wait_until(lambda: _note(client, side.workspace), "the file did not become a note")
        up = time.perf_counter() - began
        time.sleep(3)
        body = orjson.dumps({"content": "from there\n"})
        client.ask(side.workspace.request("PATCH", f"/api/workspace/notes/{note}", body))
        began = time.perf_counter()
        wait_until(lambda: path.read_text() == "from there\n", "the change did not come")
        return up, time.perf_counter() - began


def _note(client: Client, workspace: Workspace) -> str | None:
    answer = client.ask_json(workspace.request("GET", "/api/workspace/notes?limit=20"))
    found = [each["id"] for each in answer["notes"] if each["name"] == _NAME]
    return str(found[0]) if found else None


def _session(home: Path, url: str, secret: str) -> Session:
    folder = home / "notes"
    folder.mkdir(parents=True)
    session = Session(Profile(home, home), Settings(url, str(folder), "bench"), secret, is_quiet=True)
    disk = Disk(str(folder))
    marking.mark(disk, session.state)
    disk.close()
    return session


def _device_key(folder: Path) -> str:
    database.open_database(config.load({"NOTESVC_INSTANCE": str(folder)}))
    try:
        with database.connection():
            owner = users.caller_of(User.get(User.email == "bench0@example.org"))
            scopes = " ".join(device_codes.CLIENTS["notes-desktop"].scopes)
            sync_tokens.revoke_all(owner)
            return sync_tokens.create_for_program(owner, "bench", scopes, "device")[1]
    finally:
        database.disconnect()


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
