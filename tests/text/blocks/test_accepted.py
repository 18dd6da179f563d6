"""What a rich document may hold, by the examples that the web app's editor is held to as well."""

import json
from pathlib import Path
from typing import Any

import pytest

from notesvc.text import allowed_urls
from notesvc.text.blocks import validation

EXAMPLES: dict[str, Any] = json.loads((Path(__file__).parents[1] / "accepted.json").read_text())


@pytest.mark.parametrize("href", EXAMPLES["addresses"]["accepted"])
def test_a_link_may_have_the_address(href: str) -> None:
    assert allowed_urls.is_allowed(href)


@pytest.mark.parametrize("href", EXAMPLES["addresses"]["refused"])
def test_no_link_may_have_the_address(href: str) -> None:
    assert not allowed_urls.is_allowed(href)


@pytest.mark.parametrize("example", EXAMPLES["blocks"], ids=lambda example: example["path"])
def test_a_block_is_refused_by_its_path_and_taken_as_the_editor_sends_it(example: dict[str, Any]) -> None:
    with pytest.raises(validation.BlockError) as refused:
        validation.validate([example["refused"]])
    assert refused.value.path == example["path"]
    validation.validate([example["cleaned"]])
