"""Redis takes over the counting of limits when it is configured."""

import http.client
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import redis

from tests.places import missing
from tests.service import Service

ADDRESS = os.environ.get("NOTESVC_TEST_REDIS", "redis://127.0.0.1:6379/15")


@pytest.fixture
def counters() -> Iterator[redis.Redis]:
    """A Redis database of the tests' own, emptied before and after."""
    client = redis.Redis.from_url(ADDRESS, socket_timeout=60)
    try:
        client.flushdb()
    except redis.exceptions.ConnectionError as error:
        missing(f"Redis is not reachable: {error}")
    yield client
    client.flushdb()
    client.close()


def send(service: Service, method: str, path: str, body: object, headers: dict[str, str]) -> http.client.HTTPResponse:
    parts = urlsplit(service.url)
    connection = http.client.HTTPConnection(str(parts.hostname), int(parts.port or 80), timeout=60)
    connection.request(method, path, json.dumps(body), {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    connection.close()
    return answer


def new_key(service: Service) -> str:
    account = {"email": "a@example.org", "password": "correct horse battery", "name": "A"}
    cookie = str(send(service, "POST", "/api/auth/register", account, {}).headers["Set-Cookie"]).split(";")[0]
    proof = {"password": account["password"]}
    proven = send(service, "POST", "/api/auth/step-up", proof, {"Cookie": cookie})
    cookie = str(proven.headers["Set-Cookie"]).split(";")[0]
    made = send(service, "POST", "/api/sync/tokens", {"name": "k", "canWrite": True}, {"Cookie": cookie})
    return str(json.loads(made.body)["secret"])  # type: ignore[attr-defined]


def test_redis_counts_exactly_over_several_processes(start: Callable[..., Service], counters: redis.Redis) -> None:
    service = start(NOTESVC_REDIS_URL=ADDRESS, NOTESVC_WORKERS="3")
    header = {"Authorization": f"Bearer {new_key(service)}"}
    with ThreadPoolExecutor(16) as many:
        clips = [many.submit(send, service, "POST", "/api/sync/capture", {"markdown": "x"}, header) for _ in range(60)]
    assert Counter(clip.result().status for clip in clips) == {201: 30, 429: 30}
    assert any(b"capture" in name for name in counters.keys())
    assert not any(header["Authorization"][7:].encode() in name for name in counters.keys())


def test_redis_gone_is_told_and_limits_are_counted_in_memory(
    start: Callable[..., Service], counters: redis.Redis
) -> None:
    service = start(NOTESVC_REDIS_URL=ADDRESS)
    header = {"Authorization": f"Bearer {new_key(service)}"}
    service.stop()
    nobody = start(NOTESVC_REDIS_URL="redis://127.0.0.1:1/0", NOTESVC_WORKERS="1")
    assert nobody.events("limits_in_memory")[0]["cause"] == "redis_away"
    answers = [send(nobody, "GET", "/api/sync/verify", None, header).status for _ in range(61)]
    assert answers == [200] * 60 + [429]
    account = {"email": "a@example.org", "password": "correct horse battery"}
    assert send(nobody, "POST", "/api/auth/login", account, {}).status == 200
    ready = send(nobody, "GET", "/readyz", None, {})
    assert ready.status == 200
    assert b"degraded: Redis cannot be reached." in ready.body  # type: ignore[attr-defined]
