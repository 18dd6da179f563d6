"""Builds the browser extension into `notesvc/static/clipper`, or runs npm for it: `build.py run check`."""

import json
import sys
import zipfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import packages  # noqa: E402

_OUTPUT = packages.STATIC / "clipper"
# Chromium's is unpacked by hand; Firefox takes the file as it is.
_FILES = ("notes-clipper.zip", "notes-clipper.xpi")
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def _make(package: packages.Package) -> None:
    version = packages.project()["project"]["version"]
    package.npm("run", "--silent", "build", NOTESVC_VERSION=version)
    _OUTPUT.mkdir(parents=True, exist_ok=True)
    for name in _FILES:
        _pack(package.folder / "dist", _OUTPUT / name)
    (_OUTPUT / "version.json").write_text(json.dumps({"version": version}) + "\n")


def _pack(folder: Path, archive: Path) -> None:
    """The folder as an archive whose bytes depend on its files alone."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for file in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            if file.is_file():
                entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), _NO_TIME)
                entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, 3, 0o644 << 16
                packed.writestr(entry, file.read_bytes(), compresslevel=9)


PACKAGE = packages.Package("clipper", _OUTPUT, ("src", "public", "build.mjs", "build.py", "package.json", "package-lock.json", "../../../pyproject.toml"), _make)

if __name__ == "__main__":
    PACKAGE.run(sys.argv[1:])
