"""From empty to head: the tables are the models', all at once or not at all, and never backwards."""

import contextlib
import shutil
import subprocess
import sys
from pathlib import Path

import peewee
import pytest

from notesvc import database, migrate, models
from notesvc.config import Settings
from notesvc.errors import SettingError
from tests import programs
from tests.places import MIGRATIONS, PROJECT
from tests.service import environment


@pytest.fixture
def numbered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the migrations that a test may add to."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate.directory(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrate, "directory", lambda: folder)
    return folder


def columns(table: str) -> set[str]:
    return {column.name for column in database.db.get_columns(table)}


def test_from_empty_to_head_makes_the_columns_of_the_models(workspace: Settings) -> None:
    for model in models.ALL:
        fields = {field.column_name for field in model._meta.sorted_fields}
        assert (model._meta.table_name, columns(model._meta.table_name)) == (model._meta.table_name, fields)


def test_every_table_has_a_model_or_is_made_of_what_has_one(workspace: Settings) -> None:
    derived = {
        "note_search",
        "rate_windows",
        "collab_rooms",
        "collab_updates",
        "collab_clients",
        "schema_migration",
        "sqlite_sequence",
    }
    known = {model._meta.table_name for model in models.ALL} | derived
    present = {table for table in database.db.get_tables() if not table.startswith("note_search_")}
    assert present - known == set()


def test_columns_may_be_null_where_the_models_say_so(workspace: Settings) -> None:
    for model in models.ALL:
        found = database.db.get_columns(model._meta.table_name)
        nullable = {column.name for column in found if column.null and not column.primary_key}
        assert nullable == {field.column_name for field in model._meta.sorted_fields if field.null}


def test_migrating_again_changes_nothing(workspace: Settings) -> None:
    assert migrate.migrate(workspace) == []
    assert migrate.is_current()


def test_a_failing_migration_leaves_nothing(workspace: Settings, numbered: Path) -> None:
    (numbered / "9002_half.py").write_text(
        "def up(migrator, db):\n"
        "    db.execute_sql('CREATE TABLE half (id INTEGER)')\n"
        "    db.execute_sql('ALTER TABLE users ADD COLUMN half TEXT')\n"
        "    db.execute_sql('DELETE FROM nowhere')\n"
    )
    before = set(database.db.get_tables()), columns("users"), migrate.applied_names()
    with pytest.raises(peewee.DatabaseError):
        migrate.migrate(workspace)
    assert (set(database.db.get_tables()), columns("users"), migrate.applied_names()) == before


def test_a_migration_is_pending_until_it_is_applied(workspace: Settings, numbered: Path) -> None:
    (numbered / "9002_more.py").write_text("def up(migrator, db):\n    db.execute_sql('CREATE TABLE m (i INTEGER)')\n")
    with pytest.raises(SettingError, match="9002_more"):
        migrate.refuse_pending()
    assert migrate.migrate(workspace) == ["9002_more"]
    migrate.refuse_pending()


def test_a_newer_database_is_refused_and_left_alone(workspace: Settings, numbered: Path) -> None:
    (numbered / "9002_more.py").write_text("def up(migrator, db):\n    db.execute_sql('CREATE TABLE m (i INTEGER)')\n")
    migrate.migrate(workspace)
    (numbered / "9002_more.py").unlink()
    (numbered / "9003_other.py").write_text("def up(migrator, db):\n    db.execute_sql('DROP TABLE users')\n")
    with pytest.raises(SettingError, match="newer"):
        migrate.migrate(workspace)
    assert "users" in database.db.get_tables()


@pytest.mark.process
def test_four_starters_at_once_all_succeed_and_one_of_them_migrates(settings: Settings) -> None:
    chosen = environment(settings.instance, {"NOTESVC_DATABASE_URL": settings.database_url})
    command = [sys.executable, "-m", "notesvc.cli", "migrate"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with contextlib.ExitStack() as stack:
        starters = [
            stack.enter_context(programs.running(command, cwd=PROJECT, env=chosen, text=True, **pipes))
            for _ in range(4)
        ]
        answers = [starter.communicate(timeout=60) for starter in starters]
    assert [starter.returncode for starter in starters] == [0] * 4, answers
    assert sorted(out for out, _ in answers) == [
        "".join(f"applied {path.stem}\n" for path in sorted(MIGRATIONS.glob("[0-9]*.py"))),
        *["the database is up to date\n"] * 3,
    ]


def test_the_files_are_made_for_their_owner_alone(instance: Path, workspace: Settings) -> None:
    loose = [path for path in instance.iterdir() if path.is_file() and path.stat().st_mode & 0o077]
    assert loose == []
