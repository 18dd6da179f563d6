"""The repository speaks of the product alone."""

import re
import subprocess
from pathlib import Path

from tests.house.sources import assert_none
from tests.places import PROJECT

_FORBIDDEN = re.compile(
    r"""
    registry\.npmjs | files\.pythonhosted | "resolved":\s*"http   # where packages came from
    | (?<![\w.])/(?:root|home)/\w                                # somebody's machine
    | NotImplementedError | \bTO[D]O\b | \bFIX[M]E\b             # work that is not done
    """,
    re.VERBOSE,
)
_ENDINGS = (".py", ".md", ".toml", ".ts", ".tsx", ".json", ".sh", ".html", ".css", "Makefile")


def test_no_file_names_a_machine_a_registry_or_unfinished_work() -> None:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, capture_output=True, check=True, text=True).stdout
    offenders = []
    for name in filter(None, names.split("\0")):
        path = PROJECT / name
        if not name.endswith(_ENDINGS) or not path.is_file() or path == Path(__file__).resolve():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if found := _FORBIDDEN.search(line):
                offenders.append(f"{name}:{number}: {found[0]}")
    assert_none(offenders)
