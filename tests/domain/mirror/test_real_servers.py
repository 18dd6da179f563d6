"""A workspace and back again, on places that are what they are."""

from contextlib import closing
from pathlib import Path

import pytest

from notesvc.backends.backend import Seen
from notesvc.domain import notes, trash
from notesvc.domain.caller import Caller
from notesvc.domain.mirror import file_form, listing
from tests.backends.conftest import Running, running
from tests.backends.places import Spot, folder_spot, spot_of
from tests.conftest import on_sqlite
from tests.domain.conftest import MakeNote
from tests.domain.mirror.real_rig import RealRig

__all__ = ["running"]


@pytest.fixture(params=["folder", "seaweedfs", "apache", "wsgidav"])
def spot(request: pytest.FixtureRequest, running: Running, tmp_path: Path) -> Spot:
    if request.param == "folder":
        folder = tmp_path / "mirror"
        folder.mkdir()
        return folder_spot(folder)
    return spot_of(running.server(request.param))


@pytest.mark.every_case
@on_sqlite
def test_both_ways_on_a_real_place(spot: Spot, caller: Caller, make_note: MakeNote) -> None:
    rig = RealRig(caller).at(spot)
    assert rig.found.two_way
    names = ["Plan", "Reise nach Köln", "a/b: c?", "100 % (sure)", "日本", "plan"]
    made = {name: make_note(name, f"text of {name}\n\nsecond line\n") for name in names}
    rig.peace()
    assert len(rig.files()) == len(names)
    rig.edit("Reise nach Köln.md", "text", "their text")
    notes.change(caller, str(made["Reise nach Köln"].id), {"content": "text of Reise nach Köln\n\nour line\n"})
    notes.change(caller, str(made["日本"].id), {"name": "Nippon"})
    trash.delete_note(caller, str(made["100 % (sure)"].id))
    with closing(rig.backend()) as other:
        found = listing.read_file(other, "Plan.md")
        other.move("Plan.md", "Neu Ä/Plan B.md", Seen(found.tag, found.sha256))
        other.create("Neu Ä/eins.md", b"new\n")
        other.remove("a-b- c-.md")
    rig.peace()
    assert rig.notes() == {
        "Plan B": "text of Plan\n\nsecond line\n",
        "Reise nach Köln": "their text of Reise nach Köln\n\nour line\n",
        "Nippon": "text of 日本\n\nsecond line\n",
        "plan": "text of plan\n\nsecond line\n",
        "eins": "new\n",
    }
    assert sorted(rig.files().values()) == sorted(rig.notes().values())
    with closing(rig.backend()) as other:
        form = listing.read_file(other, "Neu Ä/Plan B.md").form
    assert isinstance(form, file_form.FileForm)
    assert form.note_id == str(made["Plan"].id)
