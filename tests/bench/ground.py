"""What measures stand on: the sizes of a run, and the workspaces and processes that several of them share."""

import shutil
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests.bench import notes, pair, workspace
from tests.bench.pair import Pair, Side
from tests.bench.workspace import Workspace

_KEYHOLDERS = 5


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much is done; `alone` and `each` are the requests of a round by one client, and by each of several."""

    notes: int = 10_000
    rounds: int = 3
    alone: int = 150
    clients: int = 8
    each: int = 40
    reads: int = 60
    few_notes: int = 1_000
    many_notes: int = 100_000


QUICK = Sizes(notes=1_000, rounds=3, alone=40, each=12, reads=20, few_notes=200, many_notes=4_000)


class Ground:
    """Makes what a measure asks for when first asked; its folder (below `under`) and its processes go at the end."""

    def __init__(self, under: Path, sizes: Sizes) -> None:
        self.sizes = sizes
        under.mkdir(exist_ok=True)
        self._folder = Path(tempfile.mkdtemp(dir=under))
        self._stack = ExitStack()

    def __enter__(self) -> "Ground":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    @cached_property
    def sample(self) -> Workspace:
        """The workspace of sample notes, which nobody serves: copies are made of it."""
        return workspace.build(self._folder / "sample", notes.sample(self.sizes.notes), _KEYHOLDERS)

    @cached_property
    def pair(self) -> Pair:
        """Service and floor over the sample, in the state that the measures before have left it in."""
        return self.fresh_pair(self.sample, "pair")

    def fresh_pair(self, on: Workspace, name: str) -> Pair:
        """Service and floor over copies of that workspace, until the end."""
        return pair.start(on, self.place(name), self._stack)

    def fresh_service(self, name: str, **chosen: str) -> Side:
        """The service alone over a copy of the sample, with those settings, until the end."""
        return pair.start_service(self.sample, self.place(name), self._stack, chosen)

    def place(self, name: str) -> Path:
        """A path for something on the disk that databases are measured on."""
        return self._folder / name
