"""R1 at a size that fits the suite; `make kill-test` is the full one."""

from collections.abc import Callable
from pathlib import Path

from tests.process import kill_test
from tests.service import Service


def test_r1_killing_processes_under_load_loses_and_doubles_nothing(
    start: Callable[..., Service], instance: Path
) -> None:
    service = start(NOTESVC_WORKERS="2")
    ledger = kill_test.run(service, kills=8, clients=8)
    service.stop()
    assert len(ledger.acknowledged) > 20
    assert kill_test.reconcile(instance / "notesvc.sqlite", ledger) == []
