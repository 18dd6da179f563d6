"""Asking the own notes: whether the passages found hold the note that answers, and what finding them takes."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from notesvc import config, crypto, database, migrate
from notesvc.domain.ai import retrieval
from tests import sample_vaults
from tests.bench import asking, notes
from tests.bench.asking import Question
from tests.bench.ground import Ground
from tests.bench.table import Row, Times, milliseconds
from tests.domain.conftest import add_user

LEAST_RECALL = 0.8
MOST_SECONDS = 0.18
_ALL_NOTES = 10_000
_LANGUAGES = ("en", "ja", "ar")


def measure(ground: Ground) -> list[Row]:
    """A row of recall for each vault, one for its notes among the whole sample, and one of processor time."""
    asked = asking.questions()
    english = [each for each in asked if each.language == "en"]
    rows = _in_vaults(ground, asked) if notes.is_sample_here() else []
    with _opened(ground.sample.copied_to(ground.place("ask")).folder):
        user_id = _user_id("bench0@example.org")
        if notes.is_sample_here() and ground.sizes.notes >= _ALL_NOTES:
            rows.append(_recall(f"{ground.sizes.notes:,} notes", user_id, english))
        rows.append(_time(ground.sizes.notes, user_id, english))
    return rows


def _in_vaults(ground: Ground, asked: Sequence[Question]) -> list[Row]:
    folder = ground.place("ask-vaults")
    folder.mkdir(mode=0o700)
    rows = []
    with _opened(folder):
        for language in _LANGUAGES:
            reader = add_user(language)
            sample_vaults.fill(reader, language)
            of_language = [each for each in asked if each.language == language]
            rows.append(_recall(f"the vault in {language}", reader.user_id, of_language))
    return rows


def _recall(where: str, user_id: str, asked: Sequence[Question]) -> Row:
    found = asking.recall(user_id, asked)
    each = ", ".join(f"{kind} {share:.2f}" for kind, share in found.items() if kind != "all")
    what = f"ask: recall among 8 notes, {len(asked)} questions to {where}"
    return Row(what, f"{found['all']:.2f} ({each})", target=f"≥ {LEAST_RECALL:g}", is_met=found["all"] >= LEAST_RECALL)


def _time(count: int, user_id: str, asked: Sequence[Question]) -> Row:
    retrieval.find(user_id, asked[0].text)
    taken = []
    for each in asked:
        began = time.process_time()
        retrieval.find(user_id, each.text)
        taken.append(time.process_time() - began)
    times = Times([taken])
    target = f"≤ {milliseconds(MOST_SECONDS)}"
    return Row(
        f"ask: processor time of finding passages in {count:,} notes, ms",
        str(times),
        target=target,
        is_met=times.median <= MOST_SECONDS,
    )


@contextmanager
def _opened(folder: Path) -> Iterator[None]:
    """This process works on the SQLite database of that instance, which is made where there is none."""
    settings = config.load({"NOTESVC_INSTANCE": str(folder)})
    database.open_database(settings)
    crypto.open_seal(settings.secret_key)
    try:
        migrate.migrate(settings)
        with database.connection():
            yield
    finally:
        database.disconnect()


def _user_id(email: str) -> str:
    return str(database.execute("SELECT id FROM users WHERE email = ?", (email,)).fetchone()[0])
