"""A process that reserves and settles as the service's processes do: `python -m tests.domain.ai.reserver USER SEED`."""

import os
import random
import signal
import sys
import threading

from notesvc import config, database, errors
from notesvc.domain import policy
from notesvc.domain.ai import calls

THREADS = 2
MODELS = 20
ESTIMATES = (200, 500)
KILLED = "killed"


def main(user_id: str, seed: str) -> None:
    settings = config.load()
    database.open_database(settings)
    policy.open_policy(settings)
    print("ready", flush=True)
    sys.stdin.readline()
    if seed == KILLED:
        with database.connection():
            calls.reserve(user_id, "fix", "openai", "m0", estimate=70, request_id="r")
        os.kill(os.getpid(), signal.SIGKILL)
    threads = [threading.Thread(target=reserve_some, args=(user_id, f"{seed}.{n}")) for n in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def reserve_some(user_id: str, seed: str) -> None:
    """One call of each model, the same one as all others at about the same moment: it uses what it reserved or less,
    or is never settled."""
    chance = random.Random(seed)
    for number in range(MODELS):
        estimate = chance.randint(*ESTIMATES)
        with database.connection():
            try:
                made = calls.reserve(user_id, "fix", "openai", f"m{number}", estimate=estimate, request_id="r")
            except errors.OverBudget:
                continue
            if chance.random() < 0.5:
                used = chance.randint(estimate // 2, estimate)
                calls.settle(made, used // 2, used - used // 2)


if __name__ == "__main__":
    main(*sys.argv[1:])
