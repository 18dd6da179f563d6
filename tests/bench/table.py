"""Figures and the table that shows them."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_HEAD = ("what", "service", "floor", "ratio", "target", "result")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table; what has no target has no result."""

    what: str
    service: str
    floor: str = "–"
    ratio: float | None = None
    target: str = "–"
    is_met: bool | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        ratio = "–" if self.ratio is None else f"{self.ratio:.2f}"
        result = "–" if self.is_met is None else "met" if self.is_met else "**missed**"
        return (self.what, self.service, self.floor, ratio, self.target, result)


@dataclass(frozen=True, slots=True)
class Times:
    """Durations of one side, in seconds, by rounds: the median of the rounds' medians, and the like of p95."""

    rounds: Sequence[Sequence[float]]

    @property
    def median(self) -> float:
        return statistics.median(statistics.median(each) for each in self.rounds)

    @property
    def p95(self) -> float:
        return statistics.median(percentile(each, 0.95) for each in self.rounds)

    def __str__(self) -> str:
        return f"{milliseconds(self.median)} ({milliseconds(self.p95)})"


def compared(what: str, sides: tuple[Sequence[Sequence[float]], Sequence[Sequence[float]]], most: float) -> Row:
    """A row of medians (and p95) in milliseconds; the service may take `most` times the floor's median."""
    mine, floor = Times(sides[0]), Times(sides[1])
    ratio = mine.median / floor.median
    return Row(f"{what}, ms", str(mine), str(floor), ratio, f"≤ {most:g} × floor", ratio <= most)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return sorted(values)[max(0, min(len(values) - 1, round(share * len(values)) - 1))]


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds, with three significant digits at most."""
    value = seconds * 1000
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def mebibytes(size: float) -> str:
    """Bytes as MB."""
    return f"{size / 2**20:.0f} MB"


def markdown(rows: Iterable[Row]) -> str:
    """The rows as a markdown table."""
    lines = [_HEAD, ("---",) * len(_HEAD), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"
