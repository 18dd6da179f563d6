"""A running service that mirrors a workspace in a folder of the machine, and another program in that folder."""

import os
from pathlib import Path
from typing import Any

from tests.process import processes
from tests.process.member import Member, register
from tests.service import Service, wait_until

CONFIG = "/api/storage/config"


class Mirrored:
    """Somebody's workspace and its folder below `root`, which the service has as `NOTESVC_MIRROR_ROOT`."""

    def __init__(self, service: Service, root: Path) -> None:
        self.service = service
        self.member = register(service)
        self.folder = root / str(self.member.get("/api/auth/session")["user"]["id"])
        # The notes that every workspace begins with are in nobody's way then.
        for note in self.member.get("/api/workspace/notes")["notes"]:
            assert self.member.ask("DELETE", f"/api/workspace/notes/{note['id']}").status == 204
        assert self.member.ask("DELETE", "/api/workspace/trash").status == 204

    def set_up(self) -> "Mirrored":
        """The mirror as its owner sets it up, once all is there."""
        reply = self.member.step_up().ask("PUT", CONFIG, {"part": "mirror", "backend": "folder"})
        assert reply.status == 200, reply
        wait_until(lambda: self.state()["lastRoundAt"], "there was no round")
        return self

    def state(self) -> Any:
        """What the configuration tells of the mirror."""
        return self.member.get(CONFIG)["mirror"]

    def look(self) -> None:
        """The mirror looks at its folder, at once: jobs that were killed do when they are there again."""
        processes.kill(processes.child(self.service, "jobs"))
        before = self.state()["lastRoundAt"]
        wait_until(lambda: self.state()["lastRoundAt"] != before, "there was no round")

    def restart(self) -> None:
        """A power cut, and the next start, at which the mirror looks at its folder."""
        self.service.kill()
        self.service.start()
        self.member = Member(self.service.url, self.member.cookie)

    def contents(self) -> dict[str, str]:
        """The texts of all live notes by name."""
        listed = self.member.get("/api/workspace/notes?limit=5000")["notes"]
        return {note["name"]: self.member.get(f"/api/workspace/notes/{note['id']}")["content"] for note in listed}

    def read(self, name: str) -> str:
        """The file of that name; empty where there is none."""
        path = self.folder / name
        return path.read_text() if path.exists() else ""

    def edit(self, name: str, old: str, new: str) -> None:
        """Another program replaces a piece of a file, as careful editors save."""
        text = self.read(name)
        assert old in text, text
        beside = self.folder / ".beside"
        beside.write_text(text.replace(old, new, 1))
        os.rename(beside, self.folder / name)
