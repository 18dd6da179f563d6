"""Programs that tests start: whatever ran the tests, and however a test ends."""

import contextlib
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import programs
from tests.service import Service

_STUBBORN = "trap '' TERM; echo ready; while :; do sleep 1; done"


@pytest.fixture
def in_the_background() -> Iterator[None]:
    """As in a run that a script started with `&`."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def ignored_signals(pid: int) -> set[int]:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    mask = next(int(line.split()[1], 16) for line in lines if line.startswith("SigIgn:"))
    return {number for number in range(1, 65) if mask >> (number - 1) & 1}


@pytest.mark.usefixtures("in_the_background")
def test_the_service_listens_to_an_interrupt_though_the_tests_run_in_the_background(instance: Path) -> None:
    service = Service(instance)
    service.launch()
    try:
        assert signal.SIGINT not in ignored_signals(service.pid)
    finally:
        service.end()


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("command", "sign"), [("echo ready; exec sleep 600", signal.SIGTERM), (_STUBBORN, signal.SIGKILL)]
)
def test_a_program_ends_with_its_block_though_the_test_fails(
    monkeypatch: pytest.MonkeyPatch, command: str, sign: signal.Signals
) -> None:
    if sign == signal.SIGKILL:
        monkeypatch.setattr(programs, "_ASKED_SECONDS", 0.1)
    with (
        contextlib.suppress(AssertionError),
        programs.running(["sh", "-c", command], stdout=subprocess.PIPE) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        raise AssertionError("as a test does")
    assert process.returncode == -sign
