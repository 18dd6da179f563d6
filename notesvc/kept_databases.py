"""The databases that a restore has kept beside the new one: what they name is not to be lost."""

import contextlib
from collections.abc import Iterator

from notesvc import database, sqlite
from notesvc.config import Settings

_FILES = "SELECT DISTINCT content_hash FROM {}attachments"
_SCHEMAS = """
SELECT nspname FROM pg_namespace WHERE starts_with(nspname::text, 'before_restore_')
    AND to_regclass(quote_ident(nspname) || '.attachments') IS NOT NULL
"""


def files(settings: Settings) -> Iterator[str]:
    """The hashes of the files that their attachments name; of a damaged one what can be read."""
    if not settings.is_sqlite:
        for (schema,) in database.execute(_SCHEMAS).fetchall():
            yield from (str(row[0]) for row in database.execute(_FILES.format(f'"{schema}".')).fetchall())
        return
    for path in sorted(settings.database_path.parent.glob("before-restore-*.sqlite")):
        address = path.absolute().as_uri() + "?mode=ro"
        with (
            contextlib.suppress(sqlite.library.Error),
            contextlib.closing(sqlite.library.connect(address, uri=True, timeout=5)) as kept,
        ):
            yield from (str(row[0]) for row in kept.execute(_FILES.format("")))
