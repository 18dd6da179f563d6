"""The documents against the code: what is enforced is written down, and nothing else is."""

import re
from dataclasses import fields

from notesvc import limits
from notesvc.config import Settings
from notesvc.web import routes
from notesvc.web.errors import STATUS
from tests.house.sources import TESTS, assert_none, text
from tests.places import PROJECT

_TEST = re.compile(r"`([a-z_/]+\.py)::(test_\w+)`")
_PATH = re.compile(r"`((?:[a-zA-Z_]+/)+[a-zA-Z_]+\.(?:py|tsx?|json))`")
_PARAMETER = re.compile(r"<(?:[a-z]+:)?([a-z_]+)>")


def read(name: str) -> str:
    return (PROJECT / "docs" / name).read_text(encoding="utf-8")


def test_configuration_names_every_setting_and_no_other() -> None:
    written = set(re.findall(r"^\| `NOTESVC_([A-Z_]+[A-Z])`", read("configuration.md"), re.MULTILINE))
    assert_none(written ^ {field.name.upper() for field in fields(Settings)})


def test_limits_are_written_down_with_their_values() -> None:
    written = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+?) \|", read("limits.md"), re.MULTILINE))
    enforced = {
        name: str(value)
        for name, value in vars(limits).items()
        if name.isupper() and not name.startswith("_") and name not in ("KIB", "MIB")
    }
    assert_none(f"{name}: {value}" for name, value in written.items() ^ enforced.items())


def test_every_route_is_listed_and_no_other() -> None:
    written = set(re.findall(r"^\| `([A-Z]+ /\S*)` \|", read("routes.md"), re.MULTILINE))
    served = {f"{route.method} {shown(route.rule)}" for area in routes.AREAS for route in area.routes}
    assert_none(written ^ served)


def test_every_code_is_written_down_with_its_status() -> None:
    rows = re.findall(r"^\| ([0-9]{3}) \| (.+) \|$", read("interface.md"), re.MULTILINE)
    written = {code: int(status) for status, codes in rows for code in re.findall(r"`([a-z_]+)`", codes)}
    assert_none(f"{code}: {status}" for code, status in written.items() ^ STATUS.items())


def test_every_test_that_the_threat_model_names_exists() -> None:
    named = _TEST.findall(read("security.md"))
    missing = [f"{file}::{test}" for file, test in named if f"def {test}(" not in _source(file)]
    assert named
    assert_none(missing)


def test_every_path_that_a_document_names_exists() -> None:
    places = [PROJECT, PROJECT / "notesvc", PROJECT / "notesvc/clients/web", PROJECT / "notesvc/clients/web/src"]
    documents = [*(PROJECT / "docs" / "how-to").glob("*.md"), PROJECT / "ARCHITECTURE.md", PROJECT / "CONTRIBUTING.md"]
    missing = [
        f"{document.name}: {path}"
        for document in documents
        for path in _PATH.findall(document.read_text(encoding="utf-8"))
        if not any((place / path).exists() for place in places)
    ]
    assert_none(missing)


def _source(file: str) -> str:
    return text(TESTS / file) if (TESTS / file).exists() else ""


def shown(rule: str) -> str:
    return _PARAMETER.sub(r"{\1}", rule)
