"""What a device reads its changes by: folders and attachments by the number of their latest change."""

_INDEXES = (
    "CREATE INDEX folders_change ON folders (owner_id, change_number)",
    "CREATE INDEX attachments_change ON attachments (owner_id, change_number)",
)


def up(migrator, db):
    for statement in _INDEXES:
        db.execute_sql(statement)
