"""The one SQLite library of a process: whichever Peewee uses (two copies on one file break its locks)."""

import peewee

library = peewee.sqlite3  # type: ignore[attr-defined]
