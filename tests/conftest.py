"""What all tests may ask for: an instance folder, a database of either kind, settings, the running service."""

import contextlib
import os
import secrets
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from notesvc import config, database, migrate
from notesvc.config import Settings
from tests.places import missing
from tests.service import Service

POSTGRES = os.environ.get("NOTESVC_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/postgres")


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A fresh instance folder."""
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def free_port() -> int:
    """A port of this machine that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def sqlite_url(instance: Path) -> str:
    """A SQLite database that does not exist yet."""
    return f"sqlite:///{instance / 'notesvc.sqlite'}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty Postgres database that goes with the test."""
    with _scratch("TEMPLATE template1") as name:
        yield _postgres(name)


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database; a test that asks for one runs on each. A module that need not overrides this."""
    return str(request.param)


@pytest.fixture
def database_url(request: pytest.FixtureRequest, kind: str) -> str:
    """An empty database."""
    return str(request.getfixturevalue(f"{kind}_url"))


@pytest.fixture
def settings(instance: Path, database_url: str) -> Settings:
    """Settings over the fresh instance and an empty database of each kind."""
    return settings_of(instance, NOTESVC_DATABASE_URL=database_url)


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a migrated, empty SQLite database, to be copied."""
    folder = tmp_path_factory.mktemp("template")
    _migrate(settings_of(folder))
    return folder


@pytest.fixture(scope="session")
def migrated_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of a migrated, empty Postgres database, to be copied."""
    with _scratch("TEMPLATE template1") as name:
        _migrate(settings_of(tmp_path_factory.mktemp("template"), NOTESVC_DATABASE_URL=_postgres(name)))
        yield name


@pytest.fixture
def workspace(request: pytest.FixtureRequest, instance: Path, kind: str) -> Iterator[Settings]:
    """The settings of a database that is bound, migrated and connected in this thread; empty of accounts."""
    with contextlib.ExitStack() as stack:
        chosen = {}
        if kind == "sqlite":
            shutil.copytree(request.getfixturevalue("migrated_sqlite"), instance, dirs_exist_ok=True)
        else:
            name = stack.enter_context(_scratch(f"TEMPLATE {request.getfixturevalue('migrated_postgres')}"))
            chosen["NOTESVC_DATABASE_URL"] = _postgres(name)
        found = settings_of(instance, **chosen)
        database.open_database(found)
        with database.connection():
            yield found
        database.disconnect()


@pytest.fixture
def start(instance: Path) -> Iterator[Callable[..., Service]]:
    """Starts the service on the fresh instance: `start(NOTESVC_WORKERS="1")`; what was started is ended."""
    started: list[Service] = []

    def begin(**chosen: str) -> Service:
        started.append(Service(instance, chosen))
        return started[-1].start()

    yield begin
    for each in started:
        each.end()


@pytest.fixture
def service(start: Callable[..., Service]) -> Service:
    """The service, running on SQLite and answering."""
    return start()


def settings_of(instance: Path, **chosen: str) -> Settings:
    """Settings of an instance as from an environment that holds just these."""
    return config.load({"NOTESVC_INSTANCE": str(instance)} | chosen)


def _migrate(settings: Settings) -> None:
    database.open_database(settings)
    migrate.migrate(settings)
    database.disconnect()


def _postgres(name: str) -> str:
    return f"{POSTGRES.rpartition('/')[0]}/{name}"


@contextlib.contextmanager
def _scratch(source: str) -> Iterator[str]:
    name = f"notesvc_test_{secrets.token_hex(6)}"
    with _server() as server:
        server.execute(f"CREATE DATABASE {name} {source}")
    try:
        yield name
    finally:
        with _server() as server:
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


def _server() -> psycopg.Connection[tuple[object, ...]]:
    try:
        return psycopg.connect(POSTGRES, autocommit=True, connect_timeout=5)
    except psycopg.OperationalError as error:
        missing(f"Postgres is not reachable: {error}")
        raise
