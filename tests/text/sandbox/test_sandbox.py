import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from notesvc.text.html import page
from notesvc.text.html.fallback import as_text
from notesvc.text.html.link_targets import Links, Target
from notesvc.text.html.page import EmbeddedNote, PageOptions
from notesvc.text.sandbox import pipe_protocol
from notesvc.text.sandbox.renderer import Renderer
from tests import programs
from tests.places import PROJECT

ENDLESS = "[a]:\n" * 100_000
"""Takes Python-Markdown minutes."""


@pytest.fixture
def renderer() -> Iterator[Renderer]:
    # The limit is generous, so that a busy machine does not fail what must succeed.
    renderer = Renderer(limit_seconds=10.0, children=2, wait_seconds=60.0)
    yield renderer
    renderer.close()


@pytest.fixture
def single() -> Iterator[Renderer]:
    """One with a single child; a test lowers the limit before what must be too slow."""
    renderer = Renderer(limit_seconds=10.0, children=1, wait_seconds=60.0)
    yield renderer
    renderer.close()


def ended(pid: int, seconds: float = 60.0) -> bool:
    """Whether the process ends within the time."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    try:
        return bool(poll.poll(seconds * 1000))
    finally:
        os.close(descriptor)


def test_it_renders_as_the_renderer_itself_does(renderer: Renderer) -> None:
    links = Links(wiki={"日本": Target("/notes/1")}, people=frozenset({"ada"}))
    options = PageOptions(links, {"other": EmbeddedNote("$x$", links)}, {"0": "/files/1/a.png"})
    markdown = "# 日本 [[日本]]\n\n#tag \ud800 **b** $y$\n\n![[other]]"
    made = renderer.render(markdown, options)
    assert made == page.render(markdown, options)
    assert made.headings
    assert made.has_formulas


def test_it_starts_no_child_before_it_is_needed(renderer: Renderer) -> None:
    assert renderer.pids() == []
    renderer.render("a")
    assert len(renderer.pids()) == 1


def test_a_child_serves_many_requests(renderer: Renderer) -> None:
    renderer.render("a")
    pids = renderer.pids()
    assert [renderer.render(f"text {number}").html for number in range(20)] == [
        f'<p dir="auto">text {number}</p>' for number in range(20)
    ]
    assert renderer.pids() == pids


def test_a_rendering_that_takes_too_long_is_killed(single: Renderer) -> None:
    single.render("a")
    (pid,) = single.pids()
    single.limit_seconds = 0.2
    assert single.render(ENDLESS) == page.plain(ENDLESS, page.TOO_SLOW)
    assert single.pids() == []
    assert not Path(f"/proc/{pid}").exists()


def test_after_a_kill_the_next_request_is_served(single: Renderer) -> None:
    single.limit_seconds = 0.2
    assert single.render(ENDLESS).html == as_text(ENDLESS)
    single.limit_seconds = 10.0
    assert single.render("*a*").html == '<p dir="auto"><em>a</em></p>'


def test_a_text_that_was_late_twice_is_not_tried_again(single: Renderer) -> None:
    text = "*a* [b](c) `d`\n\n" * 50_000
    single.limit_seconds = 0.2
    assert [single.derive(text), single.derive(text)] == [None, None]
    single.limit_seconds = 60.0
    assert single.derive(text) is None
    assert single.pids() == []


def test_a_child_that_was_killed_from_outside_is_replaced(renderer: Renderer) -> None:
    renderer.render("a")
    (pid,) = renderer.pids()
    os.kill(pid, signal.SIGKILL)
    assert renderer.render("*b*").html == '<p dir="auto"><em>b</em></p>'
    assert renderer.pids() != [pid]


def test_a_child_that_does_not_answer_is_killed(single: Renderer) -> None:
    single.render("a")
    (pid,) = single.pids()
    os.kill(pid, signal.SIGSTOP)
    single.limit_seconds = 0.2
    assert single.render("*b*" * 100_000).html == as_text("*b*" * 100_000)
    assert not Path(f"/proc/{pid}").exists()


def test_what_was_read_is_remembered(renderer: Renderer) -> None:
    first, other = renderer.derive("[[a]]"), renderer.derive("[[b]]")
    renderer.close()
    assert renderer.derive("[[a]]") == first != other
    assert renderer.pids() == []


def test_threads_share_the_children(renderer: Renderer) -> None:
    wrong: list[str] = []

    def work(name: int) -> None:
        for number in range(15):
            html = renderer.render(f"*{name}* {number}").html
            if html != f'<p dir="auto"><em>{name}</em> {number}</p>':
                wrong.append(html)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert 1 <= len(renderer.pids()) <= 2


def test_it_converts_pages(renderer: Renderer) -> None:
    page = "<title>T</title><p>a <a href='/b'>b</a>"
    assert renderer.markdown_from_html(page, "https://a.b/c") == ("a [b](https://a.b/b)", "T")


def test_a_page_that_takes_too_long_gives_nothing(renderer: Renderer) -> None:
    assert renderer.markdown_from_html("<p>a" * 200_000, limit_seconds=0.05) is None
    assert renderer.markdown_from_html("<p>a") == ("a", None)


def test_memory_is_bounded() -> None:
    renderer = Renderer(limit_seconds=60.0, memory_bytes=128 * 1024 * 1024, children=1)
    assert renderer.markdown_from_html("a" * 60_000_000, limit_seconds=60.0) is None
    assert renderer.render("*a*").html == '<p dir="auto"><em>a</em></p>'
    renderer.close()


def test_a_child_inherits_nothing(renderer: Renderer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOTESVC_SECRET_KEY", "very-secret")
    with (tmp_path / "database").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        renderer.render("a")
        (pid,) = renderer.pids()
        assert sorted(os.listdir(f"/proc/{pid}/fd")) == ["0", "1", "2"]
        assert b"very-secret" not in Path(f"/proc/{pid}/environ").read_bytes()


PARENT = """
import sys, threading
from notesvc.text.sandbox.renderer import Renderer
renderer = Renderer(limit_seconds=30.0)
renderer.render("a")
print(*renderer.pids(), flush=True)
if sys.argv[1] == "busy":
    renderer.limit_seconds = 2.0
    renderer.render("[a]:\\n" * 100_000)
sys.stdin.read()
"""


@pytest.mark.parametrize("work", ["idle", "busy"])
def test_no_child_outlives_a_parent_that_was_killed(work: str) -> None:
    command = [sys.executable, "-c", PARENT, work]
    with programs.running(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()
        assert ended(pid)


FORK = """
import os
from notesvc.text.sandbox.renderer import Renderer
renderer = Renderer(limit_seconds=10.0)
assert renderer.render("a").html == '<p dir="auto">a</p>'
(pid,) = renderer.pids()
forked = os.fork()
if forked == 0:
    mine = renderer.pids()
    html = renderer.render("b").html
    os._exit(0 if mine == [] and html == '<p dir="auto">b</p>' and pid not in renderer.pids() else 1)
assert os.waitpid(forked, 0)[1] == 0
assert renderer.render("c").html == '<p dir="auto">c</p>'
assert renderer.pids() == [pid]
renderer.close()
"""


def test_a_forked_process_has_children_of_its_own() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", FORK], cwd=PROJECT, check=True, timeout=120)


@pytest.mark.parametrize("text", ["é\0", "\ud800"])
def test_messages_come_through_whole(text: str) -> None:
    fields = {"a": text, "b": [1, None]}
    packed, data = pipe_protocol.pack(fields, b"\xff")
    header, encoded = packed[: pipe_protocol.HEADER.size], packed[pipe_protocol.HEADER.size :]
    assert pipe_protocol.lengths(header) == (len(encoded), len(data))
    assert (pipe_protocol.unpack(encoded), data) == (fields, b"\xff")


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff"])
def test_what_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(pipe_protocol.GarbledError):
        pipe_protocol.unpack(body)


@pytest.mark.parametrize("header", [b"\xff\xff\xff\xff\0\0\0\0", b"\0\0\0\0\xff\xff\xff\xff"])
def test_a_message_that_is_too_long_is_refused(header: bytes) -> None:
    with pytest.raises(pipe_protocol.GarbledError):
        pipe_protocol.lengths(header)
