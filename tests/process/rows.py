"""All rows of a database, to be compared with those of another."""

from notesvc import database


def contents() -> dict[str, list[tuple[object, ...]]]:
    """Every row of the bound database, the facts about the instance left out."""
    apart = {"instance_facts", "schema_migration", "rate_windows", "collab_rooms", "collab_updates"}
    tables = sorted(set(database.db.get_tables()) - apart)
    tables = [table for table in tables if not table.startswith("note_search")]
    return {table: sorted(database.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}
