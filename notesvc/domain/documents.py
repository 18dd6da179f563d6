"""The two forms of a note's text: canonical markdown, and the block list that editors speak."""

from functools import lru_cache
from typing import Any

from notesvc import errors, limits
from notesvc.models import NoteBody
from notesvc.text import block_rewrite, blocks, from_markdown, merge, stable_json

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


def document_of(body: NoteBody) -> list[Any]:
    """The block list: the stored one, else the one derived from the markdown, which is not stored."""
    if body.rich_content is not None:
        document: list[Any] = stable_json.loads(str(body.rich_content))
        return document
    return derived(str(body.content))


def derived(content: str) -> list[Any]:
    """The block list of a markdown text; callers must not change it (it is shared)."""
    return _derived(content)


@lru_cache(maxsize=128)
def _derived(content: str) -> list[Any]:
    if len(content) > limits.DERIVED_CHARACTERS:
        return [{**from_markdown.raw(content), "id": "b1"}]
    return list(from_markdown.from_markdown(content))


def _apply_document(body: NoteBody, document: list[Any]) -> None:
    old = body.content
    body.content = merge.save(old, document)
    # An editor that writes back what it was given has changed nothing, so there is nothing to store.
    if body.rich_content is None and body.content == old and blocks.equal(document, derived(old)):
        return
    body.rich_content = stable_json.dumps(document)


def _checked(rich: Any) -> list[Any]:
    try:
        return list(blocks.validate(rich))
    except blocks.BlockError as error:
        raise errors.InvalidInput(f"richContent{error.path}", error.message) from error
