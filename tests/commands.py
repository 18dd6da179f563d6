"""Commands of the service, called in this process: what one refuses or prints is seen without starting a program."""

import contextlib
import gc
import io
import logging
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, NoReturn

import pytest

from notesvc import ballast, cli, crypto, database, file_store, hand_over, limits, trouble
from notesvc.cli import commands
from notesvc.domain import policy
from notesvc.supervisor import Supervisor
from tests.places import PROJECT
from tests.service import environment

# What a process opens once, each in its module.
_OPENED: tuple[list[Any], ...] = (
    ballast._paths,
    crypto._seals,
    file_store._roots,
    hand_over._ends,
    policy._opened,
    trouble._folders,
)


class Outcome(NamedTuple):
    """What a command ended with, and what it said."""

    returncode: int
    stdout: str
    stderr: str


def call(instance: Path, *words: str, typed: str = "", **chosen: str) -> Outcome:
    """Call one command of the service: `call(instance, "user", "list", NOTESVC_PORT="x")`.

    It finds what a program finds that was just started, and leaves this process as it was, but for the connection to
    the database, which opens again by itself. Where it would serve instead of refusing to, the test fails.
    """
    output, errors = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch, _own_state(), _own_database(), _own_log():
        patch.chdir(PROJECT)
        patch.setattr(Supervisor, "run", _refuse_to_serve)
        # What takes longer than a second says how far it is: here nothing does, however busy the machine.
        patch.setattr(commands, "time", SimpleNamespace(monotonic=lambda: 0.0))
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setattr(sys, "stdout", io.TextIOWrapper(output, "utf-8", write_through=True))
        patch.setattr(sys, "stderr", io.TextIOWrapper(errors, "utf-8", write_through=True))
        _choose(patch, environment(instance, chosen))
        code = _exit_code(list(words))
        return Outcome(code, output.getvalue().decode(), errors.getvalue().decode())


def _exit_code(words: list[str]) -> int:
    try:
        return cli.main(words)
    except SystemExit as ended:
        return int(ended.code or 0)


def _refuse_to_serve(_: Supervisor) -> NoReturn:
    pytest.fail("the service was not refused")


def _choose(patch: pytest.MonkeyPatch, wanted: dict[str, str]) -> None:
    for name in os.environ.keys() - wanted.keys():
        patch.delenv(name)
    for name, value in wanted.items():
        patch.setenv(name, value)


@contextlib.contextmanager
def _own_state() -> Iterator[None]:
    """Limits that settings change, what is opened once, the files that may be open, and what the collector leaves."""
    bounds = {name: value for name, value in vars(limits).items() if name.isupper()}
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened = [list(each) for each in _OPENED]
    for each in _OPENED:
        each.clear()
    try:
        yield
    finally:
        vars(limits).update(bounds)
        resource.setrlimit(resource.RLIMIT_NOFILE, files)
        for each, before in zip(_OPENED, opened, strict=True):
            each[:] = before
        # The command line takes all that was made so far for its own modules.
        gc.unfreeze()


@contextlib.contextmanager
def _own_database() -> Iterator[None]:
    before = database.db.obj
    _disconnect()
    database.db.initialize(None)
    try:
        yield
    finally:
        _disconnect()
        database.db.initialize(before)


def _disconnect() -> None:
    if database.db.obj is not None:
        database.disconnect()


@contextlib.contextmanager
def _own_log() -> Iterator[None]:
    """Nothing listens to the log until the command has something listen, as it would print to standard error."""
    loggers = [logging.getLogger(), logging.getLogger("notesvc")]
    before = [(each.handlers, each.level, each.propagate) for each in loggers]
    for each in loggers:
        each.handlers, each.propagate = [], True
        each.setLevel(logging.WARNING)
    try:
        yield
    finally:
        for each, (handlers, level, propagate) in zip(loggers, before, strict=True):
            each.handlers, each.propagate = handlers, propagate
            each.setLevel(level)
