"""A real model, small and unwise: whatever it answers, the promises about its answers hold."""

import asyncio
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from ipaddress import ip_network
from typing import Any

import flask
import pytest

from notesvc.ai import client
from notesvc.ai.endpoint import Endpoint, Question, Text
from notesvc.config import Settings
from notesvc.domain import policy
from tests.ai import model_server
from tests.ai.streams import data_of
from tests.loops import on_a_loop
from tests.places import PROJECT, missing
from tests.service import wait_until
from tests.web.ai_world import ask, note
from tests.web.conftest import Member

pytestmark = pytest.mark.process

HERE = (ip_network("127.0.0.0/8"),)


@pytest.fixture
def kind() -> str:
    return "sqlite"


@pytest.fixture(scope="module")
def model_url() -> Iterator[str]:
    if model_server.model() is None:
        missing("the small model is not installed: make model")
    command = [sys.executable, "-m", "tests.ai.model_server"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, cwd=PROJECT, text=True, **pipes) as process:  # type: ignore[call-overload]
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.kill()


@pytest.fixture
def member(app: flask.Flask, workspace: Settings, owner: Member, model_url: str) -> Member:
    policy.open_policy(replace(workspace, ai_networks=HERE))
    owner.step_up()
    body = {"baseUrl": f"{model_url}/v1", "model": "small"}
    assert owner.web.put("/api/ai/keys/compatible", json=body).status_code == 200
    return owner


TEXT = "The tomatoes stands in the sun. They needs water evry second evening, says [[Ada]]. #garden"
CODE = "```py\nx   =   1\n```"


def test_it_summarises(member: Member) -> None:
    answer = ask(member, "summarize", text=TEXT)
    assert data_of(answer.text, "done")["content"]
    usage = data_of(answer.text, "usage")
    assert min(usage["input"], usage["output"]) > 0


def test_what_it_corrects_keeps_its_code_and_names_its_losses(member: Member) -> None:
    found = data_of(ask(member, "fix", text=f"{TEXT}\n\n{CODE}\n").text, "done")
    assert CODE in found["content"]
    lost = {text for warning in found["warnings"] for text in warning["lost"]}
    assert ("[[Ada" in found["content"]) != ("Ada" in lost)
    assert ("#garden" in found["content"].lower()) != ("garden" in lost)


@pytest.mark.full
def test_what_it_cites_stands_in_the_notes(member: Member) -> None:
    note(member, "Tomatoes need water every second evening. Beans need a pole.", "Watering")
    answer = ask(member, "ask", instruction="How often do tomatoes need water?")
    for source in data_of(answer.text, "sources"):
        cited = member.web.get(f"/api/workspace/notes/{source['noteId']}").get_json()
        assert source["quote"] in cited["content"]


@on_a_loop
async def test_it_stops_when_nobody_listens(model_url: str) -> None:
    endpoint = Endpoint("compatible", f"{model_url}/v1", None, HERE)
    answer = client.answer(endpoint, Question("small", "", (("user", "Count to ten thousand in words."),), 3_000))
    assert isinstance(await anext(answer), Text)
    assert await asyncio.to_thread(is_busy, model_url)
    await answer.aclose()
    await asyncio.to_thread(wait_until, lambda: not is_busy(model_url), "the model goes on")


def is_busy(model_url: str) -> bool:
    with urllib.request.urlopen(f"{model_url}/slots", timeout=10) as answer:
        slots: list[Any] = json.load(answer)
    return any(slot["is_processing"] for slot in slots)
