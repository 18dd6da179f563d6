"""The two forms of a note's text: canonical markdown, and the block list that editors speak."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

import orjson

from notesvc import errors, limits
from notesvc.models import NoteBody
from notesvc.text import block_rewrite, blocks, from_markdown, mention_links, merge, stable_json
from notesvc.text.mention_links import Target

# Converting costs some 10 ms for 10 kB; a longer note is answered as one raw block, which loses nothing.


def apply(body: NoteBody, fields: dict[str, Any]) -> None:
    """Set content and rich content from a write (contract, section 3: who derives from whom).

    `content` alone clears the rich document; `rich_content` alone derives the content, unedited blocks keeping
    their source bytes; both are stored as they are. Raises InvalidInput for a document that is none.
    """
    rich = fields.get("rich_content")
    document = None if rich is None else _checked(rich)
    if "content" in fields:
        body.content = fields["content"]
        body.rich_content = None if document is None else stable_json.dumps(document)
        return
    if "rich_content" not in fields:
        return
    if document is None:
        body.rich_content = None
        return
    _apply_document(body, document)


def rewrite(body: NoteBody, content: str, piece: block_rewrite.Rewrite) -> None:
    """Set a content in which only links or names were rewritten; a stored document is rewritten likewise."""
    body.content = content
    if body.rich_content is not None:
        document = block_rewrite.rewritten(stable_json.loads(str(body.rich_content)), piece)
        body.rich_content = stable_json.dumps(document)


def link_mentions(body: NoteBody, content: str, names: Collection[str], target: Target) -> None:
    """Set a content in which only mentions became links; in a stored document they become links too."""
    body.content = content
    if body.rich_content is not None:
        document = mention_links.link_in_document(stable_json.loads(str(body.rich_content)), names, target)
        body.rich_content = stable_json.dumps(document)


def document_of(body: NoteBody) -> list[Any]:
    """The block list: the stored one, else the one derived from the markdown, which is not stored."""
    document: list[Any] = orjson.loads(json_of(body))
    return document


def json_of(body: NoteBody) -> bytes:
    """The same as JSON, ready to be sent."""
    return _derived(str(body.content)) if body.rich_content is None else str(body.rich_content).encode()


# JSON and not the lists: some megabytes in place of hundreds, and nobody can change what others are given.
@lru_cache(maxsize=64)
def _derived(content: str) -> bytes:
    if len(content) > limits.DERIVED_CHARACTERS:
        return orjson.dumps([{**from_markdown.raw(content), "id": "b1"}])
    return orjson.dumps(from_markdown.from_markdown(content))


def _apply_document(body: NoteBody, document: list[Any]) -> None:
    old = body.content
    body.content = merge.save(old, document)
    # An editor that writes back what it was given has changed nothing, so there is nothing to store.
    if body.rich_content is None and body.content == old and blocks.equal(document, orjson.loads(_derived(old))):
        return
    body.rich_content = stable_json.dumps(document)


def _checked(rich: Any) -> list[Any]:
    try:
        return list(blocks.validate(rich))
    except blocks.BlockError as error:
        raise errors.InvalidInput(f"richContent{error.path}", error.message) from error
