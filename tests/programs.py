"""Programs that tests start: they begin with default signals, and end with the block that runs them."""

import contextlib
import signal
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

_ASKED_SECONDS = 10.0
_IGNORED_IN_THE_BACKGROUND = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


def start(command: Sequence[str | Path], **options: Any) -> "subprocess.Popen[Any]":
    """Start a program with default signals; the options are Popen's.

    A run of the tests that was started by nohup or in the background has some signals ignored, and a program keeps
    ignoring what its parent ignored. Popen's `restore_signals` resets none of these.
    """
    return subprocess.Popen(command, preexec_fn=_reset_signals, **options)


@contextlib.contextmanager
def running(command: Sequence[str | Path], **options: Any) -> Iterator["subprocess.Popen[Any]"]:
    """Run a program for as long as the block lasts; it is ended however the block is left."""
    with start(command, **options) as process:
        try:
            yield process
        finally:
            end(process)


def end(process: "subprocess.Popen[Any]") -> None:
    """End a program, if it is still there: it is asked first, and killed if it does not end soon."""
    process.terminate()
    try:
        process.wait(_ASKED_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _reset_signals() -> None:
    for number in _IGNORED_IN_THE_BACKGROUND:
        signal.signal(number, signal.SIG_DFL)
