"""How much somebody may keep: bounds that no person meets, and a program that has run away does."""

from typing import Literal

from notesvc import database, errors, limits

Table = Literal["notes", "folders"]

TABLES: tuple[Table, ...] = ("notes", "folders")


def room_left(table: Table, owner_id: str) -> int:
    """How many more of them the owner may have; those in the trash count. In the current transaction."""
    row = database.execute(f"SELECT count(*) FROM {table} WHERE owner_id = ?", (owner_id,)).fetchone()
    return max(0, most(table) - int(row[0]))


def most(table: Table) -> int:
    return limits.MAX_NOTES if table == "notes" else limits.MAX_FOLDERS


def refuse_full(table: Table, owner_id: str) -> None:
    """Raise InvalidInput where the owner has as many as one may."""
    if not room_left(table, owner_id):
        raise errors.InvalidInput("", reason(table))


def reason(table: Table) -> str:
    """Why there can be no more."""
    return f"there are {most(table)} {table} already, with those in the trash: that is as many as one may have"
