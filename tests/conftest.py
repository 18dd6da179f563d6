"""What all tests may ask for: an instance folder, a database of either kind, settings, the running service."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from notesvc import belonging, config, crypto, database, migrate
from notesvc.config import Settings
from notesvc.domain import policy
from tests import postgres
from tests.kept import Services
from tests.ports import unused_port
from tests.service import Service

# What holds is asked, not how fast: the machine may be busy.
settings.register_profile("unhurried", parent=settings(), deadline=None)
settings.load_profile("unhurried")

# For what does not hang on the kind of database.
on_sqlite = pytest.mark.parametrize("kind", ["sqlite"])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also the tests that are marked `full`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only `make test-full` runs."""
    if config.getoption("--full"):
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    items[:] = [item for item in items if not item.get_closest_marker("full")]
    config.hook.pytest_deselected(items=left_out)


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    """A fresh instance folder."""
    folder = tmp_path / "instance"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def free_port() -> int:
    return unused_port()


@pytest.fixture
def sqlite_url(instance: Path) -> str:
    """A SQLite database that does not exist yet."""
    return f"sqlite:///{instance / 'notesvc.sqlite'}"


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """An empty Postgres database that goes with the test."""
    with postgres.scratch() as name:
        yield postgres.url(name)


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
def emptied_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[postgres.InTurns]:
    """A migrated Postgres database that is emptied for each who asks for it."""
    with postgres.scratch() as name:
        _migrate(settings_of(tmp_path_factory.mktemp("template"), NOTESVC_DATABASE_URL=postgres.url(name)))
        turns = postgres.InTurns(name)
        yield turns
        turns.close()


@pytest.fixture
def workspace(request: pytest.FixtureRequest, instance: Path, kind: str) -> Iterator[Settings]:
    """The settings of a database that is bound, migrated and connected in this thread; empty of accounts."""
    chosen = {}
    if kind == "sqlite":
        shutil.copytree(request.getfixturevalue("migrated_sqlite"), instance, dirs_exist_ok=True)
    else:
        chosen["NOTESVC_DATABASE_URL"] = postgres.url(request.getfixturevalue("emptied_postgres").next())
    found = settings_of(instance, **chosen)
    database.open_database(found)
    crypto.open_seal(found.secret_key)
    policy.open_policy(found)
    with database.connection():
        belonging.join(found)
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


@pytest.fixture(scope="session")
def services(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Services]:
    """Services that are emptied instead of started: `services.empty(NOTESVC_REGISTRATION="open")`.

    For tests that change no file of it and count nothing in its log.
    """
    made = Services(migrated_sqlite, lambda: tmp_path_factory.mktemp("kept"))
    yield made
    made.end()


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
