"""A credential store of its own: a message bus and GNOME's keyring, in a home that goes with the test."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests import places, programs
from tests.service import wait_until

_ASK = "import secretstorage; print(secretstorage.get_default_collection(secretstorage.dbus_init()).is_locked())"
_LOCK = "import secretstorage; secretstorage.get_default_collection(secretstorage.dbus_init()).lock()"


@contextlib.contextmanager
def unlocked_store(home: Path) -> Iterator[dict[str, str]]:
    """The environment of programs that may use the store."""
    for tool in ("dbus-daemon", "gnome-keyring-daemon"):
        if shutil.which(tool) is None:
            places.missing(f"{tool} is not on this machine")
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("NOTES", "XDG", "DBUS"))}
    # What stands in PYTHONWARNINGS would end the keyring's own imports.
    kept = plain | {"HOME": str(home), "XDG_RUNTIME_DIR": str(home / "run"), "BROWSER": "true"}
    (home / "run").mkdir(mode=0o700, parents=True)
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    keyring = ["gnome-keyring-daemon", "--unlock", "--components=secrets", "--foreground"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with programs.running(command, env=kept, stdout=subprocess.PIPE, text=True) as bus:
        assert bus.stdout is not None
        kept["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        with programs.running(keyring, env=kept, **pipes) as process:
            assert process.stdin is not None
            process.stdin.write(b"a password\n")
            process.stdin.close()
            wait_until(lambda: "False" in _python(_ASK, kept), "the keyring did not open")
            yield kept


def lock(environment: dict[str, str]) -> None:
    """Lock it, as a screen that is left alone may."""
    _python(_LOCK, environment)


def _python(program: str, environment: dict[str, str]) -> str:
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    return done.stdout
