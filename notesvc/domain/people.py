"""People: their names, what mentions them, and what happens to mentions when they change."""

from collections.abc import Iterable, Mapping
from typing import Any

from notesvc import clock, database, errors, limits
from notesvc.domain import access, changes, indexing, note_bodies, saving
from notesvc.domain.caller import Caller
from notesvc.domain.links import rewriting
from notesvc.domain.search import index as search_index
from notesvc.domain.text_work import ahead
from notesvc.models import NoteLink, Person, PersonName
from notesvc.text import inline
from notesvc.text.fold import title_key
from notesvc.text.rewriting import bodies

_PLAIN = ("email", "notes", "color")


def people(caller: Caller) -> list[tuple[Person, int]]:
    """All people by name, each with the number of live notes that mention them."""
    counts = dict(
        database.execute(
            "SELECT l.target_key, count(*) FROM note_links l JOIN notes n ON n.id = l.source_note_id "
            "WHERE l.owner_id = ? AND l.kind = 'person' AND n.deleted_at IS NULL GROUP BY l.target_key",
            (caller.user_id,),
        ).fetchall()
    )
    rows = Person.select().where(Person.owner == caller.user_id).order_by(Person.name_key, Person.id)
    return [(row, counts.get(row.id, 0)) for row in rows]


def has_any(caller: Caller) -> bool:
    """Whether the caller knows anybody."""
    return bool(Person.select().where(Person.owner == caller.user_id).exists())


def count_of(person: Person) -> int:
    """How many live notes mention the person."""
    row = database.execute(
        "SELECT count(*) FROM note_links l JOIN notes n ON n.id = l.source_note_id "
        "WHERE l.owner_id = ? AND l.kind = 'person' AND l.target_key = ? AND n.deleted_at IS NULL",
        (person.owner_id, person.id),
    ).fetchone()
    return int(row[0])


@ahead
def create(caller: Caller, fields: Mapping[str, Any], is_import: bool = False) -> Person:
    """Make a person from name, aliases, email, notes, color; texts that say `$Name` already mention them.

    Raises Conflict (`name_taken`) when somebody has one of the names, InvalidInput past the limit and for a name that
    cannot be mentioned; an import takes such names, too, and knows
    when they were made and changed.
    """
    with database.transaction(caller.user_id):
        _refuse_too_many(caller)
        if not is_import:
            _refuse_unmentionable(fields, {})
        now = clock.now()
        person = Person.create(
            id=clock.new_id(),
            owner=caller.user_id,
            name=fields["name"].strip(),
            name_key=title_key(fields["name"]),
            aliases=_clean(fields.get("aliases") or [], fields["name"]),
            email=fields.get("email"),
            notes=fields.get("notes") or "",
            color=fields.get("color"),
            created_at=fields.get("created_at", now),
            updated_at=fields.get("updated_at", now),
            change_number=changes.next_number(caller.user_id),
        )
        _relink(caller, _name(person))
    return person


@ahead
def change(caller: Caller, person_id: str, fields: Mapping[str, Any]) -> Person:
    """Change what the fields name; a new name is written into the mentions by the old one.

    Where a mention with the new name would mean somebody else, it stays, and the old name stays as a further name.
    Raises NotFound, Conflict (`name_taken`), InvalidInput for a name that cannot be mentioned.
    """
    with database.transaction(caller.user_id):
        person = access.person_to_change(caller, person_id)
        _refuse_unmentionable(fields, _keys(person))
        before, old_name = person.values(), str(person.name)
        for field in _PLAIN:
            if field in fields:
                setattr(person, field, fields[field])
        if fields.get("name") is not None:
            person.name, person.name_key = fields["name"].strip(), title_key(fields["name"])
        if "aliases" in fields or person.name != old_name:
            person.aliases = _clean(fields.get("aliases", person.aliases), person.name)
        if person.values() == before:
            return person
        person.updated_at = max(clock.now(), str(person.updated_at))
        person.change_number = changes.next_number(caller.user_id)
        person.save()
        if title_key(old_name) == person.name_key:
            _relink(caller, _name(person))
        else:
            _rename(caller, person, old_name)
    return person


@ahead
def delete(caller: Caller, person_id: str) -> None:
    """Remove the person; what mentioned them is plain text from then on, or means who has the beginning of the name.

    Raises NotFound.
    """
    with database.transaction(caller.user_id):
        person = access.person_to_change(caller, person_id)
        sources = _sources(person)
        _unlink(person)
        changes.bury(caller.user_id, "person", [person_id], changes.next_number(caller.user_id))
        person.delete_instance()
        _index_again(sources)


@ahead
def merge(caller: Caller, person_id: str, into_id: str) -> Person:
    """Make one person of two: the names of the first become further names of the second, mentions follow.

    Raises NotFound for either, InvalidInput for a merge with itself.
    """
    if person_id == into_id:
        raise errors.InvalidInput("into", "is the same person")
    with database.transaction(caller.user_id):
        gone, kept = access.person_to_change(caller, person_id), access.person_to_change(caller, into_id)
        PersonName.update(person=kept).where(PersonName.person == gone).execute()
        kept.aliases = _clean([*kept.aliases, gone.name, *gone.aliases], kept.name)
        kept.email = kept.email or gone.email
        kept.color = kept.color or gone.color
        kept.notes = "\n\n".join(text for text in (kept.notes, gone.notes) if text)
        kept.updated_at = max(clock.now(), str(kept.updated_at))
        kept.change_number = changes.next_number(caller.user_id)
        kept.save()
        sources = _sources(gone)
        _unlink(gone)
        changes.bury(caller.user_id, "person", [person_id], int(kept.change_number))
        gone.delete_instance()
        _index_again(sources)
    return kept


def by_name(caller: Caller, name: str) -> Person | None:
    """The person of that name or alias."""
    found = (PersonName.owner_id == caller.user_id) & (PersonName.name_key == title_key(name))
    row = PersonName.get_or_none(found)
    return row.person if row else None


def _refuse_too_many(caller: Caller) -> None:
    if Person.select().where(Person.owner == caller.user_id).count() >= limits.MAX_PEOPLE:
        raise errors.InvalidInput("name", f"there are {limits.MAX_PEOPLE} people already")


def _clean(aliases: Iterable[str], name: str) -> list[str]:
    kept = {title_key(alias): alias.strip() for alias in aliases if alias.strip()}
    kept.pop(title_key(name), None)
    return list(kept.values())


def _keys(person: Person) -> dict[str, str]:
    """The person's names by their title keys."""
    return {title_key(name): name for name in (person.name, *person.aliases)}


def _refuse_unmentionable(fields: Mapping[str, Any], present: Mapping[str, str]) -> None:
    """Raise InvalidInput for a name that no `$name` can mean, unless the person has it already."""
    named = [("name", fields.get("name")), *(("aliases", alias) for alias in fields.get("aliases") or [])]
    for field, name in named:
        if name and title_key(name) not in present and not inline.can_be_mentioned(name.strip()):
            raise errors.InvalidInput(
                field,
                f"${name.strip()} would mention nobody: a name begins with a letter and has at most 120 characters",
            )


def _name(person: Person) -> set[str]:
    """Bring the look-up rows in line with name and aliases; answers the names that came or went."""
    wanted = _keys(person)
    rows = PersonName.select().where(PersonName.person == person.id)
    present = {row.name_key for row in rows}
    taken = PersonName.select().where(
        (PersonName.owner_id == person.owner_id)
        & PersonName.name_key.in_(list(wanted))
        & (PersonName.person != person.id)
    )
    other = taken.first()
    if other is not None:
        raise errors.Conflict(f"Somebody is called {wanted[other.name_key]} already.")
    for key in present - wanted.keys():
        PersonName.delete().where((PersonName.owner_id == person.owner_id) & (PersonName.name_key == key)).execute()
    for key in wanted.keys() - present:
        PersonName.create(
            owner_id=person.owner_id, name_key=key, initial=inline.person_initial(wanted[key]), person=person.id
        )
    return present ^ wanted.keys()


def _rename(caller: Caller, person: Person, old_name: str) -> None:
    """Write the new name into the mentions by the old one."""
    old_key, initials = title_key(old_name), [inline.person_initial(name) for name in (old_name, str(person.name))]
    before = tuple(indexing.names_beginning(caller.user_id, initials).items())
    changed = _name(person)
    after = tuple(indexing.names_beginning(caller.user_id, initials).items())
    how = (before, after, (str(person.id), old_key, str(person.name)))
    left = 0
    for note, body, found in rewriting.in_notes(_sources(person), bodies.person, lambda _: how):
        left += found.left
        if found.places:
            note.change_number = person.change_number
            body.content, body.rich_content = found.content, found.rich
            saving.update(caller, note, body, "autosave")
    if left and old_key not in _keys(person):
        person.aliases = [*person.aliases, old_name]
        person.save()
        changed |= _name(person)
    _relink(caller, changed)


def _relink(caller: Caller, names: set[str]) -> None:
    """Recompute the links of notes that may mention one of the names."""
    found: set[str] = set()
    for name in names:
        found |= set(search_index.notes_with_phrase(caller.user_id, name))
    _index_again(sorted(found))


def _index_again(note_ids: list[str]) -> None:
    found = [(note, str(body.content)) for note, body in note_bodies.of_notes(note_ids) if "$" in body.content]
    indexing.read_all(content for _, content in found)
    for note, content in found:
        indexing.rewrite_links(note, indexing.read(content))


def _sources(person: Person) -> list[str]:
    rows = NoteLink.select(NoteLink.source_note).where(_links_to(person))
    return [row.source_note_id for row in rows]


def _unlink(person: Person) -> None:
    NoteLink.delete().where(_links_to(person)).execute()


def _links_to(person: Person) -> Any:
    return (NoteLink.owner_id == person.owner_id) & (NoteLink.kind == "person") & (NoteLink.target_key == person.id)
