"""The whole service, forked from a zygote: `notesvc serve` as it is, on the same ports after each start."""

from pathlib import Path

from tests.faults.zygote import Process, Zygote
from tests.ports import unused_port
from tests.service import status_of, wait_until


class Running:
    """A service over one instance folder: started, killed and started again."""

    # On loopback the first account needs none.
    set_up_code = None

    def __init__(self, zygote: Zygote, instance: Path, settings: dict[str, str] | None = None) -> None:
        self._zygote = zygote
        self.instance = instance
        port, rooms = unused_port(), unused_port()
        self.url = f"http://127.0.0.1:{port}"
        self.settings = {
            "NOTESVC_INSTANCE": str(instance),
            "NOTESVC_PORT": str(port),
            "NOTESVC_COLLAB_PORT": str(rooms),
            "NOTESVC_WORKERS": "2",
            "NOTESVC_THREADS": "8",
            **(settings or {}),
        }
        self.output = instance.parent / f"{instance.name}.output"
        self.process: Process | None = None

    def launch(self) -> Process:
        """Start it and do not wait for anything."""
        self.output.unlink(missing_ok=True)
        self.process = self._zygote.start(["serve"], self.settings, self.output)
        return self.process

    def start(self) -> "Running":
        """Start it and wait until it answers."""
        self.launch()
        return self.answering()

    def answering(self, path: str = "/healthz") -> "Running":
        """Wait until it answers well."""
        wait_until(lambda: self._has_ended() or self.status(path) == 200, f"{path} is not answered:\n{self.said()}")
        assert not self._has_ended(), self.said()
        return self

    def status(self, path: str) -> int:
        """The status of a GET; 0 when there was no answer."""
        return status_of(self.url + path)

    def kill(self) -> None:
        """All of it, at once."""
        if self.process is not None:
            self.process.kill()
            self.process = None

    def stop(self) -> int:
        """Ask it to stop; the exit code."""
        assert self.process is not None
        code = self.process.stop()
        self.process = None
        return code

    def command(self, *words: str) -> tuple[int, str]:
        """Run another command over the same instance: its exit code, and what it printed."""
        output = self.output.with_suffix(".command")
        output.unlink(missing_ok=True)
        process = self._zygote.start(words, self.settings, output)
        code = process.ended()
        return code, output.read_text()

    def said(self) -> str:
        """What it has printed since its start."""
        return self.output.read_text() if self.output.exists() else ""

    def _has_ended(self) -> bool:
        return self.process is None or not self.process.is_alive()
