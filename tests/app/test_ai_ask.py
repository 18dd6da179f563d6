"""Setting a model up, and asking one's own notes: with sources that open, and without any."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.ai.fakes import FakeProvider
from tests.app import axe
from tests.app.asking import answers, asking_service
from tests.app.standing import Held
from tests.app.visitor import PASSWORD, Visitor
from tests.kept import Services
from tests.service import Service

RENT = "# Flat\n\nThe rent is **due** on the first of the month, and 740 euros."


@pytest.fixture
def service(services: Services, model_provider: FakeProvider) -> Service:
    return asking_service(services, model_provider)


def test_an_answer_names_its_places_and_leads_there(ada: Visitor, model_provider: FakeProvider) -> None:
    note = ada.note("Rent", RENT)
    answers(model_provider, "The rent is due on the first of the month [1]. See https://evil.example/x")
    page = ada.open("/")
    page.get_by_role("button", name="Search").click()
    page.keyboard.type("?When is the rent due")
    page.get_by_role("option", name="Ask your notes: When is the rent due").click()
    page.get_by_role("button", name="Send").click()
    answer = page.get_by_role("region", name="Answer")
    expect(answer).to_contain_text("due on the first of the month")
    expect(answer.locator("a[href*=evil]")).to_have_count(0)
    expect(answer.get_by_role("navigation", name="Sources")).to_contain_text("The rent is due")
    assert axe.violations(page) == []
    answer.get_by_role("link", name="1", exact=True).click()
    page.wait_for_url(f"**/notes/{note['id']}?match=**")
    expect(page.locator(".note-place")).to_contain_text("740 euros")


def test_a_question_that_no_note_answers_asks_nobody(ada: Visitor, model_provider: FakeProvider) -> None:
    ada.note("Rent", RENT)
    page = ada.open("/ask?q=Zymurgy")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Not found in your notes")).to_be_visible()
    assert model_provider.asked == []


def test_nothing_is_asked_before_it_is_known_who_asks(ada: Visitor, model_provider: FakeProvider) -> None:
    ada.note("Rent", RENT)
    answers(model_provider, "On the first [1].")
    page = ada.page
    session = Held(page, "**/api/auth/session")
    with page.expect_response("**/api/ai/providers"):
        page.goto("/ask?q=When is the rent due")
    expect(page.get_by_role("main").get_by_role("status", name="Loading")).to_be_visible()
    assert model_provider.asked == []
    session.let_go()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("region", name="Answer")).to_contain_text("On the first")


def test_a_provider_is_set_up_in_three_steps(
    services: Services, visit: Callable[..., Visitor], model_provider: FakeProvider
) -> None:
    service = services.empty(NOTESVC_AI_NETWORKS="127.0.0.0/8")
    ada = visit(service).register()
    page = ada.open("/ask")
    expect(page.get_by_text("No language model is set up")).to_be_visible()
    page.get_by_role("link", name="Set it up in the settings").click()
    page.get_by_role("button", name="Set up: Another server").click()
    page.get_by_label("Address", exact=True).fill("http://127.0.0.1:1/v1")
    page.get_by_role("button", name="Test", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("cannot be reached")
    page.get_by_label("Address", exact=True).fill(model_provider.base_url("compatible"))
    page.get_by_role("button", name="Test", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("It answers, with 2 models.")
    page.get_by_role("combobox", name="Model").fill("small")
    page.get_by_role("option", name="small-one").click()
    page.get_by_text("Find notes by meaning").click()
    page.get_by_label("Embeddings address").fill(model_provider.base_url("compatible"))
    page.get_by_label("Embeddings model").fill("vectors")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("small-one · http://127.0.0.1")).to_be_visible()
    kept = ada.ask("GET", "/api/ai/keys/compatible").json()
    assert (kept["embeddingsUrl"], kept["embeddingsModel"]) == (model_provider.base_url("compatible"), "vectors")
    page.get_by_role("button", name="New prompt").click()
    page.get_by_label("Name").fill("As a poem")
    page.get_by_label("Instruction").fill("Write a poem about ")
    page.get_by_role("button", name="Title", exact=True).click()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Write a poem about {{title}}")).to_be_visible()
    assert axe.violations(page) == []
