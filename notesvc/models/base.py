"""What all tables share: the bound database, and JSON kept as the text that came in."""

from typing import Any

import orjson
import peewee

from notesvc.database import db


class Table(peewee.Model):
    """A table; its rows answer only about themselves."""

    class Meta:
        database = db
        legacy_table_names = False

    def values(self) -> dict[str, Any]:
        """What the row holds, by field: to compare with later."""
        return dict(self.__data__)


class JsonText(peewee.TextField):
    """A JSON value as text: the order of the user's own keys survives, on both databases."""

    def db_value(self, value: Any) -> str | None:
        return None if value is None else orjson.dumps(value).decode()

    def python_value(self, value: str | None) -> Any:
        return None if value is None else orjson.loads(value)
