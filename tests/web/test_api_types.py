"""The web app's types of the interface fit the interface."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.places import PACKAGE, missing
from tests.web.openapi_document import served

pytestmark = pytest.mark.process

WEB = PACKAGE / "clients" / "web"


def test_the_types_are_those_of_the_served_document(tmp_path: Path) -> None:
    if not (WEB / "node_modules" / "openapi-typescript").exists():
        missing("the web app's packages are not installed (make dev)")
    (tmp_path / "openapi.json").write_text(served(), encoding="utf-8")
    made = tmp_path / "api.schema.ts"
    web_build().PACKAGE.npm("exec", "--", "openapi-typescript", str(tmp_path / "openapi.json"), "-o", str(made))
    assert made.read_text(encoding="utf-8") == (WEB / "src" / "api.schema.ts").read_text(encoding="utf-8"), (
        "run `make api` and commit notesvc/clients/web/src/api.schema.ts"
    )


def web_build() -> Any:
    """The module that builds the web app; it stands outside the packages."""
    spec = importlib.util.spec_from_file_location("web_build", WEB / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
