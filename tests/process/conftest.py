"""Instances with something in them, and places for their backups."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from notesvc import database, file_store, migrate
from notesvc.config import Settings
from tests.conftest import settings_of
from tests.process import filled


@pytest.fixture
def stored(workspace: Settings) -> Settings:
    """A database of either kind with something in it."""
    file_store.open_store(workspace.attachments)
    filled.workspace()
    return workspace


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "backups" / "monday"


@pytest.fixture
def elsewhere(tmp_path: Path, settings: Settings) -> Iterator[Settings]:
    """Settings of a second, empty instance over a database of the same kind."""
    folder = tmp_path / "elsewhere"
    folder.mkdir(mode=0o700)
    if settings.is_sqlite:
        yield settings_of(folder)
        return
    name = "elsewhere_" + settings.database_url.rpartition("_")[2]
    with _server(settings) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield settings_of(folder, NOTESVC_DATABASE_URL=f"{settings.database_url.rpartition('/')[0]}/{name}")
    database.disconnect()
    with _server(settings) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def on_sqlite(instance: Path) -> Iterator[Settings]:
    """An instance on SQLite with something in it, which nobody has open."""
    settings = settings_of(instance)
    database.open_database(settings)
    migrate.migrate(settings)
    file_store.open_store(settings.attachments)
    with database.connection():
        filled.workspace()
    database.disconnect()
    yield settings
    database.disconnect()


@pytest.fixture
def made(instance: Path, migrated_sqlite: Path) -> Path:
    """An instance on SQLite without an account."""
    shutil.copytree(migrated_sqlite, instance, dirs_exist_ok=True)
    return instance


def _server(settings: Settings) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(settings.database_url, autocommit=True)
