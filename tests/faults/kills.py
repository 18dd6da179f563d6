"""Ending processes at any moment while notes are written: nothing acknowledged is lost, doubled or half there.

A run is made of rounds: writers write while processes are killed, then everything is compared with their ledgers and
`notesvc check` looks at the rest. Each process that is killed belongs to a whole `notesvc serve`.
"""

import argparse
import contextlib
import os
import random
import secrets
import signal
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests import postgres
from tests.faults.ledger import Ledger, compare
from tests.faults.room_writer import RoomWriter
from tests.faults.running import Running
from tests.faults.writer import GivenUpError, Writer
from tests.faults.zygote import Zygote, children_of
from tests.process.member import register

_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""
# The supervisor gives up on a child that fails five times at its start.
_CHILDREN_OF_A_LIFE = 4


@dataclass
class Outcome:
    """How many of which kind were killed, what was written meanwhile, and what was wrong afterwards."""

    kills: Counter[str] = field(default_factory=Counter)
    acts: int = 0
    replays: int = 0
    words: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def line(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills ({kinds}) in {self.seconds:.0f} s; {self.acts} acts, {self.replays} replays, "
            f"{self.words} words in rooms acknowledged; {len(self.wrong)} wrong"
        )


@contextlib.contextmanager
def service(kind: str, folder: Path) -> Iterator[Running]:
    """A service over an empty database of that kind, running; it is ended with all that belongs to it."""
    instance = folder / "instance"
    instance.mkdir(mode=0o700)
    with contextlib.ExitStack() as stack:
        settings = {}
        if kind == "postgres":
            settings["NOTESVC_DATABASE_URL"] = postgres.url(stack.enter_context(postgres.scratch()))
        zygote = stack.enter_context(Zygote({}))
        running = Running(zygote, instance, settings)
        stack.callback(running.kill)
        yield running.start()


class Killing:
    """One run over one service. `tell` is called with a line after each round."""

    def __init__(self, running: Running, seed: int, writers: int, tell: Callable[[str], None]) -> None:
        self._running = running
        self._dice = random.Random(seed)
        self._tell = tell
        self._member = register(running)  # type: ignore[arg-type]
        keys = [self._member.key(f"key {number}")[1] for number in range(writers)]
        self._writers = [Writer(self._member, key, seed + n, f"w{n}") for n, key in enumerate(keys)]
        self._rooms = [RoomWriter(self._member)]
        self._children = 0
        self.outcome = Outcome()

    def run(self, kills: int, each_round: int = 100) -> Outcome:
        """Kill so many processes; what is wrong stands in the outcome, of which the run makes an end."""
        begun = time.monotonic()
        while self.outcome.kills.total() < kills and not self.outcome.wrong:
            self._round(min(each_round, kills - self.outcome.kills.total()))
            ledgers = [writer.ledger for writer in self._writers]
            self.outcome.acts = sum(ledger.acts for ledger in ledgers)
            self.outcome.replays = sum(ledger.replays for ledger in ledgers)
            self.outcome.words = sum(len(room.acknowledged) for room in self._rooms)
            self.outcome.seconds = time.monotonic() - begun
            self._tell(self.outcome.line())
        return self.outcome

    def _round(self, kills: int) -> None:
        stop = threading.Event()
        threads = [threading.Thread(target=_until, args=(stop, each.act)) for each in (*self._writers, *self._rooms)]
        for thread in threads:
            thread.start()
        enough = self.outcome.kills.total() + kills
        while self.outcome.kills.total() < enough:
            time.sleep(self._dice.uniform(0.03, 0.3))
            self._kill_something()
        self._running.answering("/readyz")
        stop.set()
        for thread in threads:
            thread.join()
        self._look()

    def _look(self) -> None:
        ledgers: list[Ledger] = [writer.ledger for writer in self._writers]
        self.outcome.wrong += compare(ledgers, self._member)
        for room in self._rooms:
            self.outcome.wrong += room.compare()
        code, said = self._running.command("check")
        if code:
            self.outcome.wrong.append(f"notesvc check ends with {code}: {said}")

    def _kill_something(self) -> None:
        chance = self._dice.random()
        if self._children > _CHILDREN_OF_A_LIFE or chance < 0.1:
            return self._kill_all()
        if "NOTESVC_DATABASE_URL" in self._running.settings and chance < 0.2:
            with psycopg.connect(self._running.settings["NOTESVC_DATABASE_URL"]) as own:
                own.execute(_OTHERS)
            self.outcome.kills["all connections to the database"] += 1
            return
        # Often several at the same moment.
        for _ in range(self._dice.choice((1, 2, 3, 4))):
            self._kill_piece()

    def _kill_piece(self) -> None:
        """A child of the supervisor, or one of theirs: mostly a web worker."""
        assert self._running.process is not None
        supervisor, *pieces = self._running.process.family()
        children = set(children_of(supervisor))
        others = [pid for pid in pieces if pid not in children]
        chosen = self._dice.choice(others if others and self._dice.random() < 0.85 else pieces or [0])
        self._children += chosen in children
        with contextlib.suppress(ProcessLookupError):
            if chosen:
                os.kill(chosen, signal.SIGKILL)
                self.outcome.kills["one process of it"] += 1

    def _kill_all(self) -> None:
        self._running.kill()
        self.outcome.kills["whole service"] += 1
        self._children = 0
        if self._dice.random() < 0.2:
            # Not even its start is left in peace.
            self._running.launch()
            time.sleep(self._dice.uniform(0.0, 0.3))
            self._running.kill()
            self.outcome.kills["whole service at its start"] += 1
        self._running.start()


def _until(stop: threading.Event, act: Callable[[], None]) -> None:
    with contextlib.suppress(GivenUpError):
        while not stop.is_set():
            act()


def main() -> None:
    """`python -m tests.faults.kills --on sqlite --kills 5000`."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--kills", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    chosen = parser.parse_args()
    print(f"{chosen.on}: {chosen.kills} kills, seed {chosen.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder, service(chosen.on, Path(folder)) as running:
        outcome = Killing(running, chosen.seed, 6, lambda line: print(line, flush=True)).run(chosen.kills)
        if outcome.wrong:
            print(running.said()[-5_000:])
    print("\n".join(outcome.wrong[:20]) or "nothing lost, nothing doubled, nothing half")
    raise SystemExit(bool(outcome.wrong))


if __name__ == "__main__":
    main()
