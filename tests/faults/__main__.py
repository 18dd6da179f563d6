"""All fault tests at full size, one after the other: `python -m tests.faults`. What each says last makes the table."""

import subprocess
import sys

from tests.places import PROJECT

PARTS = (
    ("kills, SQLite", ("tests.faults.kills", "--on", "sqlite", "--kills", "5000")),
    ("kills, Postgres", ("tests.faults.kills", "--on", "postgres", "--kills", "5000")),
    ("I/O points, SQLite", ("tests.faults.points", "--on", "sqlite")),
    ("I/O points, Postgres", ("tests.faults.points", "--on", "postgres")),
    ("power cuts", ("tests.faults.cuts", "--cuts", "1000")),
    ("messages to rooms", ("tests.collab.fuzz", "--messages", "1000000")),
)


def main() -> None:
    """Run every part to its end; the exit code is 1 where one of them found something."""
    rows = [(name, *_run(name, words)) for name, words in PARTS]
    print("\n| part | came to its end | what it says |\n| --- | --- | --- |")
    for name, code, line in rows:
        print(f"| {name} | {'yes' if code == 0 else f'no ({code})'} | {line} |")
    raise SystemExit(any(code for _, code, _ in rows))


def _run(name: str, words: tuple[str, ...]) -> tuple[int, str]:
    print(f"== {name}", flush=True)
    said: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-u", "-m", *words], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            said.append(line.strip())
    return process.returncode, "; ".join(said[-2:])


if __name__ == "__main__":
    main()
