"""`autostart`: the system starts `sync --watch` when its user signs in."""

import os
import plistlib
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from notesvc.clients.desktop.cli.codes import FAILED, CommandError
from notesvc.clients.desktop.cli.output import Output

_NAME = "notes-desktop"
_UNIT = """[Unit]
Description=Notes: a folder and a workspace, the same

[Service]
{environment}ExecStart={command}
Restart=on-failure
RestartSec=60
# A locked store, another one running, no key, a question: starting again does not help.
RestartPreventExitStatus=2 3 4 5 6

[Install]
WantedBy=default.target
"""


def run(arguments: Namespace, output: Output) -> None:
    """Write what the system reads, or remove it. Raises CommandError."""
    command = [sys.executable, "-m", "notesvc.clients.desktop.cli.main", "sync", "--watch"]
    try:
        if sys.platform == "win32":
            told = _run_key(command, is_off=arguments.off)
        elif sys.platform == "darwin":
            told = _file(Path.home() / "Library/LaunchAgents" / f"{_NAME}.plist", agent(command), arguments)
        else:
            if arguments.off:
                _systemctl("disable")
            told = _file(_unit_file(), _unit(command), arguments)
            if not arguments.off:
                _systemctl("enable")
    except OSError as error:
        raise CommandError(FAILED, str(error)) from error
    output.say(told)


def agent(command: list[str]) -> str:
    """What launchd reads: launchd.plist(5)."""
    own = os.environ.get("NOTES_DESKTOP_HOME")
    told: dict[str, object] = {"Label": _NAME, "ProgramArguments": command, "RunAtLoad": True}
    environment = {"EnvironmentVariables": {"NOTES_DESKTOP_HOME": own}} if own else {}
    return plistlib.dumps(told | environment).decode()


def _file(path: Path, text: str, arguments: Namespace) -> str:
    if arguments.off:
        path.unlink(missing_ok=True)
        return f"{path} is removed."
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return f"{path} is written: it starts when you sign in the next time."


def _unit_file() -> Path:
    settings = os.environ.get("XDG_CONFIG_HOME")
    return (Path(settings) if settings else Path.home() / ".config") / "systemd/user" / f"{_NAME}.service"


def _unit(command: list[str]) -> str:
    own = os.environ.get("NOTES_DESKTOP_HOME")
    environment = f"Environment={_for_systemd(f'NOTES_DESKTOP_HOME={own}')}\n" if own else ""
    # In a command, unlike elsewhere, a dollar begins a variable.
    quoted = " ".join(_for_systemd(each).replace("$", "$$") for each in command)
    return _UNIT.format(environment=environment, command=quoted)


def _for_systemd(text: str) -> str:
    """Quoted; a percent sign would begin a specifier."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def _systemctl(act: str) -> None:
    """Where no systemd of the user runs, the file waits for one."""
    try:
        subprocess.run(["systemctl", "--user", act, f"{_NAME}.service"], capture_output=True, check=False, timeout=10)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return


def _run_key(command: list[str], *, is_off: bool) -> str:
    key = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Run"
    quoted = " ".join(f'"{each}"' for each in command)
    act = ["delete", key, "/v", _NAME, "/f"] if is_off else ["add", key, "/v", _NAME, "/d", quoted, "/f"]
    done = subprocess.run(["reg", *act], capture_output=True, check=False)
    if done.returncode:
        raise CommandError(FAILED, "The registry was not changed.")
    return "The Run key is removed." if is_off else "The Run key is written."
