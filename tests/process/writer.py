"""Writes notes without end into the instance of the environment: `python -m tests.process.writer`.

Each is one transaction, its text its number; each number is printed once it is on disk.
"""

from notesvc import config, database
from notesvc.models import User
from tests.process import filled


def main() -> None:
    database.open_database(config.load())
    with database.connection():
        owner = User.get()
        number = 0
        while True:
            with database.transaction():
                filled.note(owner, f"written {number}")
            print(number, flush=True)
            number += 1


if __name__ == "__main__":
    main()
