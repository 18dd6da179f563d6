"""A rename reaches every wiki link that meant the note, in the same transaction."""

from notesvc.domain import access, documents, linking, saving, texts
from notesvc.domain.caller import Caller
from notesvc.models import Note, NoteBody
from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.inline import Token


def links_to(note: Note) -> dict[str, list[str]]:
    """The notes whose links by title mean this one, with the labels they use. Ask before the name changes."""
    return linking.sources_of(str(note.owner_id), str(note.id), [str(note.name_key)])


def preview(caller: Caller, note_id: str, name: str) -> tuple[int, int]:
    """How many notes, and how many links in them, a rename would rewrite. Raises NotFound."""
    note = access.own_note(caller, note_id)
    if title_key(name) == note.name_key:
        return 0, 0
    sources = links_to(note)
    links = 0
    for source, body in texts.of_notes(list(sources)):
        links += _rewritten(str(body.content), sources[str(source.id)], name)[1]
    return len(sources), links


def rewrite(caller: Caller, sources: dict[str, list[str]], new_name: str, change_number: int) -> None:
    """Write the new title into the links that `links_to` found, through the ordinary save."""
    for source, body in texts.of_notes(list(sources)):
        if not in_body(body, sources[str(source.id)], new_name):
            continue
        source.change_number = change_number
        saving.update(caller, source, body, "autosave")


def _rewritten(content: str, labels: list[str], name: str) -> tuple[str, int]:
    def is_target(token: Token) -> bool:
        return token.title in labels

    return inline.rename_wiki(content, is_target, name)


def in_body(body: NoteBody, labels: list[str], name: str) -> int:
    """Rewrite the links by these labels in a text and its document; answers how many there were."""
    content, count = _rewritten(body.content, labels, name)
    if count:
        documents.rewrite(body, content, lambda piece: _rewritten(piece, labels, name)[0])
    return count
