"""Calling a command leaves no trace in the process of the tests."""

import gc
import logging
import os
import resource
import signal
import sys
from pathlib import Path

from notesvc import ballast, database, file_store, limits, trouble
from notesvc.domain import policy
from tests.commands import call


def test_a_command_that_is_called_leaves_the_process_of_the_tests_as_it_was(made: Path) -> None:
    before = _state()
    for words in (["serve"], ["user", "list"], ["export", "-", "--user", "nobody"], ["sing"]):
        call(made, *words, NOTESVC_MAX_BODY="7", NOTESVC_HOST="192.0.2.1")
    assert _state() == before


def _state() -> list[object]:
    """What settings, commands and the start of the service change."""
    log = logging.getLogger("notesvc")
    opened = [list(each) for each in (ballast._paths, file_store._roots, policy._opened, trouble._folders)]
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    signals = [signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT, signal.SIGCHLD)]
    streams = [sys.stdin, sys.stdout, sys.stderr]
    chosen = [dict(os.environ), os.getcwd(), limits.MAX_BODY, limits.MAX_BALLAST]
    return [opened, files, signals, streams, chosen, list(log.handlers), log.level, database.db.obj, gc.isenabled()]
