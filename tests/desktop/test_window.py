"""The window of the web app: what it needs, where it stays, and its size. The web view itself is the system's."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from notesvc.clients.desktop.cli.window import Guard, keep_size, size_of
from tests.places import PROJECT

ADDRESS = "https://notes.example.org"
_WITHOUT = """
import sys
sys.modules["webview"] = None
from notesvc.clients.desktop.cli.main import main
sys.exit(main(["window"]))
"""


class Shown:
    """What a window shows, and what it was told."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.scripts: list[str] = []

    def get_current_url(self) -> str:
        return self.address

    def load_url(self, address: str) -> None:
        self.address = address

    def run_js(self, script: str) -> None:
        self.scripts.append(script)


@pytest.mark.process
def test_without_pywebview_it_says_what_to_install(tmp_path: Path) -> None:
    tmp_path.joinpath("settings.json").write_text(json.dumps({"address": ADDRESS, "folder": "/n", "device": "d"}))
    done = subprocess.run(
        [sys.executable, "-c", _WITHOUT],
        cwd=PROJECT,
        env={**os.environ, "NOTES_DESKTOP_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "The window needs pywebview: install notesvc[desktop,window].\n")


@pytest.mark.parametrize("address", [f"{ADDRESS}/n/1", f"{ADDRESS}:443/", "https://NOTES.example.org/login?next=/"])
def test_pages_of_the_service_stay(address: str) -> None:
    shown, elsewhere = Shown(address), list[str]()
    Guard(ADDRESS, elsewhere.append).look(shown)
    assert (shown.address, elsewhere) == (address, [])
    assert len(shown.scripts) == 1


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/",
        "http://notes.example.org/",
        "https://notes.example.org:8443/",
        "https://notes.example.org.evil.example/",
        "https://notes.example.org@evil.example/",
    ],
)
def test_other_pages_open_in_the_browser(address: str) -> None:
    shown, elsewhere = Shown(address), list[str]()
    Guard(ADDRESS, elsewhere.append).look(shown)
    assert (shown.address, elsewhere, shown.scripts) == (ADDRESS, [address], [])


@pytest.mark.parametrize("address", ["file:///etc/passwd", "data:text/html,x", "", "https://notes.example.org:x/"])
def test_what_is_no_page_of_the_web_is_left(address: str) -> None:
    shown, elsewhere = Shown(address), list[str]()
    Guard(ADDRESS, elsewhere.append).look(shown)
    assert shown.address == ADDRESS
    assert not [each for each in elsewhere if not each.startswith("https:")]


def test_the_size_is_remembered_and_nonsense_is_not(tmp_path: Path) -> None:
    file = tmp_path / "state" / "window.json"
    usual = size_of(file)
    keep_size(file, 900.4, 700)
    assert size_of(file) == (900, 700)
    keep_size(file, 1, 1)
    assert size_of(file) == (900, 700)
    for text in ("", "[]", '{"width": 900}', '{"width": 9, "height": 9}', '{"width": null, "height": "x"}'):
        file.write_text(text)
        assert size_of(file) == usual
