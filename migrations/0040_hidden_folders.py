"""Folders that live within one in the trash, where nobody sees them, come to the top of their workspace."""

_HIDDEN = """
SELECT below.owner_id, below.id FROM folders below JOIN folders above ON above.id = below.parent_id
WHERE below.deleted_at IS NULL AND above.deleted_at IS NOT NULL
"""


def up(migrator, db):
    for owner_id, folder_id in db.execute_sql(_HIDDEN).fetchall():
        mark = db.param
        number = db.execute_sql(
            f"UPDATE users SET change_number = change_number + 1 WHERE id = {mark} RETURNING change_number", (owner_id,)
        ).fetchall()[0][0]
        db.execute_sql(
            f"UPDATE folders SET parent_id = NULL, change_number = {mark} WHERE id = {mark}", (number, folder_id)
        )
