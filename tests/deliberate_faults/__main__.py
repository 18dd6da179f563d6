"""Puts deliberate faults into a copy of the product, one by one, and prints which test sees each.

`python -m tests.deliberate_faults [WORD…]`: all of them, or those whose names hold one of the words. Exits with 1
unless each is seen, and of all at least 20 by `make test`. The checkout itself is never changed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tests.deliberate_faults.table import FAULTS, Fault
from tests.places import PROJECT

_LEAST_FAST = 20
_SECONDS = 1_200
_PARTS = ("fast", "process")
# What is built and not kept in the repository, where it is there.
_BUILT = ("notesvc/static",)


class FaultError(Exception):
    """No test saw a fault, or the run says nothing about it."""


class Verdict(NamedTuple):
    """How pytest ended, and the tests that passed and failed, as `tests/web/test_notes.py::test_x[case]`."""

    code: int
    passed: list[str]
    failed: list[str]
    words: str


class Copy:
    """The files of the checkout as they are now, those not yet committed too."""

    def __init__(self, folder: Path) -> None:
        self._root = folder / PROJECT.name
        self._report = folder / "report.xml"
        self._environment = os.environ | {"PYTHONPATH": str(self._root)}
        named = subprocess.run(
            ["git", "ls-files", "-co", "-z", "--exclude-standard"], cwd=PROJECT, capture_output=True, check=True
        ).stdout
        for name in filter(None, os.fsdecode(named).split("\0")):
            self._take(name)
        for name in _BUILT:
            if (PROJECT / name).exists():
                (self._root / name).symlink_to(PROJECT / name)

    def _take(self, name: str) -> None:
        source, target = PROJECT / name, self._root / name
        # One that was deleted is named until the deletion is committed.
        if source.is_file() or source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)

    def refuse_foreign_product(self) -> None:
        """Raise FaultError where a program started anywhere would import the checkout's product, not the copy's."""
        ask = "import notesvc, tests; print(notesvc.__path__[0], tests.__path__[0])"
        for place in (self._root, Path("/")):
            found = subprocess.run(
                [sys.executable, "-c", ask],
                cwd=place,
                env=self._environment,
                capture_output=True,
                check=True,
                text=True,
            ).stdout.split()
            if found != [str(self._root / "notesvc"), str(self._root / "tests")]:
                raise FaultError(f"not the copy is imported, but {found}")

    def put_in(self, fault: Fault) -> str:
        """Put the fault in, and give the text that was there. Raises FaultError where it no longer applies."""
        path = self._root / fault.file
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text.count(fault.old) != 1:
            raise FaultError(
                f"no longer applies: what it replaces stands {text.count(fault.old)} times in {fault.file}"
            )
        path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        return text

    def take_out(self, fault: Fault, text: str) -> None:
        (self._root / fault.file).write_text(text, encoding="utf-8")

    def run(self, part: str, tests: Sequence[str], *options: str) -> Verdict:
        """Run the tests as the gate does."""
        self._report.unlink(missing_ok=True)
        named = [f"tests/{test}" for test in tests]
        options = ("-q", "-p", "no:cacheprovider", "-m", part, f"--junitxml={self._report}", *options)
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "pytest", *options, *named],
                cwd=self._root,
                env=self._environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired as error:
            raise FaultError(f"the tests did not end within {_SECONDS} s") from error
        cases = ElementTree.parse(self._report).iter("testcase") if self._report.is_file() else ()
        found: dict[str, list[str]] = {"passed": [], "failed": [], "other": []}
        for case in cases:
            found[_outcome(case)].append(_name(case))
        return Verdict(ended.returncode, found["passed"], found["failed"], ended.stdout)


def _outcome(case: ElementTree.Element) -> str:
    if case.find("failure") is not None:
        return "failed"
    return "passed" if case.find("error") is None and case.find("skipped") is None else "other"


def _name(case: ElementTree.Element) -> str:
    return f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"


def check_without_faults(copy: Copy, faults: Sequence[Fault]) -> None:
    """Raise FaultError unless each named test runs in its part, and passes in at least one case."""
    for part in _PARTS:
        tests = sorted({fault.test for fault in faults if fault.part == part})
        if not tests:
            continue
        verdict = copy.run(part, tests)
        idle = [test for test in tests if not any(each.startswith(f"tests/{test}") for each in verdict.passed)]
        if verdict.code or idle:
            print(verdict.words, file=sys.stderr)
            raise FaultError(f"without a fault pytest ends with {verdict.code}, and nothing passes of {idle}")


def seen_by(copy: Copy, fault: Fault) -> str:
    """The test that fails with the fault, without its case. Raises FaultError where none does, or all goes wrong."""
    text = copy.put_in(fault)
    try:
        verdict = copy.run(fault.part, [fault.test], "-x")
    finally:
        copy.take_out(fault, text)
    if verdict.code == 0:
        raise FaultError("not seen")
    if verdict.code != 1 or not verdict.failed:
        print(verdict.words, file=sys.stderr)
        raise FaultError(f"no test failed, and pytest ended with {verdict.code}")
    return verdict.failed[0].partition("[")[0]


def tell_who_sees(copy: Copy, faults: Sequence[Fault]) -> Counter[str]:
    """Print a row for each fault; how many are seen by each part."""
    seen: Counter[str] = Counter()
    print("| fault | part | seen by |\n| --- | --- | --- |", flush=True)
    for fault in faults:
        try:
            row = f"{fault.part} | {seen_by(copy, fault)}"
            seen[fault.part] += 1
        except FaultError as error:
            row = f"– | {error}"
        print(f"| {fault.name} | {row} |", flush=True)
    print(f"\n`make test` sees {seen['fast']} of {len(faults)}, `make test-all` {seen.total()}.")
    return seen


def main(words: Sequence[str]) -> int:
    faults = [fault for fault in FAULTS if not words or any(word in fault.name for word in words)]
    if not faults:
        sys.exit("no fault has such a name")
    with tempfile.TemporaryDirectory(prefix="notesvc-faults-") as folder:
        try:
            copy = Copy(Path(folder).resolve())
            copy.refuse_foreign_product()
            check_without_faults(copy, faults)
        except FaultError as error:
            sys.exit(str(error))
        seen = tell_who_sees(copy, faults)
    return int(seen.total() < len(faults) or (not words and seen["fast"] < _LEAST_FAST))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
