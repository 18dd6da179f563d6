"""The welcome notes that every new account finds: the product explained by using it."""

from pathlib import Path

from notesvc import languages
from notesvc.domain import folders, notes, people
from notesvc.domain.caller import Caller
from notesvc.languages import Language
from notesvc.text.markdown import front_matter

_SEED = Path(__file__).resolve().parents[2] / "seed" / "welcome"
# The folder's name, and what is said of the person, by language.
_WORDS: dict[Language, tuple[str, str]] = {
    "en": ("Welcome", "Mentioned in your welcome notes."),
    "de": ("Willkommen", "Wird in Ihren Willkommensnotizen erwähnt."),
    "es": ("Bienvenida", "Se menciona en sus notas de bienvenida."),
    "ja": ("ようこそ", "ようこそのノートでメンションされています。"),
    "ar": ("ترحيب", "مذكورة في ملاحظات الترحيب."),
}


def plant(caller: Caller, language: Language | None) -> None:
    """Make the welcome folder, its notes and the person they mention, in the current transaction."""
    writer = caller.through("welcome")
    language = language or languages.USUAL
    name, about = _WORDS[language]
    people.create(writer, {"name": "Ada Lovelace", "aliases": ["Ada"], "notes": about})
    folder = folders.create(writer, {"name": name, "icon": "👋"})
    for path in sorted((_SEED / language).glob("*.md")):
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
