"""The client starts fast and needs nothing of the service."""

import subprocess
import sys

import pytest

_SERVICE = ("flask", "peewee", "pydantic", "werkzeug", "orjson", "notesvc.config", "notesvc.domain", "notesvc.web")
_PROGRAM = """
import sys
class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"flask", "peewee", "pydantic", "werkzeug", "orjson"}:
            raise ImportError(name)
sys.meta_path.insert(0, Refusing())
__import__(sys.argv[1])
print("\\n".join(sys.modules))
"""


@pytest.mark.parametrize("module", ["notesvc.clients.desktop.sync.round", "notesvc.clients.desktop.cli.session"])
def test_the_client_imports_nothing_of_the_service(module: str) -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM, module], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()
    assert [name for name in loaded if name in _SERVICE or name.startswith(("notesvc.domain", "notesvc.web"))] == []
