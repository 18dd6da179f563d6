"""The folder of an instance, and its secret key: made once, on disk before it counts, replaced only if not needed."""

import contextlib
from pathlib import Path
from urllib.parse import quote

import psycopg

from notesvc import crypto, durable, limits, sqlite
from notesvc.errors import SettingError, StartError

# What can be read with the key alone, and cannot be made again: proofs of a second factor.
_SEALED = "SELECT count(*) FROM second_factors"


def prepare(instance: Path, makes: bool) -> None:
    """Have the folder, or raise SettingError where it holds nothing and nothing is to be made."""
    if makes:
        durable.make_folder(instance)
    elif not instance.is_dir() or not any(path.name != "notesvc.toml" for path in instance.iterdir()):
        raise SettingError(
            f"{instance} holds no instance: NOTESVC_INSTANCE says where it is, `notesvc serve` makes one"
        )


def current(path: Path, database_url: str) -> str:
    """The secret in the file, made there (mode 0600) the first time.

    One that is missing or too short, as a power cut leaves it, is made anew where the database holds nothing that
    the old one sealed; else raises SettingError, which names the file and the way out. Raises StartError where the
    database cannot be reached.
    """
    kept = path.read_text().strip() if path.is_file() else ""
    if len(kept.encode()) >= limits.SECRET_KEY_SHORTEST:
        return kept
    if sealed := _count_sealed(database_url):
        raise SettingError(
            f"{path} is {_state(path)}, and {sealed} second factors in the database are sealed with what it held: put "
            "the file of a backup in its place; without one, write 40 random letters into it, and let those people "
            "in again with `notesvc user remove-second-factor`"
        )
    fresh = f"{crypto.random_secret(48)}\n".encode()
    if path.is_file():
        durable.write(path, fresh)
        return fresh.decode().strip()
    # Somebody else's first start may be quicker.
    with contextlib.suppress(FileExistsError):
        durable.write_new(path, fresh)
    return path.read_text().strip()


def _state(path: Path) -> str:
    if not path.is_file():
        return "missing"
    return "too short" if path.stat().st_size else "empty"


def _count_sealed(database_url: str) -> int:
    """How much depends on the old key. Of a damaged database nothing can be told: the start says so by itself."""
    try:
        return _in_sqlite(database_url) if database_url.startswith("sqlite:") else _in_postgres(database_url)
    except (psycopg.OperationalError, sqlite.library.OperationalError) as error:
        raise StartError(f"the database cannot be used: {' '.join(str(error).split())}") from error
    except (psycopg.Error, sqlite.library.Error):
        return 0


def _in_sqlite(database_url: str) -> int:
    path = Path(database_url.removeprefix("sqlite:///"))
    if not path.is_file() or not path.stat().st_size:
        return 0
    connection = sqlite.library.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=5)
    try:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'second_factors'").fetchone() is None:
            return 0
        return int(connection.execute(_SEALED).fetchone()[0])
    finally:
        connection.close()


def _in_postgres(database_url: str) -> int:
    with psycopg.connect(database_url, connect_timeout=5) as connection:
        row = connection.execute("SELECT to_regclass('second_factors')").fetchone()
        if row is None or row[0] is None:
            return 0
        found = connection.execute(_SEALED).fetchone()
        return int(found[0]) if found else 0
