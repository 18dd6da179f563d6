"""Two people who write at random, one in the workspace and one in the files; what they wrote is remembered by word."""

import contextlib
import random
from collections.abc import Callable
from typing import Any

from notesvc import database, errors
from notesvc.domain import folders, notes, trash
from notesvc.domain.mirror import file_form, records
from notesvc.models import Folder, Note
from tests.domain.mirror.rig import Rig

_NAMES = ("Plan", "plan", "Ideas", "a/b", "Reise: Köln", "CON", "x.md", "Été", "Diary 2026")


class People:
    """`words` are all that was ever written, `removed` those that somebody took out of a text on purpose, `binned`
    those that lay in what somebody deleted whole."""

    def __init__(self, rig: Rig, chance: random.Random) -> None:
        self.rig = rig
        self.random = chance
        self.words: set[str] = set()
        self.removed: set[str] = set()
        self.binned: set[str] = set()
        self.unasked: list[str] = []
        self.edits = 0

    def act(self) -> None:
        """Somebody does something on either side."""
        self.edits += 1
        if self.random.random() < 0.5:
            self.act_here()
        else:
            self.act_there()

    def act_here(self) -> None:
        """Somebody does something in the workspace."""
        live = list(records.standings(self.rig.caller.user_id).values())
        if len(live) < 4 or self.random.random() < 0.06:
            self._create_here()
            return
        note_id = self.random.choice(live).id
        do = self._pick(
            (12, self._edit_here),
            (3, self._rename_here),
            (3, self._move_here),
            (2, self._delete_here),
            (1, self._folder),
        )
        # A folder into itself, a note that went with its folder.
        with contextlib.suppress(errors.Refusal):
            do(note_id)

    def act_there(self) -> None:
        """Somebody does something in the folder."""
        keys = self._keys()
        if len(keys) < 3 or self.random.random() < 0.06:
            self._create_there()
            return
        key = self.random.choice(keys)
        do = self._pick(
            (12, self._edit_there),
            (3, self._rename_there),
            (3, self._move_there),
            (2, self._delete_there),
            (1, self._copy_there),
            (1, self._swap_there),
            (1, self._move_folder_there),
            (1, self._strip_front_there),
        )
        do(key)

    # Here

    def _create_here(self) -> None:
        parent_id = self._folder_id()
        notes.create(self.rig.caller, {"name": self._name(), "content": self._text(), "parent_id": parent_id})

    def _edit_here(self, note_id: str) -> None:
        content = self.rig.records()[note_id].content
        notes.change(self.rig.caller, note_id, {"content": self._edited(content)})

    def _rename_here(self, note_id: str) -> None:
        notes.change(self.rig.caller, note_id, {"name": self._name()})

    def _move_here(self, note_id: str) -> None:
        notes.change(self.rig.caller, note_id, {"parent_id": self._folder_id()})

    def _delete_here(self, note_id: str) -> None:
        self._bin(self.rig.records()[note_id].content)
        trash.delete_note(self.rig.caller, note_id)

    def _folder(self, _note_id: str) -> None:
        folder_id = self._folder_id()
        if folder_id is None:
            folders.create(self.rig.caller, {"name": self._name()})
        elif self.random.random() < 0.7:
            folders.change(self.rig.caller, folder_id, {"name": self._name(), "parent_id": self._folder_id()})
        else:
            for record in self.rig.records().values():
                if record.parent_id in folders.subtree(self.rig.caller.user_id, folder_id):
                    self._bin(record.content)
            trash.delete_folder(self.rig.caller, folder_id)

    def _folder_id(self) -> str | None:
        found = [branch.id for branch in folders.tree(self.rig.caller)]
        return self.random.choice([None, *found])

    # There

    def _create_there(self) -> None:
        folder = self.random.choice(["", "New/", *(f"{key.rpartition('/')[0]}/" for key in self._keys() if "/" in key)])
        key = f"{folder}{self.random.choice(('Plan', 'Neu', 'Été', 'a b'))}{self.random.randrange(30)}.md"
        if key not in self.rig.place.files:
            self.rig.place.write(key, self._text().encode())

    def _edit_there(self, key: str) -> None:
        text = self._read(key)
        form = file_form.read(text)
        head = text[: len(text) - len(form.body)]
        self.rig.place.write(key, (head + self._edited(form.body)).encode())

    def _rename_there(self, key: str) -> None:
        folder, slash, _ = key.rpartition("/")
        self._rename(key, f"{folder}{slash}Renamed {self.random.randrange(30)}.md")

    def _move_there(self, key: str) -> None:
        folder = self.random.choice(["", "Moved/", "Moved/Deep/"])
        self._rename(key, folder + key.rpartition("/")[2])

    def _delete_there(self, key: str) -> None:
        words = set(file_form.read(self._read(key)).body.split())
        # What nobody here has read yet is gone with its file.
        known = self._words_in("")
        self.binned |= words & known
        self.removed |= words - known
        self.rig.place.delete(key)

    def _copy_there(self, key: str) -> None:
        target = f"{key.removesuffix('.md')} copy.md"
        if target not in self.rig.place.files:
            self.rig.place.write(target, self.rig.place.files[key])

    def _swap_there(self, key: str) -> None:
        other = self.random.choice(self._keys())
        if other != key:
            self.rig.place.rename(key, "swap")
            self.rig.place.rename(other, key)
            self.rig.place.rename("swap", other)

    def _move_folder_there(self, key: str) -> None:
        folder = key.rpartition("/")[0]
        for each in self._keys():
            if folder and each.startswith(f"{folder}/"):
                self._rename(each, f"Folder {len(folder) % 5}/{each[len(folder) + 1 :]}")

    def _strip_front_there(self, key: str) -> None:
        self.rig.place.write(key, file_form.read(self._read(key)).body.encode())

    def _rename(self, key: str, target: str) -> None:
        if target not in self.rig.place.files:
            self.rig.place.rename(key, target)

    def _keys(self) -> list[str]:
        return sorted(key for key in self.rig.place.files if key.endswith(".md"))

    def _read(self, key: str) -> str:
        return self.rig.place.files[key].decode()

    # Words

    def _word(self) -> str:
        # No version is kept of a change of two characters or fewer: any two words differ in more.
        word = "x".join(["w", *[str(len(self.words))] * 3])
        self.words.add(word)
        return word

    def _text(self) -> str:
        return "".join(f"{self._word()}\n" for _ in range(self.random.randrange(1, 4)))

    def _edited(self, text: str) -> str:
        lines = text.splitlines(keepends=True)
        place = self.random.randrange(len(lines) + 1)
        if lines and place < len(lines) and self.random.random() < 0.4:
            self.removed |= set(lines[place].split())
            lines[place] = f"{self._word()}\n"
        elif lines and place < len(lines) and self.random.random() < 0.2:
            self.removed |= set(lines.pop(place).split())
        else:
            lines.insert(place, f"{self._word()}\n")
        return "".join(lines)

    def _bin(self, text: str) -> None:
        self.binned |= set(text.split())

    def _name(self) -> str:
        return f"{self.random.choice(_NAMES)}{self.random.choice(('', '', self.random.randrange(9)))}"

    def _pick(self, *weighted: tuple[int, Callable[[str], Any]]) -> Callable[[str], Any]:
        return self.random.choices([each for _, each in weighted], [weight for weight, _ in weighted])[0]

    # What must be so in the end

    def lost(self) -> set[str]:
        """Words that nobody removed and that are in no live note; of those in what was deleted, neither in the trash
        nor in a version: where another file was put in a deleted one's place, that is an edit of its note."""
        live = {word for record in self.rig.records().values() for word in record.content.split()}
        kept = self._words_in("WHERE n.deleted_at IS NOT NULL") | self._words_of_versions()
        return self.words - live - self.removed - (self.binned & kept)

    def lost_anywhere(self) -> set[str]:
        """Words that nobody removed and that are in no note and no file."""
        return self.words - self._words_in("") - self._words_there() - self.removed - self.binned

    def trashed_unasked(self) -> list[str]:
        """Texts of notes in the trash of which nobody has deleted anything, and that stand in no other note or file."""
        where = "SELECT b.content FROM note_bodies b JOIN notes n ON n.id = b.note_id WHERE n.deleted_at IS NOT NULL"
        texts = [str(row[0]) for row in database.execute(where).fetchall()]
        live = self._words_in("WHERE n.deleted_at IS NULL") | self._words_there()
        return [
            each for each in texts if set(each.split()) - self.removed - live and not set(each.split()) & self.binned
        ]

    def _words_in(self, where: str) -> set[str]:
        rows = database.execute(
            f"SELECT b.content FROM note_bodies b JOIN notes n ON n.id = b.note_id {where}"
        ).fetchall()
        return {word for row in rows for word in row[0].split()}

    def _words_there(self) -> set[str]:
        return {word for key in self._keys() for word in file_form.read(self._read(key)).body.split()}

    def _words_of_versions(self) -> set[str]:
        rows = database.execute("SELECT content FROM note_versions").fetchall()
        return {word for row in rows for word in row[0].split()}

    def differences(self) -> list[str]:
        """Where the two sides do not say the same."""
        by_id = {}
        strange = []
        for key in self._keys():
            form = file_form.read(self._read(key))
            if form.note_id is None or form.note_id in by_id:
                strange.append(f"{key} names {form.note_id}")
            by_id[form.note_id] = (key, form.body)
        for record in self.rig.records().values():
            key, body = by_id.pop(record.id, ("nowhere", ""))
            if body != record.content:
                strange.append(f"{record.name} at {key}: {record.content!r} here, {body!r} there")
        return [*strange, *(f"{key} is of no note" for key, _ in by_id.values())]


def living(kind: type[Note] | type[Folder], owner_id: str) -> int:
    """How many live rows there are."""
    return int(kind.select().where((kind.owner == owner_id) & kind.deleted_at.is_null()).count())
