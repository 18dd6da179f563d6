"""Large files go up and come down in pieces."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.backends.conftest import Running
from tests.backends.places import Spot, folder_spot, spot_of
from tests.places import PROJECT

MEGABYTES = int(os.environ.get("NOTESVC_TEST_MEGABYTES", "200"))


def growth_of(spot: Spot) -> float:
    given = dataclasses.asdict(spot.where) | {"root": str(spot.where.root or "")}
    command = [sys.executable, "-m", "tests.backends.growth", spot.kind, json.dumps(given), str(MEGABYTES)]
    ran = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    return float(ran.stdout)


@pytest.mark.parametrize("name", ["seaweedfs", "apache"])
def test_a_process_that_sends_and_reads_200_mb_hardly_grows(running: Running, name: str) -> None:
    assert growth_of(spot_of(running.server(name))) <= 48


@pytest.mark.process
def test_so_does_one_that_writes_to_a_folder(tmp_path: Path) -> None:
    assert growth_of(folder_spot(tmp_path)) <= 48
