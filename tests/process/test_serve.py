"""The service as a whole: it starts, it stops, and what dies comes back."""

import contextlib
import os
import resource
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from notesvc import serve, supervisor
from tests.process import processes
from tests.service import Service, run, wait_until


def test_it_answers_and_says_where_it_is_and_where_mails_lie(service: Service) -> None:
    mails = f"Mails are kept in {service.instance / 'mails'}, as there is no NOTESVC_SMTP_URL"
    assert service.output.splitlines() == [f"notesvc: {service.url}", mails]
    assert service.status("/readyz") == 200


@contextlib.contextmanager
def few_files() -> Iterator[int]:
    """What is started meanwhile may open few files, and more when it says so: how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    yield hard
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_its_processes_may_open_as_many_files_as_the_system_lets_them(start: Callable[..., Service]) -> None:
    with few_files() as hard:
        service = start()
    for name in ("web", "streams", "collab"):
        soft, _ = resource.prlimit(processes.child(service, name), resource.RLIMIT_NOFILE)
        assert soft == hard if 0 < hard < serve.MOST_FILES else soft >= serve.MOST_FILES


def test_it_names_both_addresses_when_the_public_one_differs(start: Callable[..., Service]) -> None:
    service = start(NOTESVC_BASE_URL="https://notes.example.org")
    assert service.output.startswith("notesvc: https://notes.example.org (listening at http://127.0.0.1:")


def test_it_names_settings_that_there_are_not_with_the_nearest(start: Callable[..., Service]) -> None:
    service = start(NOTESVC_REGISTRATON="open", NOTESVC_COLOUR="red", NOTESVC_TEST_ANYTHING="1", NOTESVC_PORTS="9")
    named = {event["name"]: event["nearest"] for event in service.events("unknown_setting")}
    assert named == {
        "NOTESVC_REGISTRATON": "NOTESVC_REGISTRATION",
        "NOTESVC_COLOUR": None,
        "NOTESVC_PORTS": "NOTESVC_PORT",
    }


def test_it_runs_on_postgres(start: Callable[..., Service], postgres_url: str) -> None:
    service = start(NOTESVC_DATABASE_URL=postgres_url)
    assert service.status("/readyz") == 200
    assert service.stop() == 0


def test_it_prints_the_set_up_code_only_beyond_loopback_and_before_the_first_account(
    start: Callable[..., Service], instance: Path, free_port: int
) -> None:
    service = Service(instance, {"NOTESVC_HOST": "0.0.0.0", "NOTESVC_PORT": str(free_port)})
    try:
        service.launch()
        wait_until(lambda: "Set-up code: " in service.output, "no code was printed")
    finally:
        service.end()


@pytest.mark.every_case
@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_with_exit_code_0_and_takes_all_its_processes_along(service: Service, name: signal.Signals) -> None:
    below = processes.descendants(service.pid)
    service.process.send_signal(name)
    # The promise is 10 s: what has not ended by then is killed.
    assert supervisor.STOP_SECONDS < 10
    assert service.process.wait(timeout=60) == 0
    assert processes.alive(below) == set()
    assert service.events("stopped")


def test_it_stops_while_a_client_keeps_a_connection_open(service: Service) -> None:
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as idle:
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(4096)
        idle.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhalf")
        service.process.send_signal(signal.SIGTERM)
        assert service.process.wait(timeout=60) == 0


def test_it_answers_again_after_a_worker_was_killed(service: Service) -> None:
    killed = processes.workers(service)
    for pid in killed:
        processes.kill(pid)
    service.answering()
    assert not processes.workers(service) & killed


def test_it_answers_again_after_the_master_was_killed_and_its_workers_went_too(service: Service) -> None:
    master, workers = processes.child(service, "web"), processes.workers(service)
    processes.kill(master)
    wait_until(lambda: not processes.alive(workers), "workers outlived their master")
    wait_until(lambda: processes.child(service, "web") != master, "there is no new master")
    service.answering()


def test_a_connection_made_while_the_master_is_dead_is_answered_by_the_next(service: Service) -> None:
    workers = processes.workers(service)
    processes.kill(processes.child(service, "web"))
    wait_until(lambda: not processes.alive(workers), "workers outlived their master")
    assert service.status() == 200


@pytest.mark.parametrize("name", ["jobs", "scrub"])
def test_it_starts_again_what_died_beside_the_web_processes(service: Service, name: str) -> None:
    killed = processes.child(service, name)
    processes.kill(killed)
    wait_until(lambda: processes.child(service, name) != killed, f"{name} did not come back")
    assert [event["code"] for event in service.events("child_exited")] == [-9]
    assert service.status() == 200


def test_it_leaves_no_orphan_when_it_is_killed_itself(service: Service) -> None:
    below = processes.descendants(service.pid)
    assert len(below) >= 5
    service.kill()
    wait_until(lambda: not processes.alive(below), "children outlived their supervisor")


def test_it_starts_again_at_once_after_it_was_killed(service: Service) -> None:
    service.kill()
    assert service.start().stop() == 0


def test_a_second_one_on_the_same_instance_is_refused_and_the_first_goes_on(service: Service) -> None:
    second = run(service.instance, "serve")
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == f"notesvc: notesvc is running already on {service.instance}\n"
    assert service.status() == 200


def test_forwarded_headers_count_for_nothing_unless_proxies_are_trusted(service: Service) -> None:
    host, port = service.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as client:
        client.sendall(
            b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: 203.0.113.9\r\n"
            b"Connection: close\r\n\r\n"
        )
        assert client.recv(4096)
    logged = wait_until(lambda: [e for e in service.events("request") if e["address"] == "127.0.0.1"], "no log line")
    assert logged
    assert "203.0.113.9" not in service.log


def test_it_gives_up_when_a_process_never_gets_through_its_start(instance: Path) -> None:
    (instance / "attachments").write_text("a file where a folder has to be")
    refused = run(instance, "serve")
    assert refused.returncode == 1
    assert "failed 5 times at its start" in refused.stderr.splitlines()[-1]


def test_a_start_without_the_database_loses_no_file(start: Callable[..., Service], instance: Path) -> None:
    service = start()
    service.stop()
    path = instance / "attachments" / "ab" / ("ab" * 32)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"old")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    os.rename(instance / "notesvc.sqlite", instance / "away")
    assert run(instance, "serve").returncode == 2
    os.rename(instance / "away", instance / "notesvc.sqlite")
    start()
    assert path.is_file()
