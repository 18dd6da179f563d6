"""The two forms of a note's text: canonical markdown, and the block list that editors speak."""

import atexit
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from notesvc import errors, limits
from notesvc.domain import text_work
from notesvc.models import NoteBody, NoteVersion
from notesvc.text import stable_json
from notesvc.text.blocks import document_text, validation
from notesvc.text.blocks.document_text import SavedText
from notesvc.text.markdown import prescreen
from notesvc.text.sandbox.renderer import BusyError, Renderer

# Long texts are converted in processes that end when they take too much: what is read and what is written by its own,
# so that who writes documents that are out to harm keeps nobody from reading.
_MEMORY = 384 * 1024 * 1024
_reading = Renderer(limit_seconds=limits.DERIVED_SECONDS, memory_bytes=_MEMORY)
_writing = Renderer(memory_bytes=_MEMORY, wait_seconds=10.0)
for _renderer in (_reading, _writing):
    atexit.register(_renderer.close)


class Document(NamedTuple):
    """A block document that was found to be one, as the JSON text that is stored."""

    json: str


def check(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a write with the document among them as a `Document`: to be done before a transaction.

    Raises InvalidInput for a document that is none, and for a text that is longer than a request may bring.
    """
    content, rich = fields.get("content"), fields.get("rich_content")
    if content is not None:
        _refuse_too_long("content", content)
    if rich is None or isinstance(rich, Document):
        return dict(fields)
    try:
        document = Document(stable_json.dumps(validation.validate(rich)))
    except validation.BlockError as error:
        raise errors.InvalidInput(f"richContent{error.path}", error.message) from error
    return {**fields, "rich_content": document}


def apply(body: NoteBody, fields: Mapping[str, Any]) -> None:
    """Set content and rich content from a checked write (docs/interface.md says who derives from whom).

    `content` alone clears the rich document; `rich_content` alone derives the content, unedited blocks keeping
    their source bytes; both are stored as they are. Raises InvalidInput for a document that takes too long.
    """
    document: Document | None = fields.get("rich_content")
    if "content" in fields:
        body.content = fields["content"]
        body.rich_content = None if document is None else document.json
        return
    if "rich_content" not in fields:
        return
    if document is None:
        body.rich_content = None
        return
    saved = text_work.result(_save, str(body.content), document.json)
    # An editor that writes back what it was given has changed nothing, so there is nothing to store.
    if body.rich_content is None and saved.is_derived:
        return
    body.content, body.rich_content = saved.content, document.json


def json_of(body: NoteBody | NoteVersion) -> bytes:
    """The block list as JSON, ready to be sent: the stored one, else the one derived from the markdown.

    A text that takes too long to be read is one raw block, which loses nothing.
    """
    if body.rich_content is not None:
        return str(body.rich_content).encode()
    content = str(body.content)
    if prescreen.is_light(content):
        return _derive(content)
    if len(content) > limits.DERIVED_CHARACTERS:
        return document_text.raw(content).encode()
    try:
        found = _reading.derive(content)
    except BusyError:
        found = None
    return (document_text.raw(content) if found is None else found).encode()


# JSON and not the lists: some megabytes in place of hundreds, and nobody can change what others are given.
@lru_cache(maxsize=64)
def _derive(content: str) -> bytes:
    return document_text.derive(content).encode()


def _save(old: str, document: str) -> SavedText:
    """The markdown of the document; in a process that can be ended unless it is small. Raises InvalidInput, Busy."""
    found: SavedText | None
    if document_text.is_light(old, document):
        found = document_text.save(old, document)
    else:
        found = _saved_elsewhere(old, document)
    if found is None:
        raise errors.InvalidInput("richContent", "takes too long to be written as markdown; send it as content")
    _refuse_too_long("richContent", found.content)
    return found


def _saved_elsewhere(old: str, document: str) -> SavedText | None:
    raw = document_text.text_of_raw(document)
    if raw is not None:
        return SavedText(raw, is_derived=raw == old)
    try:
        return _writing.save(old, document, limits.DOCUMENT_SECONDS) or _writing.save(
            None, document, limits.DOCUMENT_SECONDS
        )
    except BusyError as error:
        raise errors.Busy("Too many long documents are being saved. Try again in a moment.") from error


def _refuse_too_long(field: str, content: str) -> None:
    size = len(content) if content.isascii() else len(content.encode("utf-8", "surrogatepass"))
    if size > limits.MAX_BODY:
        raise errors.InvalidInput(field, f"is longer than {limits.MAX_BODY} bytes")
