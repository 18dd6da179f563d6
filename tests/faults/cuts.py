"""Power cuts: what was acknowledged is there whatever the disk had not yet written, and the service starts on it.

A service is recorded from its first start on while somebody writes; then the disk is left as it may be after a cut at
some moment, mostly right after an acknowledgement.
"""

import argparse
import contextlib
import copy
import hashlib
import random
import secrets
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from notesvc import sqlite
from tests.faults.disk import Disk
from tests.faults.ledger import Kept, Ledger
from tests.faults.running import Running
from tests.faults.shim import Operation, Shim, operations
from tests.faults.writer import Writer
from tests.faults.zygote import Zygote
from tests.process.member import register

_STARTS = 10
_ROWS = """
SELECT n.id, n.name, b.content, n.parent_id, n.deleted_at IS NOT NULL
FROM notes n JOIN note_bodies b ON b.note_id = n.id
"""


@dataclass(frozen=True, slots=True)
class Moment:
    """What was acknowledged when the log was so long."""

    number: int
    ledger: Ledger
    backups: dict[str, str]


@dataclass
class Recorded:
    """What one service did to its disk, and what it acknowledged when."""

    operations: list[Operation]
    moments: list[Moment]
    secret: bytes


@dataclass
class Outcome:
    """How many cuts were tried, and what was wrong after them."""

    cuts: Counter[str] = field(default_factory=Counter)
    checked: int = 0
    wrong: list[str] = field(default_factory=list)

    def line(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.cuts.items()))
        found = f"{self.checked} acknowledged things looked for; {len(self.wrong)} wrong"
        return f"{self.cuts.total()} power cuts ({kinds}), {found}"


def record(folder: Path, seed: int, acts: int) -> Recorded:
    """Run a service from its first start on, and somebody who writes; note all that it does to the disk."""
    base = folder / "below"
    (base / "instance").mkdir(parents=True, mode=0o700)
    shim = Shim(folder, base)
    with Zygote(shim.environment) as zygote:
        running = Running(zygote, base / "instance", {"NOTESVC_WORKERS": "1"})
        running.output = folder / "output"
        try:
            return _recorded(running, shim, seed, acts)
        finally:
            running.kill()


def _recorded(running: Running, shim: Shim, seed: int, acts: int) -> Recorded:
    shim.write_log()
    running.start()
    member = register(running)  # type: ignore[arg-type]
    writer = Writer(member, member.key()[1], seed, "w")
    moments = [Moment(shim.log.stat().st_size, Ledger(), {})]
    backups: dict[str, str] = {}
    for number in range(acts):
        writer.act()
        if number == acts // 2:
            target = running.instance.parent / "instance" / "backups" / "one"
            assert running.command("backup", str(target))[0] == 0
            backups = _files(target, running.instance)
        moments.append(Moment(shim.log.stat().st_size, copy.deepcopy(writer.ledger), dict(backups)))
    running.kill()
    shim.rest()
    return Recorded(list(operations(shim.log.read_bytes())), moments, (running.instance / "secret_key").read_bytes())


class Cutting:
    """Cuts the power of what was recorded, again and again."""

    def __init__(self, recorded: Recorded, folder: Path, zygote: Zygote, seed: int) -> None:
        self._recorded, self._folder = recorded, folder
        self._instance = folder / "left" / "instance"
        self._running = Running(zygote, self._instance, {"NOTESVC_WORKERS": "1"})
        self._running.output = folder / "output"
        self._dice = random.Random(seed)
        self.outcome = Outcome()

    def cut(self) -> None:
        """Leave the disk as it may be after a cut at some moment, and look at it."""
        self.cut_at(*self._chosen())

    def cut_at(self, moment: int, at: int) -> None:
        """The same after so many bytes of the log, when that moment was the last (-1: in the first start)."""
        is_journaled = self._dice.random() < 0.5
        disk = Disk(self._folder / "below", ["instance"])
        for operation in self._recorded.operations:
            if operation.number >= at:
                break
            disk.take(operation)
        shutil.rmtree(self._folder / "left", ignore_errors=True)
        disk.leave(self._folder / "left", self._dice, is_journaled)
        kind = "on a disk with a journal" if is_journaled else "on a disk without one"
        self.outcome.cuts[kind] += 1
        found = self._looked_at(moment)
        self.outcome.wrong += [f"cut at {at}, {kind}: {each}" for each in found]

    def _chosen(self) -> tuple[int, int]:
        """The number of the last moment before the cut (-1: the first start was not over), and the cut."""
        moments = self._recorded.moments
        if self._dice.random() < 0.15:
            return -1, self._dice.randint(0, moments[0].number - 1)
        number = self._dice.randrange(len(moments))
        at = moments[number].number
        later = moments[number + 1].number if number + 1 < len(moments) else at
        return number, at if self._dice.random() < 0.5 else self._dice.randint(at, later)

    def _looked_at(self, number: int) -> list[str]:
        if number < 0 or self._dice.randrange(_STARTS) == 0:
            with contextlib.suppress(AssertionError):
                self._running.start()
                self._running.answering("/readyz")
            is_up = self._running.status("/readyz") == 200
            self._running.kill()
            if not is_up:
                return [f"the service does not start: {self._running.said()[-600:]}"]
        code, said = self._running.command("check")
        if code:
            return [f"notesvc check ends with {code}: {said[-600:]}"]
        return list(self._missing(number)) if number >= 0 else []

    def _missing(self, number: int) -> Iterator[str]:
        """What the moment has and the disk has not. Of the act that was under way then all may be there, or nothing."""
        moments = self._recorded.moments
        ledgers = [each.ledger for each in moments[number : number + 2]]
        self.outcome.checked += len(ledgers[0].notes) + len(ledgers[0].folders) + len(ledgers[0].files)
        there = _there(self._instance)
        differences = [_difference(ledger, there) for ledger in ledgers]
        if all(differences):
            yield f"lost or half there: {differences[0][:3]}"
        if (self._instance / "secret_key").read_bytes() != self._recorded.secret:
            yield "the secret key is not what it was"
        for name, digest in moments[number].backups.items():
            path = self._instance / name
            if not path.exists() or _digest(path) != digest:
                yield f"the backup's {name} is lost or wrong"


def _there(instance: Path) -> Ledger:
    """What the disk has, as a ledger; the addresses of files are their ids."""
    found = Ledger()
    with contextlib.closing(sqlite.library.connect(instance / "notesvc.sqlite")) as own:
        for note_id, name, content, folder, is_deleted in own.execute(_ROWS):
            found.notes[note_id] = Kept(name, content, folder, bool(is_deleted))
        for folder_id, name, parent in own.execute("SELECT id, name, parent_id FROM folders"):
            found.folders[folder_id] = (name, parent)
        for file_id, digest in own.execute("SELECT id, content_hash FROM attachments"):
            path = instance / "attachments" / digest[:2] / digest
            found.files[file_id] = _digest(path) if path.exists() else ""
    return found


def _difference(kept: Ledger, there: Ledger) -> list[str]:
    found = [f"note {each}: {kept.notes[each]}, not {there.notes.get(each)}" for each in kept.notes
             if kept.notes[each] != there.notes.get(each)]  # fmt: skip
    found += [f"folder {each}" for each in kept.folders if kept.folders[each] != there.folders.get(each)]
    found += [f"file {url}" for url, digest in kept.files.items() if there.files.get(url.split("/")[2]) != digest]
    return found + [f"note {each} is back" for each in kept.gone if each in there.notes]


def _files(folder: Path, root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): _digest(path) for path in folder.rglob("*") if path.is_file()}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(folder: Path, cuts: int, acts: int, seed: int) -> Outcome:
    """Record one service, and cut its power so often."""
    recorded = record(folder, seed, acts)
    with Zygote({}) as zygote:
        cutting = Cutting(recorded, folder, zygote, seed)
        while cutting.outcome.cuts.total() < cuts and len(cutting.outcome.wrong) < 20:
            cutting.cut()
    return cutting.outcome


def main() -> None:
    """`python -m tests.faults.cuts --cuts 1000`: five services are recorded, each is cut a fifth of that."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cuts", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    chosen = parser.parse_args()
    print(f"{chosen.cuts} power cuts, seed {chosen.seed}", flush=True)
    total = Outcome()
    for number in range(5):
        with tempfile.TemporaryDirectory() as folder:
            found = run(Path(folder), chosen.cuts // 5, 60, chosen.seed + number)
        total.cuts += found.cuts
        total.checked += found.checked
        total.wrong += found.wrong
        print(total.line(), flush=True)
    print("\n".join(total.wrong[:20]) or "nothing acknowledged was lost, and every disk was in order")
    raise SystemExit(bool(total.wrong))


if __name__ == "__main__":
    main()
