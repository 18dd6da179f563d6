"""The counter of a workspace's changes: what exports since a cursor, and their ETags, stand on."""

from notesvc import database


def next_number(owner_id: str) -> int:
    """Raise the counter within the current transaction; every row changed in it carries the answer.

    One number a transaction is enough, and since writers of a workspace take turns, no reader can see a higher
    number before a lower one.
    """
    rows = database.execute(
        "UPDATE users SET change_number = change_number + 1 WHERE id = ? RETURNING change_number", (owner_id,)
    ).fetchall()
    return int(rows[0][0])


def current_number(owner_id: str) -> int:
    """The number of the latest change; 0 for a new workspace."""
    row = database.execute("SELECT change_number FROM users WHERE id = ?", (owner_id,)).fetchone()
    return int(row[0]) if row else 0


def current_numbers(owner_ids: list[str]) -> dict[str, int]:
    """The number of the latest change of each of the workspaces that are there."""
    rows = database.execute(
        f"SELECT id, change_number FROM users WHERE id IN ({database.marks(owner_ids)})", owner_ids
    ).fetchall()
    return {str(row[0]): int(row[1]) for row in rows}


def bury(owner_id: str, kind: str, resource_ids: list[str], number: int) -> None:
    """Remember ids that are gone for good, so that an export since a cursor can name them."""
    database.execute_many(
        "INSERT INTO tombstones (owner_id, kind, resource_id, change_number) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [(owner_id, kind, resource_id, number) for resource_id in resource_ids],
    )
