"""Messages that no editor would send, to a real room: `python -m tests.collab.fuzz --messages 1000000 --seed 1`.

Updates of real editors with damaged bytes, and updates whose parts have strange facts. Meanwhile somebody honest types:
every word that was acknowledged is in the document at the end, the document can be read, and nothing ended the process.
"""

import argparse
import asyncio
import logging
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from pycrdt import Doc, Text, XmlElement, XmlFragment, XmlText

from notesvc.collab import conversions
from tests.collab import updates
from tests.collab.one_room import OneRoom, one_room

_EVERY = 100
_CONTENT = "# Title\n\n- one\n- [ ] two\n\n| a | b |\n|---|---|\n| c | d |\n\nwords **bold** `code`\n"


class Honest:
    """Somebody who types a word now and then into the markdown's root, as an editor does."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.refused = 0

    async def types(self, room: OneRoom) -> None:
        found, sent = await room.alive(), []
        document: Any = Doc()
        document.apply_update(found.state())
        # The library holds whoever watches, and with it the document.
        watch = document.observe(lambda event: sent.append(event.update))
        word = f"<{len(self.words)}>"
        document.get("raw", type=Text).insert(0, word)
        document.unobserve(watch)
        if await room.give(sent[-1], "ada"):
            self.refused += 1
        else:
            self.words.append(word)


def real_updates(chance: Random, state: bytes, size: int) -> list[bytes]:
    """What an editor of the document sends while it is used."""
    sent: list[bytes] = []
    document: Any = Doc()
    document.apply_update(state)
    document.observe(lambda event: sent.append(event.update))
    text, fragment = document.get("raw", type=Text), document.get("blocks", type=XmlFragment)
    group = fragment.children[0]
    while len(sent) < size:
        block = chance.choice(list(group.children))
        element = block.children[0]
        what = chance.randrange(6)
        if what == 0:
            text.insert(0, chance.choice(("a", "word ", "ä☃😀")))
        elif what == 1:
            group.children.append(XmlElement("blockContainer", {"id": str(len(sent))}, [XmlElement("paragraph")]))
        elif what == 2:
            element.attributes["level"] = chance.randrange(1, 4)
        elif what == 3 and element.tag != "table":
            element.children.append(XmlText("typed"))
        elif what == 4 and len(element.children) and isinstance(element.children[0], XmlText):
            element.children[0].format(0, 1, {"bold": {}})
        elif what == 5 and len(str(text)) > 3:
            del text[0:1]
    return sent


async def fuzz(folder: Path, messages: int, seed: int) -> Counter[int]:
    """How many messages were answered how: 0 acknowledged, else the code of the close. Raises AssertionError."""
    chance, honest, codes = Random(seed), Honest(), Counter[int]()
    async with one_room(folder, _CONTENT, "block") as room:
        real = real_updates(chance, room.room.state(), 400)
        for number in range(messages):
            if number % _EVERY == 0:
                known = {client: clock for client, clock in (await room.alive()).known.items() if client < 1 << 33}
            change = updates.damaged(chance, chance.choice(real)) if chance.random() < 0.5 else _made(chance, known)
            codes[await room.give(change)] += 1
            if number % _EVERY == 0:
                await honest.types(room)
                await asyncio.sleep(0)
        _check((await room.alive()).state(), honest)
        await room.services.log.flush(60.0)
        # Once more from what is on disk.
        room.room.is_gone = True
        room.room.close()
        _check((await room.alive()).state(), honest)
        codes[-1] = room.openings
    return codes


def _made(chance: Random, known: dict[int, int]) -> bytes:
    some = dict(chance.sample(sorted(known.items()), min(4, len(known))))
    return updates.strange(chance, some)


def _check(state: bytes, honest: Honest) -> None:
    document: Any = Doc()
    document.apply_update(state)
    text = str(document.get("raw", type=Text))
    missing = [word for word in honest.words if word not in text]
    assert not missing, missing[:5]
    assert not honest.refused, honest.refused
    conversions.markdown_of_room(state, "block", "", None)
    conversions.markdown_of_room(state, "raw", "", None)


def main() -> None:
    """Print how the messages were answered, and how long each took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    # Each refusal is a line of the log.
    logging.disable(logging.CRITICAL)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        codes = asyncio.run(fuzz(Path(folder), given.messages, given.seed))
    openings = codes.pop(-1)
    seconds = time.monotonic() - started
    print(f"{given.messages} messages, seed {given.seed}, {seconds:.0f} s; answers {dict(codes)}; {openings} openings")


if __name__ == "__main__":
    main()
