"""A command at a terminal, with somebody who types."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests import programs
from tests.places import PROJECT
from tests.service import environment


def typed(instance: Path, words: list[str], lines: list[str]) -> tuple[int, int]:
    """Run a command and type a line whenever it asks; answers its exit code, and how often it asked."""
    terminal, end = pty.openpty()
    command = [sys.executable, "-m", "notesvc.cli", *words]
    pipes = {"stdin": end, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    options = {"cwd": PROJECT, "env": environment(instance), "start_new_session": True, **pipes}
    try:
        with programs.running(command, **options) as process:
            asked = _answer(process, terminal, lines)
            return process.wait(timeout=60), asked
    finally:
        os.close(terminal)
        os.close(end)


def _answer(process: subprocess.Popen[bytes], terminal: int, lines: list[str]) -> int:
    assert process.stderr is not None
    asked = 0
    with process.stderr as said:
        while piece := os.read(said.fileno(), 4096):
            if piece.rstrip().endswith(b":"):
                os.write(terminal, f"{lines[asked]}\n".encode())
                asked += 1
    return asked
