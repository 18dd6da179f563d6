"""`connect`: a key for this device, given by a person in a browser (RFC 8628), and a folder."""

import time
import webbrowser
from argparse import Namespace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from notesvc.clients.desktop.cli import keychain, lock, profile
from notesvc.clients.desktop.cli.codes import FAILED, FOLDER_GONE, UNREACHABLE, USAGE, CommandError
from notesvc.clients.desktop.cli.output import Output
from notesvc.clients.desktop.cli.profile import Settings
from notesvc.clients.desktop.cli.session import device_name
from notesvc.clients.desktop.cli.transport import HttpTransport
from notesvc.clients.desktop.sync import marking
from notesvc.clients.desktop.sync.disk import Disk
from notesvc.clients.desktop.sync.errors import UnreachableError
from notesvc.clients.desktop.sync.state import State

_CLIENT = "notes-desktop"
_SCOPE = "sync:device sync:read sync:write"
_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_SLOWER = 5


def run(arguments: Namespace, output: Output) -> None:
    """Connect. Nothing is stored until the key is safe. Raises CommandError."""
    address = arguments.url.rstrip("/")
    if urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).hostname:
        raise CommandError(USAGE, "The address begins with https://, or http:// in a network of one's own.")
    own = profile.find()
    folder = Path(arguments.folder or Path.home() / "Notes").expanduser().absolute()
    with lock.hold(own.lock_file):
        if own.settings_file.exists() and own.state_file.exists() and not _is_same(own, address, folder):
            raise CommandError(FAILED, "Something else is connected: notes-desktop disconnect, or reset, comes first.")
        # Before anybody approves anything: without a store there would be no place for the key.
        keychain.check()
        secret = _key(HttpTransport(address, ""), output, opens_browser=not arguments.no_browser)
        keychain.store(own, secret)
        own.store(Settings(address, str(folder), arguments.name or device_name()))
        _mark(own.state_file, folder)
    output.say(f"{folder} is connected with {address}. notes-desktop sync brings both together.")


def _is_same(own: profile.Profile, address: str, folder: Path) -> bool:
    try:
        known = own.settings()
    except CommandError:
        return True
    return (known.address, known.folder) == (address, str(folder))


def _mark(state_file: Path, folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(FOLDER_GONE, f"{folder} cannot be made: {error.strerror}") from error
    state, disk = State(str(state_file)), Disk(str(folder))
    try:
        marking.mark(disk, state)
    finally:
        disk.close()
        state.close()


def _key(transport: HttpTransport, output: Output, *, opens_browser: bool) -> str:
    """The key, when somebody has approved in a browser."""
    asked = {"client_id": _CLIENT, "scope": _SCOPE, "device_name": device_name()}
    code = _post(transport, "/api/auth/device/code", asked)
    if "device_code" not in code:
        raise CommandError(FAILED, f"The service gives no code ({code.get('error', 'no answer')}).")
    output.say(f"Open {code['verification_uri']} and enter {code['user_code']}")
    if opens_browser:
        webbrowser.open(str(code["verification_uri_complete"]))
    wait = float(code["interval"])
    form = {"grant_type": _GRANT, "device_code": code["device_code"], "client_id": _CLIENT}
    while True:
        time.sleep(wait)
        answer = _post(transport, "/api/auth/device/token", form)
        if "access_token" in answer:
            return str(answer["access_token"])
        if answer.get("error") == "slow_down":
            wait += _SLOWER
        elif answer.get("error") != "authorization_pending":
            raise CommandError(FAILED, f"No key was given ({answer.get('error', 'no answer')}).")


def _post(transport: HttpTransport, path: str, form: dict[str, Any]) -> dict[str, Any]:
    try:
        answer = transport.ask("POST", path, urlencode(form).encode(), _FORM)
    except UnreachableError as error:
        raise CommandError(UNREACHABLE, str(error)) from error
    return answer.body if isinstance(answer.body, dict) else {}
