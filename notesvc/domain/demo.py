"""The demo workspace: a year of somebody's notes, for those who want to look around before they write."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import resvg_py
import yaml

from notesvc import clock
from notesvc.domain import attachments, favourites, folders, journal, notes, people, tags
from notesvc.domain.caller import Caller
from notesvc.models import Note, NoteVisit
from notesvc.text.markdown import front_matter

_SEED = Path(__file__).resolve().parents[1] / "seed" / "demo"
_DAY = 86_400
_PLACEHOLDER = re.compile(r"\{\{day([+-][0-9]+)?\}\}|\{\{picture (\w+)\}\}")


def plant(caller: Caller) -> None:
    """Make the workspace, in the current transaction; its days are counted from today. Files need an open store."""
    plan = yaml.safe_load((_SEED / "workspace.yaml").read_text(encoding="utf-8"))
    places = {folder["name"]: str(folders.create(caller, folder).id) for folder in plan["folders"]}
    for person in plan["people"]:
        people.create(caller, person)
    pictures = {path.stem: _picture(caller, path) for path in sorted((_SEED / "pictures").glob("*.svg"))}
    texts = [(path, _text_of(path, pictures)) for path in sorted((_SEED / "notes").glob("*.md"))]
    made = dict(_make_note(caller, text, places, pictures) for _, text in texts)
    for path in (_SEED / "journal").glob("*.md"):
        days = int(path.stem)
        entry, _ = journal.write(caller, _day(-days), {"content": _text_of(path, pictures)})
        _date_back(str(entry.id), days, 20)
    for tag, color in plan["tags"].items():
        tags.paint(caller, tag, color)
    for name in plan["favourites"]:
        favourites.add(caller, made[name])
    for hours, name in enumerate(plan["opened"]):
        NoteVisit.create(user=caller.user_id, note=made[name], opened_at=clock.from_now(-3_600 * hours - 600))


def _make_note(caller: Caller, text: str, places: dict[str, str], pictures: dict[str, str]) -> tuple[str, str]:
    """A note of the text, dated back; answers its name and id."""
    said, content = front_matter.split(text)
    fields: dict[str, Any] = {
        "name": str(said["title"]),
        "icon": said["icon"],
        "tags": said["tags"],
        "cover": pictures.get(str(said.get("cover"))),
        "properties": {name: str(value) for name, value in said.get("properties", {}).items()},
        "content": content,
        "parent_id": places[str(said["folder"])],
    }
    note, _ = notes.create(caller, fields)
    _date_back(str(note.id), int(said["days"]), len(content) % 9)
    return str(note.name), str(note.id)


def _date_back(note_id: str, days: int, hours: int) -> None:
    """Nobody has seen the note yet, so its time may be earlier than it was made."""
    moment = clock.from_now(-days * _DAY - hours * 3_600 - 60)
    Note.update(created_at=moment, updated_at=moment).where(Note.id == note_id).execute()


def _picture(caller: Caller, path: Path) -> str:
    """The address of a drawing, which is kept as PNG: browsers are shown no other kind of picture of somebody's."""
    drawn = io.BytesIO(
        bytes(resvg_py.svg_to_bytes(svg_string=path.read_text(encoding="utf-8"), skip_system_fonts=True))
    )
    file = attachments.store(caller, drawn.read, f"{path.stem}.png")
    return f"/files/{file.id}/{file.name}"


def _text_of(path: Path, pictures: dict[str, str]) -> str:
    return _PLACEHOLDER.sub(_value_of(pictures), path.read_text(encoding="utf-8"))


def _value_of(pictures: dict[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda found: pictures[found[2]] if found[2] else _day(int(found[1] or 0))


def _day(ahead: int) -> str:
    return clock.from_now(ahead * _DAY)[:10]
