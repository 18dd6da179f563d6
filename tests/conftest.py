"""What all tests may ask for: an instance folder, a database of either kind, settings, the running service."""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from notesvc import belonging, config, crypto, database, migrate
from notesvc.config import Settings
from notesvc.domain import policy
from tests import postgres, searching
from tests.kept import Services
from tests.ports import unused_port
from tests.service import Service

# The gate draws the same examples in each run; `make search` draws others, and keeps those that fail.
hypothesis.settings.register_profile("gate", derandomize=True, deadline=None, database=None, print_blob=True)
hypothesis.settings.register_profile("search", deadline=None, print_blob=True, max_examples=1_000)
hypothesis.settings.load_profile("search" if searching.IS_ON else "gate")

pytest_plugins = ["tests.leaks"]

# For what does not hang on the kind of database.
on_sqlite = pytest.mark.parametrize("kind", ["sqlite"])

_BROWSER_FOLDERS = {"app", "browser", "clipper"}
_PROCESS_FOLDERS = {"faults", "process"}
# Each of them is a running service, or another server.
_PROCESS_FIXTURES = {"running", "service", "services", "start"}
# So many tests of a browser may be run once more in one run of the suite.
_MOST_RERUNS = 5


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also the tests that are marked `full`")


def part_of(item: pytest.Item) -> str:
    """`browser`, `process` (a running service, another server, or programs that are started), or `fast`."""
    folder = item.path.relative_to(Path(__file__).parent).parts[0]
    if folder in _BROWSER_FOLDERS:
        return "browser"
    arguments = getattr(getattr(item, "callspec", None), "params", {})
    needs_process = _PROCESS_FIXTURES.intersection(getattr(item, "fixturenames", ())) - set(arguments)
    if folder in _PROCESS_FOLDERS or needs_process or item.get_closest_marker("process"):
        return "process"
    return "fast"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test with its part, for `-m`; leave out what only `make test-full` runs."""
    for item in items:
        part = part_of(item)
        item.add_marker(part)
        if hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker("search")
        if part == "browser":
            item.add_marker(pytest.mark.flaky(reruns=1))
    if config.getoption("--full"):
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    left_out += _further_cases([item for item in items if not item.get_closest_marker("full")])
    out = set(map(id, left_out))
    items[:] = [item for item in items if id(item) not in out]
    config.hook.pytest_deselected(items=left_out)


def _further_cases(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """The cases of a browser or process test behind its first one, unless `every_case` stands beside it."""
    seen: set[str] = set()
    for item in items:
        function = item.nodeid.partition("[")[0]
        if function in seen and not item.get_closest_marker("fast") and not item.get_closest_marker("every_case"):
            yield item
        seen.add(function)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print what was skipped and why, what was run once more, and how to run the rest."""
    line = terminalreporter.write_line
    reasons = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for reason, count in reasons.most_common():
        line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")
    reruns = terminalreporter.stats.get("rerun", [])
    for report in reruns:
        line(f"{report.longreprtext}\nRERUN {report.nodeid}\n")
    if reruns:
        line(f"{len(reruns)} run once more; {_MOST_RERUNS} may be")
    # A run with a report is one of the parts of `make test-all`.
    if config.option.markexpr and not config.option.xmlpath and not config.getoption("--full"):
        line(f"Only `{config.option.markexpr}` was run. `make test-all` runs every part, `make test-full` every case.")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail where more tests were run once more than may be."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and len(reporter.stats.get("rerun", [])) > _MOST_RERUNS:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


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
