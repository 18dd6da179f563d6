"""Two texts that cannot be merged: both are kept, ours as a note beside."""

import json
import re

from notesvc.clients.desktop.sync import creating, pages
from notesvc.clients.desktop.sync.desk import Desk, Text, hash_of
from notesvc.clients.desktop.sync.state import Creation, Thing
from notesvc.clients.desktop.sync.tree import JOURNAL, TOP, join, split, title_of
from notesvc.text import file_names

MARK = re.compile(r" \(conflict, [^()]*, [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{4}\)")
"""What the name of a conflict copy has behind the note's."""


def keep_both(desk: Desk, thing: Thing, path: str, text: Text) -> bool:
    """Our text becomes a note beside the other; whether it is on the disk and in the service."""
    if not desk.may("create", path):
        return False
    folder, file = split(path)
    title = MARK.sub("", title_of(file))
    name = f"{title} (conflict, {desk.options.host}, {desk.now():%Y-%m-%d %H%M})"
    copy = join(folder, desk.naming.free(folder, file_names.safe(name, ".md")))
    place = thing.place if thing.place not in (TOP, JOURNAL) else None
    body = {"name": title_of(split(copy)[1]), "parentId": place, **pages.new_fields(text.page)}
    creation = Creation(desk.new_key(), "note", copy, text.page, json.dumps(body), thing.id, hash_of(text.page))
    desk.naming.take(folder, split(copy)[1], "?")
    creating.make(desk, [creation])
    return not creating.is_copy_under_way(desk, thing)
