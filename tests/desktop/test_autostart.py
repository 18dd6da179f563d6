"""What `autostart` writes for systemd and launchd, and that it goes again."""

import os
import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from notesvc.clients.desktop.cli.autostart import agent
from tests.places import PROJECT


def autostart(settings: Path, own: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """As from cron: no message bus, and nothing else of a session."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG", "DBUS"))}
    return subprocess.run(
        [sys.executable, "-m", "notesvc.clients.desktop.cli.main", "autostart", *arguments],
        cwd=PROJECT,
        env=kept | {"XDG_CONFIG_HOME": str(settings), "NOTES_DESKTOP_HOME": str(own)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_agent_starts_this_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOTES_DESKTOP_HOME", "/a <second> & one")
    told = plistlib.loads(agent(["python", "sync", "--watch"]).encode())
    assert (told["ProgramArguments"], told["RunAtLoad"]) == (["python", "sync", "--watch"], True)
    assert told["EnvironmentVariables"] == {"NOTES_DESKTOP_HOME": "/a <second> & one"}


@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="systemd is of Linux")
def test_the_unit_starts_this_connection_and_goes_again(tmp_path: Path) -> None:
    own = tmp_path / 'a "second" 100% one'
    unit = tmp_path / "systemd" / "user" / "notes-desktop.service"
    assert autostart(tmp_path, own).returncode == 0
    written = unit.read_text()
    assert f'Environment="NOTES_DESKTOP_HOME={tmp_path}/a \\"second\\" 100%% one"\n' in written
    assert f'ExecStart="{sys.executable}" "-m" "notesvc.clients.desktop.cli.main" "sync" "--watch"\n' in written
    assert "RestartPreventExitStatus=2 3 4 5 6\n" in written
    if shutil.which("systemd-analyze"):
        told = {**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}
        subprocess.run(["systemd-analyze", "--user", "verify", unit], env=told, check=True)
    assert autostart(tmp_path, own, "--off").returncode == 0
    assert not unit.exists()
