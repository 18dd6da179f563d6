"""A note's text, and the document stored beside it, with some of its links and names written anew."""

from typing import NamedTuple

from notesvc.text import inline, stable_json
from notesvc.text.inline import Form
from notesvc.text.rewriting import document_links, documents, mention_links
from notesvc.text.rewriting.mention_links import LinkedText, Target

Known = tuple[tuple[str, str], ...]
"""Title keys of names, each with the person's id."""


class Rewritten(NamedTuple):
    """The text and the document (JSON, or None) after it; how many `places` of the text were changed, and how many
    were `left` because written anew they would mean something else."""

    content: str
    rich: str | None
    places: int
    left: int = 0


def links(content: str, rich: str | None, forms: tuple[tuple[Form, Form], ...]) -> Rewritten:
    """Links are written as the forms say (`inline.rewrite_wiki`)."""
    text, count = inline.rewrite_wiki(content, dict(forms))
    if rich is not None and count:
        rich = stable_json.dumps(document_links.rewritten(stable_json.loads(rich), dict(forms)))
    return Rewritten(text, rich, count)


def tag(content: str, rich: str | None, old_key: str, new: str) -> Rewritten:
    """A tag and those below it are written as another one (`inline.rename_tag`)."""
    return _both(content, rich, lambda text: inline.rename_tag(text, old_key, new))


def person(content: str, rich: str | None, before: Known, after: Known, who: tuple[str, str, str]) -> Rewritten:
    """Mentions of a person by one name become mentions by another (`inline.rename_person`).

    The names are those before and after it; `who` is the person's id, the old name's key and the new name.
    """

    known, then = dict(before), dict(after)

    def rename(text: str) -> inline.RenameResult:
        return inline.rename_person(text, known, then, who)

    renamed = rename(content)
    if rich is not None and renamed.places:
        rich = stable_json.dumps(documents.rewritten(stable_json.loads(rich), lambda piece: rename(piece).text))
    return Rewritten(renamed.text, rich, renamed.places, renamed.left)


def mentions(content: str, rich: str | None, names: tuple[str, ...], target: Target) -> tuple[LinkedText, str | None]:
    """Mentions of a note's names become links to it (`mention_links`); the document is left alone where none did."""
    linked = mention_links.link_mentions(content, names, target)
    if rich is not None and linked.before:
        rich = stable_json.dumps(mention_links.link_in_document(stable_json.loads(rich), names, target))
    return linked, rich


def _both(content: str, rich: str | None, rewrite: documents.Counting) -> Rewritten:
    text, count = rewrite(content)
    if rich is not None and count:
        rich = stable_json.dumps(documents.rewritten(stable_json.loads(rich), lambda piece: rewrite(piece)[0]))
    return Rewritten(text, rich, count)
