"""Whatever is done to other notes, each link means what it meant, or is dead while its target is in the trash."""

import contextlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from notesvc import database, errors
from notesvc.config import Settings
from notesvc.domain import access, folders, history, notes, trash
from notesvc.domain.caller import Caller
from notesvc.domain.links.resolution import Resolver
from notesvc.text import inline
from tests import searching
from tests.domain.conftest import add_user

# Postgres takes its time for each.
EXAMPLES = {"sqlite": 120, "postgres": 25}
TITLES = st.sampled_from(
    ["a", "A", "a", "b", "b", "á", "a/b", "b/a", "[a]", "a#", "a|b", "^a", "a\\", "", "#", "F", "F/a", "a.md", "ß"]
)
FOLDERS = st.sampled_from(["F", "f", "G", "a", "F/G", "G#"])
LABELS = st.sampled_from(["a", "A", "b", "á", "a/b", "F/a", "G/F/b", "^a", "a.md", "F", "ss", "x", "a#h", "b|said"])
SMALL = st.integers(0, 9)
_numbers = count(1)

ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("create"), TITLES, SMALL, st.lists(LABELS, max_size=3)),
        st.tuples(st.just("folder"), FOLDERS, SMALL),
        st.tuples(st.just("rename"), SMALL, TITLES),
        st.tuples(st.just("alias"), SMALL, TITLES),
        st.tuples(st.just("move"), SMALL, SMALL),
        st.tuples(st.just("rename_folder"), SMALL, FOLDERS),
        st.tuples(st.just("move_folder"), SMALL, SMALL),
        st.tuples(st.just("delete"), SMALL),
        st.tuples(st.just("delete_folder"), SMALL),
        st.tuples(st.just("restore"), SMALL),
        st.tuples(st.just("erase"), SMALL),
        st.tuples(st.just("write"), SMALL, LABELS),
        st.tuples(st.just("version"), SMALL, SMALL),
        st.tuples(st.just("duplicate"), SMALL),
    ),
    min_size=1,
    max_size=20,
)
START: list[tuple[Any, ...]] = [
    ("folder", "F", 0),
    ("folder", "G", 1),
    ("folder", "G", 0),
]
SOURCE = ["a", "b", "F/a", "G/b", "a/b", "^a"]


# Most of what happens is about few names in few places: that is where links are taken for each other.
BEGINNING = st.lists(
    st.tuples(st.sampled_from(["a", "b", "a"]), st.integers(0, 3), st.sampled_from([[], SOURCE])),
    min_size=4,
    max_size=6,
)


@dataclass
class World:
    """A workspace, and what may be done in it; `written` are the notes whose own text the last act changed."""

    caller: Caller
    notes: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    written: set[str] = field(default_factory=set)

    def do(self, act: str, *how: Any) -> None:
        self.written = set()
        with contextlib.suppress(errors.NotFound, errors.Conflict, errors.InvalidInput):
            getattr(self, f"_{act}")(*how)

    def _note(self, number: int) -> str:
        return self.notes[number % len(self.notes)]

    def _folder_or_top(self, number: int) -> str | None:
        place = number % (len(self.folders) + 1)
        return self.folders[place] if place < len(self.folders) else None

    def _create(self, title: str, place: int, labels: list[str]) -> None:
        text = "\n\n".join(f"see [[{label}]] there" for label in labels)
        fields = {"name": title, "content": text, "parent_id": self._folder_or_top(place)}
        made, _ = notes.create(self.caller, fields)
        self.notes.append(str(made.id))
        self.written = {str(made.id)}

    def _folder(self, name: str, place: int) -> None:
        made = folders.create(self.caller, {"name": name, "parent_id": self._folder_or_top(place)})
        self.folders.append(str(made.id))

    def _rename(self, number: int, title: str) -> None:
        notes.change(self.caller, self._note(number), {"name": title})

    def _alias(self, number: int, title: str) -> None:
        notes.change(self.caller, self._note(number), {"properties": {"aliases": [title]}})

    def _move(self, number: int, place: int) -> None:
        notes.move(self.caller, self._note(number), self._folder_or_top(place))

    def _rename_folder(self, number: int, name: str) -> None:
        folders.change(self.caller, self.folders[number % len(self.folders)], {"name": name})

    def _move_folder(self, number: int, place: int) -> None:
        folder = self.folders[number % len(self.folders)]
        folders.change(self.caller, folder, {"parent_id": self._folder_or_top(place)})

    def _delete(self, number: int) -> None:
        trash.delete_note(self.caller, self._note(number))

    def _delete_folder(self, number: int) -> None:
        trash.delete_folder(self.caller, self.folders[number % len(self.folders)])

    def _restore(self, number: int) -> None:
        places = self.notes + self.folders
        trash.restore(self.caller, places[number % len(places)])

    def _erase(self, number: int) -> None:
        trash.erase(self.caller, self._note(number))

    def _write(self, number: int, label: str) -> None:
        note_id = self._note(number)
        text = str(access.body_of(access.own_live_note(self.caller, note_id)).content)
        notes.change(self.caller, note_id, {"content": f"{text}\n\nand [[{label}]] too"}, "manual")
        self.written = {note_id}

    def _version(self, number: int, which: int) -> None:
        note_id = self._note(number)
        versions = history.versions_of(self.caller, note_id)
        if versions:
            notes.restore_version(self.caller, str(versions[which % len(versions)].id))
            self.written = {note_id}

    def _duplicate(self, number: int) -> None:
        made, _ = notes.duplicate(self.caller, self._note(number))
        self.notes.append(str(made.id))
        self.written = {str(made.id)}


Meaning = list[tuple[str | None, bool]]
"""By link in the order of the text: what it is bound to, and whether that lives."""


def meanings(world: World) -> dict[str, Meaning]:
    live = {row[0] for row in _rows("SELECT id FROM notes WHERE owner_id = ? AND deleted_at IS NULL", world)}
    bound = {
        (row[0], row[1], row[2]): row[3]
        for row in _rows(
            "SELECT source_note_id, kind, target_label, target_id FROM note_links WHERE owner_id = ?", world
        )
    }
    found = {}
    for note_id, content in _rows(
        "SELECT n.id, b.content FROM notes n JOIN note_bodies b ON b.note_id = n.id WHERE n.owner_id = ?", world
    ):
        tokens = [token for token in inline.scan(content) if token.kind in ("wiki", "note")]
        targets = [bound[note_id, token.kind, token.value] for token in tokens]
        found[note_id] = [(target, target in live) for target in targets]
    return found


def texts(world: World, found: dict[str, Meaning]) -> dict[tuple[str, str], list[list[str | None]]]:
    """By note and its text: what its links mean."""
    rows = _rows(
        "SELECT n.id, b.content FROM notes n JOIN note_bodies b ON b.note_id = n.id WHERE n.owner_id = ?", world
    )
    return {(note_id, text): [[target for target, _ in found[note_id]]] for note_id, text in rows}


def refuse_untrue_words(world: World) -> None:
    """The words of each link, read by themselves, say what it is bound to."""
    live = {row[0] for row in _rows("SELECT id FROM notes WHERE owner_id = ? AND deleted_at IS NULL", world)}
    resolver = Resolver(world.caller.user_id)
    for label, target_id, parent_id in _rows(
        "SELECT l.target_label, l.target_id, n.parent_id FROM note_links l JOIN notes n ON n.id = l.source_note_id "
        "WHERE l.owner_id = ? AND l.kind = 'wiki'",
        world,
    ):
        assert resolver.resolve(label, parent_id) == (target_id if target_id in live else None), label


def _rows(statement: str, world: World) -> list[Any]:
    return list(database.execute(statement, (world.caller.user_id,)).fetchall())


@pytest.mark.search
def test_no_act_on_other_notes_changes_what_a_link_means(workspace: Settings, kind: str) -> None:
    settings(max_examples=searching.examples(EXAMPLES[kind]))(given(BEGINNING, ACTS)(refuse_changes))()


def refuse_changes(beginning: list[tuple[str, int, list[str]]], acts: list[tuple[Any, ...]]) -> None:
    """In a workspace that begins so, none of the acts changes what a link means."""
    world = World(add_user(f"owner{next(_numbers)}"))
    for act in [*START, *[("create", title, place, links) for title, place, links in beginning]]:
        world.do(*act)
    before = meanings(world)
    known = texts(world, before)
    for act in acts:
        world.do(*act)
        after = meanings(world)
        erased = before.keys() - after.keys()
        present = texts(world, after)
        for note_id, text in present:
            if note_id in world.written or note_id not in before:
                continue
            # A rename that is taken back gives the very text again, with what it meant then.
            then = known.get((note_id, text), [])
            for number, ((was, _), (now, _)) in enumerate(zip(before[note_id], after[note_id], strict=True)):
                assert now == was or was is None or was in erased or now in {each[number] for each in then}
        refuse_untrue_words(world)
        before = after
        for place, found in present.items():
            known[place] = known.get(place, []) + found


@pytest.mark.parametrize("kind", ["postgres"])
@pytest.mark.search
@pytest.mark.parametrize("seed", searching.seeds(10))
def test_two_people_at_once_change_no_links_meaning(workspace: Settings, seed: int) -> None:
    """Both act on one workspace at the same moment, as its owner in two windows, or an import beside them."""
    chance = Random(seed)
    world = World(add_user(f"pair{seed}"))
    for act in [*START, *[("create", chance.choice("ab"), place, SOURCE) for place in range(5)]]:
        world.do(*act)
    for _ in range(6):
        before = meanings(world)
        others = [World(world.caller, list(world.notes), list(world.folders)) for _ in range(2)]
        plans = [[_act(chance) for _ in range(3)] for _ in others]
        with ThreadPoolExecutor(2) as threads:
            list(threads.map(_play, others, plans))
        after = meanings(world)
        gone = before.keys() - after.keys()
        for note_id in before.keys() & after.keys():
            # What was bound by a rename that is taken back means nothing again.
            may_go = any(act[0] == "rename" for plan in plans for act in plan)
            assert all(
                now == was or was is None or was in gone or (now is None and may_go)
                for (was, _), (now, _) in zip(before[note_id], after[note_id], strict=True)
            )
        refuse_untrue_words(world)
        world.notes += sorted(after.keys() - set(world.notes))


def _act(chance: Random) -> tuple[Any, ...]:
    """Something that writes no text by itself."""
    titles = ["a", "A", "b", "a/b", "[a]", "", "F"]
    return chance.choice(
        [
            ("create", chance.choice(titles), chance.randrange(9), []),
            ("rename", chance.randrange(9), chance.choice(titles)),
            ("alias", chance.randrange(9), chance.choice(titles)),
            ("move", chance.randrange(9), chance.randrange(9)),
            ("rename_folder", chance.randrange(9), chance.choice(["F", "G", "a"])),
            ("move_folder", chance.randrange(9), chance.randrange(9)),
            ("delete", chance.randrange(9)),
            ("restore", chance.randrange(9)),
            ("erase", chance.randrange(9)),
        ]
    )


def _play(world: World, acts: list[tuple[Any, ...]]) -> None:
    with database.connection():
        for act in acts:
            world.do(*act)
