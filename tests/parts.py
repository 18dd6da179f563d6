"""Runs the parts of the suite one after the other, what is certain first, and prints how each went.

`python -m tests.parts [--full]`: a part that fails does not stop the next one. Exits with 1 where one failed. `JOBS` is
how many processes run tests side by side; reports in JUnit's format go to `.reports/`.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

REPORTS = Path(__file__).parents[1] / ".reports"
# Browsers wait for pauses and for what is painted, so three of them keep two cores busy.
_JOBS = {"fast": 2, "process": 2, "browser": 3}


def main(options: list[str]) -> int:
    REPORTS.mkdir(exist_ok=True)
    rows = [_run(part, options) for part in _JOBS]
    print(f"\n{'part':8} {'minutes':>7} {'tests':>6} {'failed':>6} {'skipped':>7}")
    for part, _, row in rows:
        print(f"{part:8} {row}")
    return int(any(code for _, code, _ in rows))


def _run(part: str, options: list[str]) -> tuple[str, int, str]:
    report, jobs = REPORTS / f"{part}.xml", os.environ.get("JOBS") or str(_JOBS[part])
    report.unlink(missing_ok=True)
    command = ["-m", "pytest", "-n", jobs, "--dist", "loadfile", "--no-loadscope-reorder", "-m", part, *options]
    print(f"\n== {part}", flush=True)
    started = time.monotonic()
    code = subprocess.run([sys.executable, *command, f"--junitxml={report}"], check=False).returncode
    minutes = (time.monotonic() - started) / 60
    return part, code, f"{minutes:7.1f} {_counts(report)}"


def _counts(report: Path) -> str:
    if not report.is_file():
        return "no report"
    suite = next(ElementTree.parse(report).iter("testsuite"))
    tests, failed, errors, skipped = (int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped"))
    return f"{tests:6} {failed + errors:6} {skipped:7}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
