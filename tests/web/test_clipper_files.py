"""The browser extension, as the service offers it."""

import io
import json
import tomllib
import zipfile
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from notesvc.web import pages
from tests.places import PROJECT, missing

# Nothing in here depends on the kind of database.
pytestmark = pytest.mark.parametrize("kind", ["sqlite"])


@pytest.fixture
def built() -> Path:
    """The folder of the built extension."""
    folder = pages.STATIC / "clipper"
    if not (folder / "version.json").is_file():
        missing("the clipper is not built (make web)")
    return folder


def test_the_version_is_the_projects_and_any_origin_may_ask(anonymous: FlaskClient, built: Path) -> None:
    answer = anonymous.get("/clipper/version.json", headers={"Origin": "https://a.example"}, buffered=True)
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"]
    assert answer.get_json() == {"version": version}
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    squeezed = anonymous.get("/clipper/version.json", headers={"Accept-Encoding": "gzip"}, buffered=True)
    assert (squeezed.content_length, len(squeezed.data)) == (len(answer.data), len(answer.data))
    assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("name", ["notes-clipper.zip", "notes-clipper.xpi"])
def test_the_extension_asks_for_few_permissions_and_no_host(anonymous: FlaskClient, built: Path, name: str) -> None:
    archive = zipfile.ZipFile(io.BytesIO(anonymous.get(f"/clipper/{name}", buffered=True).data))
    manifest = json.loads(archive.read("manifest.json"))
    # The last one shows a page of the extension's own beside others, and opens nothing.
    assert manifest["permissions"] == ["activeTab", "scripting", "storage", "alarms", "contextMenus", "sidePanel"]
    assert "optional_permissions" not in manifest
    assert "host_permissions" not in manifest
    assert "content_scripts" not in manifest
    assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    assert [entry.filename for entry in archive.infolist()] == sorted(archive.namelist())


def test_nothing_else_is_offered(anonymous: FlaskClient, built: Path) -> None:
    assert anonymous.get("/clipper/..%2findex.html").status_code == 404
    assert anonymous.get("/clipper/other.zip").status_code == 404
