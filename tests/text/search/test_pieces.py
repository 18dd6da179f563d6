"""The filters of a search that are shown one by one; the web app's tests read the same examples."""

import json
from pathlib import Path

import pytest

from notesvc.text.search.pieces import filters_to_show

EXAMPLES = json.loads((Path(__file__).parent.parent / "filters_to_show.json").read_text())


@pytest.mark.parametrize(("q", "filters"), EXAMPLES)
def test_filters_that_can_be_taken_out_alone_are_shown(q: str, filters: list[list[object]]) -> None:
    assert [list(each) for each in filters_to_show(q)] == filters
