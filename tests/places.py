"""Where things lie: the project, its parts, and the sample vaults that only some machines have."""

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = PROJECT / "notesvc"
MIGRATIONS = PROJECT / "migrations"
VAULTS = PROJECT.parent / "shared" / "data"


def missing(what: str) -> None:
    """Skip the test for something this machine does not have; fail where everything is required."""
    if os.environ.get("NOTESVC_REQUIRE_ALL"):
        pytest.fail(what)
    pytest.skip(what)


def vaults() -> Path:
    """The folder of the sample vaults."""
    if not VAULTS.is_dir():
        missing("the sample vaults are not on this machine")
    return VAULTS
