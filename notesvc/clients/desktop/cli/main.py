"""`notes-desktop`: reads the command line; the command's own module is loaded when it is known which."""

import argparse
import importlib
import sys

from notesvc.clients.desktop.cli import codes
from notesvc.clients.desktop.cli.codes import CommandError
from notesvc.clients.desktop.cli.output import Output

_COMMANDS = {
    "connect": ("connect", "get a key for this device and connect a folder"),
    "status": ("show", "what is connected, and what could not be synced"),
    "pull": ("syncing", "bring what is in the service, and send nothing"),
    "sync": ("syncing", "make the folder and the workspace the same"),
    "conflicts": ("show", "texts that could not be merged, and are kept beside each other"),
    "restore": ("restore", "bring a file back from the local trash"),
    "window": ("window", "show the web app in a window of its own"),
    "autostart": ("autostart", "sync whenever you are signed in to this machine"),
    "disconnect": ("ending", "delete this device's key; files stay"),
    "reset": ("ending", "forget what was synced; files stay"),
}


def main(given: list[str] | None = None) -> int:
    """Run one command; answers its exit code."""
    arguments = _parser().parse_args(given)
    output = Output(is_json=arguments.json)
    code = codes.OK
    try:
        name, _ = _COMMANDS[arguments.command]
        importlib.import_module(f"notesvc.clients.desktop.cli.{name}").run(arguments, output)
    except CommandError as error:
        code = error.code
        output.fail(str(error), code)
    except KeyboardInterrupt:
        code = codes.FAILED
    except ImportError as error:
        code = codes.FAILED
        output.fail(f"{error.name} is missing: install notesvc[desktop].", code)
    output.end()
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("notes-desktop", description="A folder of Markdown files and a workspace, the same.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    found = {name: commands.add_parser(name, help=text) for name, (_, text) in _COMMANDS.items()}
    for each in found.values():
        each.add_argument("--json", action="store_true", help="answer as one JSON document")
    found["connect"].add_argument("url", metavar="URL", help="the address of the service")
    found["connect"].add_argument("--folder", help="the folder; ~/Notes where none is named")
    found["connect"].add_argument("--name", help="what this device is called in names of conflict copies")
    found["connect"].add_argument("--no-browser", action="store_true", help="only print where to approve")
    for name in ("sync", "pull"):
        found[name].add_argument("--dry-run", action="store_true", help="say what would be done")
        found[name].add_argument("--accept-deletes", type=int, default=0, metavar="N", help="let so many be deleted")
    found["sync"].add_argument("--watch", action="store_true", help="go on until stopped")
    found["restore"].add_argument("name", nargs="?", help="a name of the list; without one the list is shown")
    found["autostart"].add_argument("--off", action="store_true", help="not any more")
    found["reset"].add_argument("--credentials", action="store_true", help="delete this device's key, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
