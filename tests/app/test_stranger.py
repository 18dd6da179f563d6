"""The whole way of somebody who has never seen it: to an account, notes, links, a key, and through a power cut."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.app.stranger import Stranger, ask_with, comes
from tests.app.visitor import DESKTOP, PHONE, Visitor
from tests.app.writing import awaken, surface
from tests.service import Service

SIZES = {"wide": {"viewport": DESKTOP}, "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True}}


@pytest.mark.full
@pytest.mark.parametrize("size", [pytest.param("wide", marks=pytest.mark.full), "phone"])
def test_a_stranger_finds_the_way_and_pulling_the_plug_loses_no_word(
    start: Callable[..., Service], free_port: int, visit: Callable[..., Visitor], size: str
) -> None:
    service = start(NOTESVC_PORT=str(free_port))
    stranger = Stranger(visit(service, **SIZES[size]))
    stranger.make_account()
    stranger.import_the_vault()
    stranger.find_by_search("callout types", "Callouts")
    stranger.edit_in_both_surfaces()
    callouts = stranger.note_id()
    links_and_names(stranger)
    an_older_version(stranger, callouts)
    journal_and_key(stranger)
    the_plug(stranger, service)


def links_and_names(stranger: Stranger) -> None:
    ada = stranger.visitor
    made = stranger.new_note("Reading list", "Books to come back to.")
    stranger.make_link("Callouts")
    comes(lambda: "[[Callouts]]" in ada.read(made)["content"], "the link was not saved")
    stranger.follow_link("Callouts")
    stranger.rename("Boxes that stand out")
    comes(lambda: "[[Boxes that stand out]]" in ada.read(made)["content"], "the link did not follow")
    stranger.switch_to("Reading list")
    stranger.follow_link("Boxes that stand out")


def an_older_version(stranger: Stranger, note_id: str) -> None:
    def text() -> str:
        return str(stranger.visitor.read(note_id)["content"])

    assert "Written in blocks." in text()
    stranger.restore_first_version()
    comes(lambda: "Written in blocks." not in text(), "the older version did not come back")
    stranger.close_rail()


def journal_and_key(stranger: Stranger) -> None:
    ada, url = stranger.visitor, stranger.visitor.service.url
    day = stranger.write_journal("Walked all the way round.")
    entry = f"/api/workspace/journal/{day}"
    comes(lambda: "all the way round." in ada.ask("GET", entry).text(), "the day has no entry")
    secret = stranger.make_key()
    assert ask_with(secret, f"{url}/api/sync/verify")[1]["valid"] is True
    clip = {"title": "From outside", "markdown": "Clipped by a program.", "idempotencyKey": "clip-1"}
    status, kept = ask_with(secret, f"{url}/api/sync/capture", clip)
    assert status == 201, kept
    assert ada.read(kept["id"])["name"] == "From outside"


def the_plug(stranger: Stranger, service: Service) -> None:
    ada = stranger.visitor
    note_id = stranger.new_note("In the storm", "It began")
    with ada.expecting_trouble():
        stranger.go_to_end()
        stranger.page.keyboard.type(" with a gust,")
        pull(service)
        stranger.page.keyboard.type(" and every lamp went out.")
        service.start()
        wanted = "It began with a gust, and every lamp went out."
        comes(lambda: wanted in ada.read(note_id)["content"], "words were lost")
        pull(service)
        stranger.page.keyboard.type(" We lit a candle.")
        # Kept on the device: what a closed tab leaves behind is put there before it says so.
        stranger.page.get_by_role("toolbar", name="Note").get_by_text("Waiting").first.wait_for()
        stranger.page.close(run_before_unload=False)
        service.start()
        ada.page = ada.tab()
        ada.open(f"/notes/{note_id}")
        comes(lambda: f"{wanted} We lit a candle." in ada.read(note_id)["content"], "the closed tab lost words")
        expect(ada.page.locator("#root .note-place")).to_contain_text("We lit a candle.")
        awaken(ada.page)
        expect(surface(ada.page)).to_contain_text("We lit a candle.")


def pull(service: Service) -> None:
    """`kill -9` for the supervisor and every process below it, as a power cut would."""
    for pid in [service.pid, *below(service.pid)]:
        os.kill(pid, signal.SIGKILL)
    service.process.wait(timeout=60)


def below(pid: int) -> list[int]:
    """The processes that the process has started, and those that they have."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = [int(child) for task in tasks for child in task.read_text().split()]
    return [*children, *(each for child in children for each in below(child))]
