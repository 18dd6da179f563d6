"""No text of one person stops another one's writing, or takes the machine's memory."""

from collections.abc import Callable

import pytest

from tests.kept import Services
from tests.process import others_writing
from tests.process.member import Member

SIZE = 200_000
MAY_GROW = 256 * 1024 * 1024


@pytest.mark.parametrize("case", others_writing.CASES, ids=lambda case: case.__name__)
def test_another_ones_writes_go_on(services: Services, case: Callable[[Member, int], None]) -> None:
    service = services.empty(NOTESVC_REGISTRATION="open")
    seen = others_writing.play(service, case, others_writing.cast(service), SIZE)
    assert seen.refused == []
    assert seen.grown < MAY_GROW
