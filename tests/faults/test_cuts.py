"""Power cuts, some dozens of them; `make fault-test` makes a thousand."""

from pathlib import Path

from tests.faults import cuts
from tests.faults.zygote import Zygote


def test_after_a_power_cut_all_that_was_acknowledged_is_there_and_in_order(tmp_path: Path) -> None:
    outcome = cuts.run(tmp_path, 24, 12, seed=0)
    assert not outcome.wrong, "\n".join(outcome.wrong)
    assert outcome.checked > 0


def test_a_first_start_that_is_cut_off_is_begun_anew(tmp_path: Path) -> None:
    recorded = cuts.record(tmp_path, 0, 0)
    with Zygote({}) as zygote:
        cutting = cuts.Cutting(recorded, tmp_path, zygote, seed=0)
        # While the tables are made.
        for at in range(80_000, 400_000, 64_000):
            cutting.cut_at(-1, at)
    assert not cutting.outcome.wrong, "\n".join(cutting.outcome.wrong)
