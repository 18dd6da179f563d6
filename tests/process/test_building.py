"""Building the clients: what was fetched for a build alone goes with it. npm is played, since it asks the network."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

PATH = Path(__file__).resolve().parents[2] / "notesvc" / "clients" / "packages.py"


@pytest.fixture
def package(tmp_path: Path) -> Any:
    """A client whose build copies its source; `fetched` says with which arguments packages were fetched."""
    spec = importlib.util.spec_from_file_location("client_packages", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    client, output = tmp_path / "client", tmp_path / "output"
    for folder in (client, output):
        folder.mkdir()
    for name in ("package.json", "package-lock.json", "source"):
        (client / name).write_text(name)

    class Client(module.Package):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__("client", output, ("source",), lambda _: self.copy())
            self.folder = client
            self._installed = client / "node_modules" / ".installed-from"
            self.fetched: list[tuple[str, ...]] = []

        def npm(self, *arguments: str, **_: str) -> None:
            self.fetched.append(arguments)
            (client / "node_modules").mkdir(exist_ok=True)
            (client / "node_modules" / "tool").write_text("")

        def copy(self) -> None:
            assert (client / "node_modules" / "tool").exists()
            (output / "built").write_text((client / "source").read_text())

    return Client()


def test_a_build_fetches_what_it_needs_and_leaves_only_what_it_built(package: Any, tmp_path: Path) -> None:
    package.build()
    package.build()
    assert [arguments[-1] for arguments in package.fetched] == ["--omit=dev"]
    assert not (tmp_path / "client" / "node_modules").exists()
    assert (tmp_path / "output" / "built").read_text() == "source"


def test_who_works_on_a_client_keeps_its_packages(package: Any, tmp_path: Path) -> None:
    package.install()
    for text in ("one", "two"):
        (tmp_path / "client" / "source").write_text(text)
        package.build()
        assert (tmp_path / "output" / "built").read_text() == text
    assert len(package.fetched) == 1
    assert "--omit=dev" not in package.fetched[0]
    assert (tmp_path / "client" / "node_modules" / "tool").exists()
