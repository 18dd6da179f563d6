"""Ids at the ends of blocks; the web app's tests read the same examples."""

import json
from pathlib import Path

import pytest

from notesvc.text import block_ids
from notesvc.text.blocks import document_text

EXAMPLES = json.loads((Path(__file__).parent / "block_ids.json").read_text())


@pytest.mark.parametrize(("text", "start"), EXAMPLES)
def test_an_id_stands_at_the_end(text: str, start: int | None) -> None:
    assert block_ids.start(text) == start


@pytest.mark.parametrize("unit", ["^", " ^a", "^a ", "a", " ", "<!-- toggle -->", " ^a <!-- toggle -->"])
def test_it_finishes_on_hostile_text(unit: str) -> None:
    assert block_ids.start(f"^{unit * 200_000}!") is None


@pytest.mark.parametrize(
    "text",
    [
        "A **word** ^a1\n",
        "- one ^a1\n    - two ^a2\n- [ ] task ^a3\n",
        "- folded ^a1 <!-- toggle -->\n",
        "> said ^a1\n",
        "> [!note] Title\n> body\n\n^a1\n",
        "| a |\n| --- |\n| b |\n\n^a1\n",
        "```js\nx\n```\n\n^a1\n",
        "$$\nx\n$$\n\n^a1\n",
        "## Heading ^a1\n",
    ],
)
def test_blocks_keep_their_ids_on_the_way_to_markdown_and_back(text: str) -> None:
    document = document_text.derive(text)
    assert document_text.save(None, document).content.strip() == text.strip()
