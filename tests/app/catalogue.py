"""What the web app says in English, by key: a sentence stands in its catalogue alone, beside its translations."""

import re
from functools import cache
from typing import Any

import yaml

from tests.places import PACKAGE

_CATALOGUES = PACKAGE / "clients" / "web" / "src" / "i18n" / "en"


def said(key: str, **values: object) -> str:
    """The sentence with that key, its area first: `said("admin.nobody")`; the values stand for its `{{names}}`."""
    area, *names = key.split(".")
    found: Any = _catalogue(area)
    for name in names:
        found = found[name]
    return re.sub(r"\{\{(\w+)\}\}", lambda match: str(values[match[1]]), found)


@cache
def _catalogue(area: str) -> dict[str, Any]:
    """The literal of a catalogue is YAML, too, but for its comments."""
    text = (_CATALOGUES / f"{area}.ts").read_text().partition("export default ")[2]
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("/"))
    literal: dict[str, Any] = yaml.load("\n".join(lines).rstrip().removesuffix(";"), Loader=yaml.CBaseLoader)
    return literal
