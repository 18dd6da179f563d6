"""The test of a place for files: nothing is believed that it says of itself; everything is tried.

All happens in a folder of its own whose name no listing shows, and which goes in the end.
"""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from notesvc.backends.backend import Capabilities
from notesvc.backends.table import Where, open_backend
from notesvc.backends.trial import Step, Trial
from notesvc.outside.guard import Network

# What is taken for granted until a step shows otherwise.
_HOPED = Capabilities(
    replaces="swap",
    creates_once=True,
    ranges=True,
    tags="exact",
    tells_case=True,
    keeps_spelling=True,
    puts_whole=True,
    largest=None,
    direct_links=False,
)
_WAYS = {"folder": "swap", "s3": "condition", "webdav": "swap"}


@dataclass(frozen=True, slots=True)
class Finding:
    """What the test found. Without capabilities the place cannot be used, for `cause`, a key of `causes.DETAILS`."""

    capabilities: Capabilities | None
    steps: list[Step]
    cause: str | None = None

    @property
    def ok(self) -> bool:
        """Whether files can be kept there."""
        return self.capabilities is not None


def probe(kind: str, where: Where, networks: Sequence[Network] = ()) -> Finding:
    """Try the place. Raises nothing: what fails is a step that is not ok."""
    hoped = replace(_HOPED, replaces=_WAYS[kind])
    trial = Trial(lambda: open_backend(kind, where, networks, hoped), hoped)
    with contextlib.closing(trial.backend):
        trial.run()
    return Finding(trial.found if trial.cause is None else None, trial.steps, trial.cause)
