"""Places among siblings: numbers with gaps, so that a move renumbers as few siblings as possible."""

from collections.abc import Sequence

from notesvc import database, errors, limits

STEP = limits.SORT_ORDER_STEP


def last_place(table: str, owner_id: str, parent_id: str | None) -> int:
    """The number behind the last live sibling in `table` (`notes` or `folders`)."""
    where, parameters = _siblings(owner_id, parent_id)
    row = database.execute(
        f"SELECT sort_order FROM {table} WHERE {where} ORDER BY sort_order DESC LIMIT 1",
        parameters,
    ).fetchone()
    return int(row[0]) + STEP if row else STEP


def place_beside(
    table: str, owner_id: str, parent_id: str | None, moving_id: str, beside: tuple[str | None, str | None]
) -> tuple[int, list[tuple[str, int]]]:
    """The number that puts `moving_id` before or after a sibling, and the siblings to renumber for it.

    `beside` is (before, after): at most one of the two is given; with neither the place is the last one.
    Raises InvalidInput when the named sibling does not live in that folder.
    """
    where, parameters = _siblings(owner_id, parent_id)
    rows = database.execute(
        f"SELECT id, sort_order FROM {table} WHERE {where} ORDER BY sort_order, id",
        parameters,
    ).fetchall()
    siblings = [(str(row[0]), int(row[1])) for row in rows if row[0] != moving_id]
    return spread(siblings, _position([sibling for sibling, _ in siblings], beside))


def spread(siblings: Sequence[tuple[str, int]], position: int) -> tuple[int, list[tuple[str, int]]]:
    """The number for `position` among (id, number) pairs in order, and the fewest pairs to renumber.

    Where there is no gap, the run of neighbours that must give way is moved towards the end.
    """
    low = siblings[position - 1][1] if position else None
    high = siblings[position][1] if position < len(siblings) else None
    if high is None:
        return (low + STEP if low is not None else STEP), []
    if low is None:
        return high - STEP, []
    if high - low > 1:
        return low + (high - low) // 2, []
    moved, number = [], low + 1
    reach = number
    for sibling, current in siblings[position:]:
        if current > reach:
            break
        reach += 1
        moved.append((sibling, reach))
    return number, moved


def _position(ids: list[str], beside: tuple[str | None, str | None]) -> int:
    before, after = beside
    for field, sibling, offset in (("before", before, 0), ("after", after, 1)):
        if sibling is None:
            continue
        if sibling not in ids:
            raise errors.InvalidInput(field, "is not in that folder")
        return ids.index(sibling) + offset
    return len(ids)


def _siblings(owner_id: str, parent_id: str | None) -> tuple[str, tuple[str, ...]]:
    if parent_id is None:
        return "owner_id = ? AND parent_id IS NULL AND deleted_at IS NULL", (owner_id,)
    return "owner_id = ? AND parent_id = ? AND deleted_at IS NULL", (owner_id, parent_id)


def is_in_a_circle(folder_id: str, parents: dict[str, str | None]) -> bool:
    """Whether going up from the folder comes back to it."""
    seen, at = set(), parents.get(folder_id)
    while at is not None and at not in seen:
        if at == folder_id:
            return True
        seen.add(at)
        at = parents.get(at)
    return False
