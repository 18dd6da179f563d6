"""The welcome notes that every new account finds: the product explained by using it."""

from pathlib import Path

from notesvc.domain import folders, notes, people
from notesvc.domain.caller import Caller
from notesvc.text.markdown import front_matter

_SEED = Path(__file__).resolve().parents[2] / "seed"


def plant(caller: Caller) -> None:
    """Make the welcome folder, its notes and the person they mention, in the current transaction."""
    writer = caller.through("welcome")
    people.create(writer, {"name": "Ada Lovelace", "aliases": ["Ada"], "notes": "Mentioned in your welcome notes."})
    folder = folders.create(writer, {"name": "Welcome", "icon": "👋"})
    for path in sorted(_SEED.glob("*.md")):
        properties, content = front_matter.split(path.read_text(encoding="utf-8"))
        fields = {
            "name": str(properties.pop("title")),
            "icon": properties.pop("icon", None),
            "tags": properties.pop("tags", []),
            "properties": properties,
            "content": content,
            "parent_id": str(folder.id),
        }
        notes.create(writer, fields)
