"""Keeps child processes running: starts them, starts again what dies, stops them all together."""

import ctypes
import logging
import mmap
import os
import select
import signal
import socket
import struct
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

FIRST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 10.0
# Whoever served for a while before it ended is waited for by clients, and its start costs less than its life.
LONGEST_DELAY_AFTER_SERVICE_SECONDS = 1.0
LONG_LIFE_SECONDS = 30.0
START_SECONDS = 2.0
FAILURES_AT_START = 5
STOP_SECONDS = 9.0
# Much longer than a busy machine keeps a process from its turn.
SILENT_SECONDS = 30.0
# With these gunicorn tells that the application cannot be loaded, however long it took to find out.
_BOOT_FAILURES = (3, 4)

_STOP = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_SIGNALS = (*_STOP, signal.SIGCHLD)
_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None

log = logging.getLogger("notesvc")


class KeepsFailingError(Exception):
    """A child did not get through its first seconds, however often it was started."""


class Heart:
    """When a child said last that it is at work: memory that it shares with its supervisor."""

    _SHAPE = struct.Struct("d")

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, self._SHAPE.size)
        self.beat()

    def beat(self) -> None:
        """Say so now."""
        self._SHAPE.pack_into(self._memory, 0, time.monotonic())

    def is_silent(self, now: float) -> bool:
        """Whether that was too long before `now` (seconds of the monotonic clock)."""
        (at,) = self._SHAPE.unpack_from(self._memory)
        return bool(now - at > SILENT_SECONDS)


@dataclass
class Child:
    """A process to be kept running: `run` is called in it, and its return ends it.

    One with a heart is killed when it does not beat.
    """

    name: str
    run: Callable[[], object]
    heart: Heart | None = None
    pid: int = 0
    started_at: float = 0.0
    due_at: float = 0.0
    delay: float = FIRST_DELAY_SECONDS
    failures: int = 0
    is_proven: bool = False

    def note_end(self, code: int, now: float) -> None:
        """It ended at `now` (seconds of the monotonic clock): decide when it starts again.

        Waits grow while it keeps ending soon: to a second where it got through its start, to ten where it did not,
        so that a start that fails is no loop. Raises KeepsFailingError when it has never got through its start.
        """
        lived = now - self.started_at
        has_served = lived >= START_SECONDS and code not in _BOOT_FAILURES
        self.pid = 0
        self.is_proven |= has_served
        self.failures += 1
        if lived >= LONG_LIFE_SECONDS:
            self.delay = FIRST_DELAY_SECONDS
        if has_served:
            self.delay = min(self.delay, LONGEST_DELAY_AFTER_SERVICE_SECONDS)
        _tell("child_exited", child=self.name, code=code, seconds=round(lived, 3))
        if not self.is_proven and self.failures >= FAILURES_AT_START:
            self.due_at = float("inf")
            raise KeepsFailingError(f"the process {self.name!r} failed {self.failures} times at its start")
        _tell("child_restarting", child=self.name, seconds=self.delay)
        self.due_at = now + self.delay
        self.delay = min(self.delay * 2, LONGEST_DELAY_SECONDS)


class Supervisor:
    """Runs the children until it is asked to stop. Needs the main thread of a process without other threads."""

    def __init__(self, children: Sequence[Child]) -> None:
        self._children = children
        self._wake, self._woken = socket.socketpair()

    def run(self) -> None:
        """Returns when SIGTERM, SIGINT or SIGHUP came and all children are gone. Raises KeepsFailingError."""
        self._listen()
        try:
            while not self._is_asked_to_stop():
                self._reap()
                self._end_silent()
                self._start_due()
        finally:
            self._stop()
            self._close()

    def _listen(self) -> None:
        for end in (self._wake, self._woken):
            end.setblocking(False)
        signal.set_wakeup_fd(self._wake.fileno(), warn_on_full_buffer=False)
        for number in _SIGNALS:
            # A signal that the parent had ignored (nohup) stays ignored.
            if number == signal.SIGCHLD or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, _only_wake)

    def _is_asked_to_stop(self, most: float = 1.0) -> bool:
        now = time.monotonic()
        waits = [max(child.due_at - now, 0.0) for child in self._children if not child.pid]
        readable, _, _ = select.select([self._woken], [], [], min([most, *waits]))
        return bool(readable) and any(number in _STOP for number in self._woken.recv(4096))

    def _start_due(self) -> None:
        for child in self._children:
            if not child.pid and child.due_at <= time.monotonic():
                if child.heart is not None:
                    child.heart.beat()
                child.pid = _fork(child)
                child.started_at = time.monotonic()
                _tell("child_started", child=child.name, pid=child.pid)

    def _end_silent(self) -> None:
        """End what hangs; it starts again like one that died."""
        for child in self._children:
            if child.pid and child.heart is not None and child.heart.is_silent(time.monotonic()):
                _tell("child_silent", child=child.name, pid=child.pid)
                os.kill(child.pid, signal.SIGKILL)

    def _reap(self) -> None:
        """Take note of who ended; as the first process of a container this one is sent strangers, too."""
        while (ended := _reap()) is not None:
            pid, code = ended
            for child in self._children:
                if child.pid == pid:
                    child.note_end(code, time.monotonic())

    def _stop(self) -> None:
        _tell("stopping")
        deadline = time.monotonic() + STOP_SECONDS
        self._signal(signal.SIGTERM)
        while self._alive():
            if self._is_asked_to_stop(most=0.1):
                # Asked again: whoever asks does not want to wait.
                deadline = 0.0
            if time.monotonic() > deadline:
                self._signal(signal.SIGKILL)
            while (ended := _reap()) is not None:
                self._forget(*ended)
        _tell("stopped")

    def _alive(self) -> list[Child]:
        return [child for child in self._children if child.pid]

    def _signal(self, number: int) -> None:
        for child in self._alive():
            os.kill(child.pid, number)

    def _forget(self, pid: int, code: int) -> None:
        for child in self._children:
            if child.pid == pid:
                _tell("child_stopped", child=child.name, pid=pid, code=code)
                child.pid, child.due_at = 0, float("inf")

    def _close(self) -> None:
        signal.set_wakeup_fd(-1)
        self._wake.close()
        self._woken.close()


def die_with(parent: int) -> None:
    """Have the kernel kill this process when `parent`, which forked it, ends; Linux only, elsewhere nothing."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def default_signals() -> None:
    """Let go of the handlers that came with the fork: a stop that arrives early then ends the process."""
    signal.set_wakeup_fd(-1)
    for number in _SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def _reap() -> tuple[int, int] | None:
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, os.waitstatus_to_exitcode(status)) if pid else None


def _fork(child: Child) -> int:
    parent = os.getpid()
    # No signal between the fork and the moment when the child has let go of the parent's handlers.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    pid = os.fork()
    if pid == 0:
        _become(child, parent, mask)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    return pid


def _become(child: Child, parent: int, mask: set[int | signal.Signals]) -> NoReturn:
    code = 1
    try:
        # A group of its own: Ctrl-C in a terminal reaches the supervisor alone, which stops all in order.
        os.setpgid(0, 0)
        default_signals()
        die_with(parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        child.run()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        log.error("child failed", extra={"fields": _failure(child)})
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code & 0xFF)


def _failure(child: Child) -> dict[str, object]:
    return {"event": "child_failed", "child": child.name, "exception": traceback.format_exc()}


def _tell(event: str, **fields: object) -> None:
    log.info(event, extra={"fields": {"event": event, **fields}})


def _only_wake(_number: int, _frame: FrameType | None) -> None:
    """The wake-up descriptor has told already."""
