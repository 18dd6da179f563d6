"""What is parsed first, by several threads at one moment, is parsed as by one."""

import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from pygments.lexers.python import PythonLexer

from notesvc.text.blocks.content import run_parser
from notesvc.text.blocks.reading import block_rules, from_markdown
from notesvc.text.html import code_colours

THREADS = 4
ROUNDS = 100
TEXT = "# A *heading*\n\n- [ ] a **task**\n- a [[link]]\n\n> a quote\n\n| a | b |\n| - | - |\n| 1 | $x$ |\n"
CODE = 'def f(a):\n    """Words."""\n    return f"{a!r:>{8}} \\u1234" + rb"\\x41" # why\n' * 3


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Threads take turns far more often than in the service."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(act: Callable[[], str]) -> set[str]:
    """What some threads make of it that begin together."""
    barrier, made = threading.Barrier(THREADS), set[str]()

    def begin() -> None:
        barrier.wait()
        try:
            made.add(act())
        except Exception as error:
            made.add(repr(error))

    threads = [threading.Thread(target=begin) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return made


def test_the_first_texts_are_parsed_by_all_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def parsed() -> str:
        return repr(from_markdown.parse(TEXT).blocks)

    expected = parsed()
    for _ in range(ROUNDS):
        monkeypatch.setattr(block_rules, "_PARSER", block_rules._parser())
        monkeypatch.setattr(run_parser, "_INLINE", run_parser._parser())
        assert at_once(parsed) == {expected}


def test_the_first_lines_of_a_language_have_its_colours() -> None:
    def coloured() -> str:
        return str(code_colours.with_classes(CODE, "python"))

    expected = coloured()
    for _ in range(ROUNDS):
        # Made anew when it is asked for next, as by a service that has just started.
        del PythonLexer._tokens
        assert at_once(coloured) == {expected}
