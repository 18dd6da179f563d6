"""A client whose types are made from the served document writes a note and reads the stream of events."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.kept import Services
from tests.places import PACKAGE, missing
from tests.process.member import register
from tests.web.openapi_document import served

WEB = PACKAGE / "clients" / "web"
OPTIONS = ["--strict", "--skipLibCheck", "--target", "ES2022", "--module", "ESNext", "--moduleResolution", "bundler"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with the generated types, and the packages of the web app."""
    if not (WEB / "node_modules" / "openapi-typescript").exists():
        missing("the web app's packages are not installed (make dev)")
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "openapi.json").write_text(served(), encoding="utf-8")
    node(tmp_path, "node_modules/openapi-typescript/bin/cli.js", "openapi.json", "-o", "api.schema.ts")
    shutil.copy(Path(__file__).with_name("typed_client.ts"), tmp_path)
    return tmp_path


def node(folder: Path, script: str, *arguments: str) -> str:
    """What the script prints, which has to end well."""
    done = subprocess.run(["node", script, *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_fits_its_types_writes_a_note_and_reads_the_stream(folder: Path, services: Services) -> None:
    node(folder, "node_modules/typescript/bin/tsc", *OPTIONS, "--types", "node", "typed_client.ts")
    service = services.empty("sqlite", NOTESVC_REGISTRATION="open")
    owner = register(service)
    said: dict[str, Any] = json.loads(node(folder, "typed_client.js", service.url, owner.headers["Cookie"]))
    assert said == {
        "name": "From types",
        "content": "## Made of blocks\n\n- [x] [[Plan]]\n",
        "code": "precondition_failed",
        "change": "created",
        "next": True,
    }
