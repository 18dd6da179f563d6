"""The zip export: markdown files in their folders, attachments, and `workspace.json` for an exact way back."""

from collections.abc import Iterator

import orjson

from notesvc import clock
from notesvc.domain.exporting import files, layout, records
from notesvc.domain.exporting.export import Export, json_pieces
from notesvc.domain.exporting.layout import Paths
from notesvc.domain.exporting.titles import Titles
from notesvc.domain.exporting.zip_stream import ZipStream
from notesvc.text.markdown import file_addresses, front_matter

_ENDING = ".md"


def pieces(export: Export) -> Iterator[bytes]:
    """The zip as a stream. A failure in its middle leaves no archive that could be taken for a whole one."""
    owner_id = export.caller.user_id
    paths = layout.plan(owner_id, export.language, _ENDING)
    archive, titles = ZipStream(), Titles(owner_id, paths)
    for path in paths.folders.values():
        yield from archive.folder(path)
    for rows in records.notes(owner_id, export.since, export.damage):
        for row in rows:
            yield from _note(archive, row, paths, titles)
    yield from files.copy_all(archive, export, paths)
    # After all files, because it says which are there.
    yield from archive.long_file(layout.INDEX, json_pieces(export, paths), clock.now())
    yield from files.told(archive, export)
    yield from archive.end()


def _note(archive: ZipStream, note: records.Note, paths: Paths, titles: Titles) -> Iterator[bytes]:
    path = paths.notes.get(note.id)
    if path is not None:
        content = file_addresses.with_relative_files(note.content, path, paths.attachments.get)
        content = titles.content(note.id, file_addresses.with_relative_notes(content, path, paths.notes.get))
        yield from archive.file(path, _with_front_matter(note, content, titles).encode(), note.column("updated_at"))


def _with_front_matter(note: records.Note, content: str, titles: Titles) -> str:
    own = {"tags": orjson.loads(note.column("tags")), "icon": note.column("icon"), "cover": note.column("cover")}
    given = {name: value for name, value in own.items() if value}
    try:
        properties = titles.properties(note.id, orjson.loads(note.column("properties")))
        return front_matter.join(properties | given, content)
    except ValueError:
        # YAML cannot say them; they are in `workspace.json`.
        return front_matter.join({}, content)
