"""What the service says is told in the language of the request, beside the English that programs read."""

import io

import pytest

from notesvc import sentences
from notesvc.config import Settings
from notesvc.domain.importing import run
from tests.web.conftest import Member

NOTES = "/api/workspace/notes"
IN_GERMAN = {"Accept-Language": "de-AT,en;q=0.5"}


@pytest.fixture
def kind() -> str:
    """Nothing in here depends on the kind of database."""
    return "sqlite"


@pytest.mark.parametrize(
    ("language", "words", "of_field"),
    [
        ("en", "Name: Must be at most 500 characters", "Must be at most 500 characters"),
        ("de-CH, en", "Name: Höchstens 500 Zeichen.", "Höchstens 500 Zeichen."),
        ("fr, es;q=0.9", "Nombre: Como máximo 500 caracteres.", "Como máximo 500 caracteres."),
        ("ja", "名前：500文字以内で入力してください。", "500文字以内で入力してください。"),
        ("ar-EG", "الاسم: أقصى عدد للأحرف هو \u2068500\u2069.", "أقصى عدد للأحرف هو \u2068500\u2069."),
    ],
)
def test_a_field_is_refused_in_the_language_of_the_request(
    owner: Member, language: str, words: str, of_field: str
) -> None:
    answer = owner.web.post(NOTES, json={"name": "n" * 501}, headers={"Accept-Language": language})
    body = answer.get_json()
    assert (answer.status_code, body["detail"], body["words"]) == (422, "name: must be at most 500 characters", words)
    assert body["errors"] == [{"field": "name", "message": "must be at most 500 characters", "words": of_field}]


@pytest.mark.parametrize("language", [None, "fr", "*"])
def test_who_asks_for_no_language_of_ours_is_told_in_english_alone(owner: Member, language: str | None) -> None:
    headers = {} if language is None else {"Accept-Language": language}
    body = owner.web.post(NOTES, json={"name": "n" * 501}, headers=headers).get_json()
    assert "words" not in body
    assert body["errors"] == [{"field": "name", "message": "must be at most 500 characters"}]


def test_the_block_that_is_refused_is_named_in_words(owner: Member) -> None:
    link = {"type": "link", "href": "javascript:alert(1)", "content": [{"type": "text", "text": "x", "styles": {}}]}
    blocks = [{"type": "paragraph", "content": []}, {"type": "paragraph", "content": [link]}]
    body = owner.web.post(NOTES, json={"name": "n", "richContent": blocks}, headers=IN_GERMAN).get_json()
    assert body["errors"][0]["field"] == "richContent[1].content[0].href"
    assert body["words"] == "Block 2: Diese Art von Adresse ist nicht erlaubt."


def test_a_refusal_without_fields_is_told_too(owner: Member) -> None:
    folder = owner.folder()
    move = owner.web.patch(
        f"/api/workspace/folders/{folder['id']}",
        json={"parentId": folder["id"]},
        headers=IN_GERMAN,
    )
    assert (move.status_code, move.get_json()["detail"]) == (409, "A folder cannot be moved into itself.")
    assert move.get_json()["words"] == "Ein Ordner kann nicht in sich selbst verschoben werden."


def test_an_address_without_a_route_is_told_in_words(owner: Member) -> None:
    assert owner.web.get("/api/nowhere", headers=IN_GERMAN).get_json()["words"] == "Das gibt es nicht."


def test_what_is_said_of_a_file_of_an_import_is_stored_in_english_and_read_in_any_language(
    workspace: Settings, owner: Member
) -> None:
    upload = {"file": (io.BytesIO(b"caf\xe9 and more text"), "latin.md")}
    job_id = owner.web.post("/api/data/import", data=upload).get_json()["id"]
    while run.run_some(workspace.imports, lambda: False):
        pass
    address = f"/api/data/imports/{job_id}"
    assert "words" not in owner.web.get(address).get_json()["report"]["files"][0]
    [file] = owner.web.get(address, headers=IN_GERMAN).get_json()["report"]["files"]
    assert file["reason"] == "the file is not UTF-8: it was read as Latin-1"
    assert file["words"] == "Kein UTF-8: als Latin-1 gelesen"


def test_what_went_wrong_with_a_key_is_told_in_words(owner: Member) -> None:
    key = {"Authorization": f"Bearer {owner.key()}", "Idempotency-Key": "once"}
    assert owner.web.post("/api/sync/capture", json={"markdown": " "}, headers=key).status_code == 422
    [event] = owner.web.get("/api/sync/activity", headers=IN_GERMAN).get_json()["events"]
    assert event["message"].startswith("markdown: the clip is empty")
    assert event["words"] == "Text: Der Ausschnitt ist leer: Es gibt nichts, was aufbewahrt werden könnte."


def test_remarks_stand_in_one_line_as_the_language_has_it() -> None:
    told = "tags that are none were left out; NUL characters were dropped"
    assert sentences.remarks(told, "en") == "Tags that are none were left out; NUL characters were dropped"
    assert sentences.remarks(told, "ja") == "タグとして使えないものを除外しました。保存できない文字を取り除きました"
    assert "؛ " in (sentences.remarks(told, "ar") or "")
