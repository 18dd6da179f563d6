"""Coroutines in tests: run in a thread of their own, since the tests' browser has a loop in the main one."""

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

Answer = TypeVar("Answer")
Arguments = ParamSpec("Arguments")


def run(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """What it answers; raises what it raises."""
    return apart(asyncio.run, coroutine)


def on_a_loop(test: Callable[Arguments, Coroutine[Any, Any, None]]) -> Callable[Arguments, None]:
    """A test that is a coroutine."""

    @functools.wraps(test)
    def start(*arguments: Arguments.args, **more: Arguments.kwargs) -> None:
        run(test(*arguments, **more))

    return start


def apart(act: Callable[..., Answer], *arguments: Any, **named: Any) -> Answer:
    """What it answers in a thread of its own, where it may run a loop, as threads of the service do."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(act, *arguments, **named).result()
