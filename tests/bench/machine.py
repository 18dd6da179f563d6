"""What the figures were measured on."""

import os
import platform
import re
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import peewee


def description() -> str:
    """A few lines of markdown: the machine, the versions and the day."""
    model = _found(r"^model name\s*:\s*(.+)$", "/proc/cpuinfo")
    kib = int(_found(r"^MemTotal:\s+(\d+)", "/proc/meminfo") or 0)
    return "\n".join(
        (
            f"- {len(os.sched_getaffinity(0))} cores of {model}, "
            f"{kib / 2**20:.0f} GB of memory, {platform.system()} {platform.release()}",
            f"- Python {platform.python_version()}, SQLite {peewee.sqlite3.sqlite_version}, "
            f"Flask {version('flask')}, gunicorn {version('gunicorn')}",
            f"- {datetime.now(UTC):%Y-%m-%d}",
        )
    )


def _found(pattern: str, path: str) -> str | None:
    match = re.search(pattern, Path(path).read_text(), re.MULTILINE) if Path(path).exists() else None
    return match[1].strip() if match else None
