"""The same in any order that Hypothesis thinks of, and shrinks where something is lost."""

import random
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests import searching
from tests.desktop.model_service import ModelService
from tests.desktop.world import World


class Syncing(RuleBasedStateMachine):
    """People and clients take turns; a round may be killed, and people act in it, as the random source says."""

    def __init__(self) -> None:
        super().__init__()
        self._home = Path(tempfile.mkdtemp())
        self.world: World | None = None

    @initialize(seed=st.integers(0, 2**32 - 1), source=st.randoms(use_true_random=False))
    def begin(self, seed: int, source: random.Random) -> None:
        service = ModelService()
        self.world = World(seed, self._home / "world", service, service)
        self.world.random.setstate(random.Random(source.getrandbits(32)).getstate())

    @rule()
    def act_in_the_service(self) -> None:
        if self.world is not None:
            self.world.web.act()

    @rule(number=st.integers(0, 1))
    def act_in_a_folder(self, number: int) -> None:
        if self.world is not None:
            device = self.world.devices[number % len(self.world.devices)]
            if not device.is_away:
                device.person.act()

    @rule(number=st.integers(0, 1))
    def do_a_round(self, number: int) -> None:
        if self.world is not None:
            self.world.devices[number % len(self.world.devices)].round()

    @rule()
    def act_anywhere(self) -> None:
        if self.world is not None:
            self.world.act()

    def teardown(self) -> None:
        try:
            if self.world is not None:
                self.world.settle()
                self.world.check()
        finally:
            shutil.rmtree(self._home)


Syncing.TestCase.settings = settings(
    max_examples=searching.examples(12),
    stateful_step_count=40,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestAnyOrder = pytest.mark.search(Syncing.TestCase)
