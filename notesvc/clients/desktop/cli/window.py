"""`window`: the web app in a window of its own, where its user signs in as in a browser."""

import importlib
import json
import os
import sys
import webbrowser
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from notesvc.clients.desktop.cli import profile
from notesvc.clients.desktop.cli.codes import FAILED, CommandError
from notesvc.clients.desktop.cli.output import Output

_SIZE = (1200, 800)
_LEAST, _MOST = 300, 10_000
# Links that lead elsewhere ask for a new window, and pywebview gives those to the browser before anything is loaded.
_LINKS = """
if (!window.notesDesktopLinks) {
  window.notesDesktopLinks = true;
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (link && /^https?:$/.test(link.protocol) && link.origin !== location.origin) link.target = "_blank";
  }, true);
}
"""


def run(arguments: Namespace, output: Output) -> None:
    """Show the window until it is closed. Raises CommandError where pywebview or a display is missing."""
    del arguments, output
    own = profile.find()
    address = own.settings().address
    webview = _webview()
    _check_display()
    size_file = own.state_folder / "window.json"
    width, height = size_of(size_file)
    shown = webview.create_window("Notes", address, width=width, height=height)
    guard = Guard(address, webbrowser.open)
    shown.events.loaded += lambda: guard.look(shown)
    shown.events.resized += lambda width, height: keep_size(size_file, width, height)
    try:
        # Private mode would forget who is signed in.
        webview.start(private_mode=False, storage_path=str(own.state_folder / "window"))
    except webview.errors.WebViewException as error:
        raise CommandError(FAILED, f"No window can be shown: {error}") from error


class Guard:
    """Keeps the window at the service: what lies elsewhere is shown by the browser."""

    def __init__(self, address: str, open_elsewhere: Callable[[str], Any]) -> None:
        self._address, self._open_elsewhere = address, open_elsewhere

    def look(self, shown: Any) -> None:
        """A page was loaded: one from elsewhere goes to the browser, and the window back to the service."""
        address = str(shown.get_current_url() or "")
        if self.is_inside(address):
            shown.run_js(_LINKS)
            return
        shown.load_url(self._address)
        if urlsplit(address).scheme in ("http", "https"):
            self._open_elsewhere(address)

    def is_inside(self, address: str) -> bool:
        """Whether the address is of the service's origin."""
        return _origin(address) == _origin(self._address)


def size_of(file: Path) -> tuple[int, int]:
    """Width and height of the last window."""
    try:
        stored = json.loads(file.read_text(encoding="utf-8"))
        size = int(stored["width"]), int(stored["height"])
    except (OSError, ValueError, KeyError, TypeError):
        return _SIZE
    return size if all(_LEAST <= each <= _MOST for each in size) else _SIZE


def keep_size(file: Path, width: float, height: float) -> None:
    """Remember them; a window that is smaller than any person makes it is none."""
    if min(width, height) < _LEAST:
        return
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    aside = file.with_suffix(".new")
    aside.write_text(json.dumps({"width": int(width), "height": int(height)}), encoding="utf-8")
    aside.replace(file)


def _webview() -> Any:
    try:
        return importlib.import_module("webview")
    except ImportError as error:
        raise CommandError(FAILED, "The window needs pywebview: install notesvc[desktop,window].") from error


def _check_display() -> None:
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise CommandError(FAILED, "There is no display to show a window on.")


def _origin(address: str) -> tuple[str, str, int | None]:
    parts = urlsplit(address)
    try:
        port = parts.port
    except ValueError:
        port = -1
    return parts.scheme, parts.hostname or "", port or {"https": 443, "http": 80}.get(parts.scheme)
