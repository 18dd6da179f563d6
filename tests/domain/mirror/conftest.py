"""A mirror of the caller's workspace at a model of a place."""

import pytest

from notesvc.domain.caller import Caller
from tests.domain.mirror.rig import Rig


@pytest.fixture
def rig(caller: Caller) -> Rig:
    return Rig(caller)
