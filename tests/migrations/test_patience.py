"""Who starts while another migrates waits for it, on Postgres too."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from notesvc import database, limits, migrate
from tests import postgres
from tests.conftest import settings_of
from tests.service import wait_until

WAITING = """
SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND NOT l.granted AND a.datname = current_database()
    AND clock_timestamp() - a.query_start > interval '500 ms'
"""


def test_a_migration_of_another_is_waited_for_longer_than_a_write(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOCK_WAIT_SECONDS", 0.1)
    with postgres.scratch() as name, psycopg.connect(postgres.url(name), autocommit=True) as other:
        settings = settings_of(instance, NOTESVC_DATABASE_URL=postgres.url(name))
        database.open_database(settings)
        other.execute("SELECT pg_advisory_lock(%s)", (migrate._LOCK_NUMBER,))

        def start() -> list[str]:
            try:
                return migrate.migrate(settings)
            finally:
                database.disconnect()

        with ThreadPoolExecutor(1) as threads:
            started = threads.submit(start)
            wait_until(lambda: started.done() or other.execute(WAITING).fetchone() == (1,), "it does not wait")
            other.execute("SELECT pg_advisory_unlock(%s)", (migrate._LOCK_NUMBER,))
            assert len(started.result()) > 1
