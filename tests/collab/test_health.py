"""How much the worker of rooms has to do is told to programs of this machine alone."""

import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

import orjson
import pytest

from tests.collab.peer import Peer
from tests.process.member import Member

_STRAIGHT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@pytest.mark.every_case
@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({}, {"status", "rooms", "connections"}),
        ({"X-Real-IP": "127.0.0.1"}, {"status"}),
        ({"X-Forwarded-Host": "localhost"}, {"status"}),
        ({"Via": "1.1 proxy"}, {"status"}),
    ],
)
def test_the_workers_figures_are_not_for_strangers(
    member: Member, peer: Callable[[Member, Any], Peer], headers: dict[str, str], told: set[str]
) -> None:
    address = f"http{peer(member, member.note('Plan', 'x', mode='raw')).come().address.removeprefix('ws')}/healthz"
    answer = _STRAIGHT.open(urllib.request.Request(address, headers=headers)).read()
    assert orjson.loads(answer).keys() >= {"status"}
    assert orjson.loads(answer).keys() & {"rooms", "connections"} == told - {"status"}
    with pytest.raises(urllib.error.HTTPError) as refused:
        _STRAIGHT.open(urllib.request.Request(address, headers={**headers, "Host": "evil.example"}))
    assert (refused.value.code, b"rooms" in refused.value.read()) == (421, False)
