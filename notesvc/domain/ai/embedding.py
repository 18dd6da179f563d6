"""Texts become vectors at the address that a user has set: counted, and within a time."""

import asyncio
from collections.abc import Sequence

from notesvc import clock
from notesvc.ai import client
from notesvc.ai.causes import ProviderError
from notesvc.domain.ai import calls
from notesvc.domain.ai.setup import ChosenModel

_ACTION = "embed"
_BYTES_A_TOKEN = 3


def embed(user_id: str, chosen: ChosenModel, texts: Sequence[str], seconds: float) -> list[list[float]]:
    """A vector for each text. It counts as a call of the user's.

    Raises ProviderError, also after so many seconds, and OverBudget. Not for within a transaction or an event loop.
    """
    tokens = sum(1 + len(text.encode()) // _BYTES_A_TOKEN for text in texts)
    provider, model = chosen.endpoint.provider, chosen.model
    call_id = calls.reserve(user_id, _ACTION, provider, model, estimate=tokens, request_id=clock.new_id())
    try:
        vectors = asyncio.run(_embed_within(chosen, texts, seconds))
    except ProviderError as error:
        calls.settle(call_id, 0, 0, error.cause)
        raise
    calls.settle(call_id, tokens, 0)
    return vectors


async def _embed_within(chosen: ChosenModel, texts: Sequence[str], seconds: float) -> list[list[float]]:
    try:
        return await asyncio.wait_for(client.embed(chosen.endpoint, chosen.model, texts), seconds)
    except TimeoutError as error:
        raise ProviderError("timeout") from error
