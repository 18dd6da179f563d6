"""The instances that are commanded are those of the tests of processes."""

from tests.process.conftest import elsewhere, made, on_sqlite, stored, target  # noqa: F401
