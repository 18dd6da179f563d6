"""Files of any bytes and any size up to the limit come in by a plain HTTP client, and come out again whole."""

import random
import subprocess
from pathlib import Path

import pytest

from notesvc import limits
from tests.kept import Services
from tests.process.member import Member, multipart, register

KIB, MIB = 1024, 1024**2
# What decides is where the line breaks lie among a file's bytes: each size is tried with several files.
SIZES = {KIB: 3, 64 * KIB: 6, 100 * KIB: 6, 200 * KIB: 6, 500 * KIB: 6, MIB: 6, 3 * MIB: 4, 32 * MIB: 1}


@pytest.fixture(scope="module")
def ada(services: Services) -> Member:
    return register(services.empty())


def noise(size: int, seed: int) -> bytes:
    """Bytes as a photograph has them; line breaks at any place among them."""
    return random.Random(f"{size} {seed}").randbytes(size)


@pytest.mark.parametrize("size", SIZES)
def test_files_of_random_bytes_are_kept_whole(ada: Member, tmp_path: Path, size: int) -> None:
    path = tmp_path / "photo.jpg"
    for seed in range(SIZES[size]):
        content = noise(size, seed)
        path.write_bytes(content)
        url = curl(ada, path)
        assert ada.ask("GET", url).body == content


@pytest.mark.every_case
@pytest.mark.parametrize("ending", [b"\r", b"\n", b"\r\n", b"\r\n--edg", b"\r\n--edge", b"--edge--"])
def test_a_line_break_at_the_end_of_a_piece_refuses_no_file(ada: Member, ending: bytes) -> None:
    head = len(multipart("a.bin", b"")[0]) - len(b"\r\n--edge--\r\n")
    for pieces in (1, 2, 3):
        content = b"x" * (pieces * 64 * KIB - head - len(ending)) + ending + b"y" * 64 * KIB
        reply = ada.upload("/api/workspace/attachments", "a.bin", content)
        assert (reply.status, reply.json().get("size")) == (201, len(content)), reply


def test_a_byte_more_than_the_limit_is_refused_with_words(ada: Member) -> None:
    reply = ada.upload("/api/workspace/attachments", "a.bin", noise(limits.MAX_ATTACHMENT + 1, 0))
    assert (reply.status, reply.json()["code"]) == (413, "too_large")
    assert str(limits.MAX_ATTACHMENT) in reply.json()["detail"]


def curl(member: Member, path: Path) -> str:
    """Upload the file as a person would from a shell; answers its address."""
    command = ("curl", "--silent", "--noproxy", "*", "--fail-with-body", "--cookie", f"notesvc={member.cookie}")
    asked = (*command, "--form", f"file=@{path}", f"{member.url}/api/workspace/attachments")
    ended = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stdout
    return ended.stdout.partition('"url":"')[2].partition('"')[0]
