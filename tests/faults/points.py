"""One file operation fails, whichever it is: the act is done and there, or refused with 503 and not there.

For each act and error the first operation fails, then the second, and so on until the act meets no more. The service
is the whole `notesvc serve`; the operations of all its processes count.
"""

import argparse
import contextlib
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from notesvc import sqlite
from tests import postgres
from tests.faults.acts import ACTS, Try, World
from tests.faults.running import Running
from tests.faults.shim import ERRORS, Shim
from tests.faults.zygote import Zygote
from tests.process.member import register
from tests.process.wire import Reply

_MOST = 2_000


@dataclass
class Outcome:
    """How many points were tried, how the acts ended, and what was wrong."""

    points: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def line(self) -> str:
        statuses = ", ".join(f"{count} x {status or 'other'}" for status, count in sorted(self.statuses.items()))
        errors = ", ".join(f"{count} {error}" for error, count in sorted(self.points.items()))
        return f"{self.points.total()} points ({errors}): {statuses}; {len(self.wrong)} wrong"


class Points:
    """Tries acts over one service with a shim."""

    def __init__(self, running: Running, shim: Shim, seed: int) -> None:
        self._running, self._shim = running, shim
        self.dice = random.Random(seed)
        member = register(running)  # type: ignore[arg-type]
        self.world = World(running, member, member.key()[1], self.dice)
        self._done: list[tuple[str, Callable[[], bool]]] = []
        self.outcome = Outcome()

    @property
    def on_sqlite(self) -> bool:
        return "NOTESVC_DATABASE_URL" not in self._running.settings

    def try_all(self, act: str, error: str) -> None:
        """Every point of the act, in order."""
        for number in range(1, _MOST):
            if not self.try_one(act, error, number):
                return
        self.outcome.wrong.append(f"{act} met {error} at more than {_MOST} points")

    def try_one(self, act: str, error: str, number: int) -> bool:
        """Do the act while its n-th operation fails; False where it has not so many."""
        self._forget_rates()
        # Sign-ins that could not be written down are counted in memory.
        if ERRORS[error] == ERRORS["EMFILE"] or act == "sign_in":
            self._start_anew()
        chosen = ACTS[act](self.world)
        self._shim.fail(ERRORS[error], number, number)
        reply = self._asked(chosen)
        seen = self._shim.rest()
        if not seen.failed:
            return False
        self.outcome.points[error] += 1
        self.outcome.statuses[reply.status if reply else 0] += 1
        with self._telling(f"{act}, {error} at {number} ({seen.where})"):
            is_there = self._judge(chosen, reply)
            self._done += [(act, chosen.is_done)] if chosen.is_done and is_there else []
        return True

    def look(self) -> None:
        """Once more after a restart: all that was done is there, and `notesvc check` finds nothing."""
        assert self._running.stop() == 0, self._running.said()
        self._running.start()
        for act, is_done in self._done:
            with self._telling(f"{act}, after a restart"):
                assert is_done(), "is not there"
        self._done.clear()
        code, said = self._running.command("check")
        if code:
            self.outcome.wrong.append(f"notesvc check ends with {code}: {said}")

    def _judge(self, chosen: Try, reply: Reply | None) -> bool:
        """What was answered is so; what was refused is not, and goes well the next time. Whether it is there now."""
        if reply is not None and reply.status in chosen.well:
            assert chosen.is_right(reply), f"answered wrongly: {reply.body[:200]!r}"
            assert chosen.is_done is None or chosen.is_done(), f"{reply.status}, and it is not there"
            return True
        is_broken_off = reply is None and chosen.may_break_off
        is_refused = reply is not None and reply.status == 503 and "Retry-After" in reply.headers
        is_taken_back = reply is not None and reply.status == 0 and reply.body == b"failed"
        assert is_broken_off or is_refused or is_taken_back, f"answered {reply and (reply.status, reply.body[:200])}"
        assert chosen.is_done is None or not chosen.is_done(), "refused, and there"
        if is_taken_back:
            return False
        again = self._asked(chosen)
        assert again is not None, "no answer the next time"
        assert again.status in chosen.well, f"the next time: {again.status} {again.body[:200]!r}"
        assert chosen.is_right(again), f"answered wrongly the next time: {again.body[:200]!r}"
        assert chosen.is_done is None or chosen.is_done(), "answered the next time, and not there"
        return True

    def _asked(self, chosen: Try) -> Reply | None:
        try:
            return chosen.ask()
        except (OSError, EOFError, ValueError):
            return None

    @contextlib.contextmanager
    def _telling(self, where: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            self.outcome.wrong.append(f"{where}: {error or type(error).__name__}")

    def _forget_rates(self) -> None:
        """The limits on sign-ins and captures are another test's subject."""
        path = self._running.instance / "notesvc.sqlite-rates"
        if path.exists():
            with contextlib.closing(sqlite.library.connect(path, timeout=30)) as rates, rates:
                rates.execute("DELETE FROM rate_windows")

    def _start_anew(self) -> None:
        """Only a process that has just begun opens its files."""
        self._running.kill()
        self._running.start()


@contextlib.contextmanager
def service(kind: str, folder: Path) -> Iterator[tuple[Running, Shim]]:
    """A running service of that kind with a shim below it."""
    base = folder / "below"
    instance = base / "instance"
    instance.mkdir(parents=True, mode=0o700)
    with contextlib.ExitStack() as stack:
        settings = {"NOTESVC_WORKERS": "1", "NOTESVC_THREADS": "4"}
        if kind == "postgres":
            settings["NOTESVC_DATABASE_URL"] = postgres.url(stack.enter_context(postgres.scratch()))
        shim = Shim(folder, base)
        running = Running(stack.enter_context(Zygote(shim.environment)), instance, settings)
        running.output = folder / "output"
        stack.callback(running.kill)
        yield running.start(), shim


def main() -> None:
    """`python -m tests.faults.points --on sqlite`; with `--acts`, some of them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--on", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--acts", nargs="+", choices=list(ACTS), default=list(ACTS))
    given = parser.parse_args()
    kind = given.on
    with tempfile.TemporaryDirectory() as folder, service(kind, Path(folder)) as (running, shim):
        points = Points(running, shim, seed=0)
        for act in given.acts:
            for error in ERRORS:
                points.try_all(act, error)
            points.look()
            print(f"{kind}, up to {act}: {points.outcome.line()}", flush=True)
    print("\n".join(points.outcome.wrong) or "each is there, or was refused and is not")
    raise SystemExit(bool(points.outcome.wrong))


if __name__ == "__main__":
    main()
