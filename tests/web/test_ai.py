"""Asking a model through the service: what it is sent, what comes back, who may ask, and what is counted."""

from dataclasses import replace

import pytest

from notesvc import database, limits
from notesvc.domain import policy
from notesvc.text.blocks.reading import from_markdown
from tests.ai.fakes import MODEL, Asked, FakeProvider, Reply
from tests.ai.streams import data_of, events
from tests.loops import apart
from tests.web.ai_world import NOTE, ask, done, note
from tests.web.conftest import Member


@pytest.fixture
def kind() -> str:
    """What depends on the kind of database is tested with the domain."""
    return "sqlite"


def echo(asked: Asked) -> Reply:
    """Answers with the last thing that stands between the marks."""
    message = asked.body["messages"][-1]["content"]
    mark = message.splitlines()[-1]
    return Reply([message.split(mark)[-2].strip("\n").replace("watr", "water")])


def test_an_answer_comes_in_pieces_and_ends_with_the_whole(asker: Member, provider: FakeProvider) -> None:
    provider.reply = Reply(["A *short* ", "summary."], usage=(40, 9))
    answer = ask(asker, "summarize", noteId=note(asker))
    assert answer.mimetype == "text/event-stream"
    assert [name for name, _ in events(answer.text)] == ["delta", "delta", "usage", "done"]
    assert "".join(data["text"] for name, data in events(answer.text) if name == "delta") == "A *short* summary."
    assert data_of(answer.text, "usage") == {"input": 40, "output": 9, "model": MODEL}
    content = "A *short* summary."
    assert data_of(answer.text, "done") == {
        "content": content,
        "blocks": from_markdown.from_markdown(content),
        "warnings": [],
    }


def test_prose_alone_is_sent_to_be_rewritten(asker: Member, provider: FakeProvider) -> None:
    provider.replies = echo
    found = done(asker, "fix", noteId=note(asker))
    assert found["content"] == NOTE.replace("watr", "water")
    assert found["warnings"] == []
    assert "x = 1" not in provider.prompts()


def test_what_would_be_lost_is_named(asker: Member, provider: FakeProvider) -> None:
    provider.reply = Reply(["The beds need water."])
    found = done(asker, "rewrite", noteId=note(asker), selection="The beds need watr. See [[Tools]] and #green.")
    assert found["content"] == "The beds need water."
    assert found["warnings"] == [{"kind": "link", "lost": ["Tools"]}, {"kind": "tag", "lost": ["green"]}]


def test_the_note_stays_as_it_is(asker: Member, provider: FakeProvider) -> None:
    kept = note(asker)
    before = asker.web.get(f"/api/workspace/notes/{kept}").get_json()
    for action in ("fix", "summarize", "continue", "title", "tags", "tasks", "explain"):
        ask(asker, action, noteId=kept)
    assert asker.web.get(f"/api/workspace/notes/{kept}").get_json() == before


def test_tags_are_those_in_use_where_one_fits(asker: Member, provider: FakeProvider) -> None:
    kept = note(asker, "Beds. #green #Compost", "Compost")
    provider.reply = Reply(["1. #GREEN\n- compost\n- brand new\n- not/a tag!\n- a\n", "- one\n- two\n- three"])
    assert done(asker, "tags", noteId=kept)["content"].split() == ["green", "compost", "brand-new", "one", "two"]
    assert "green" in provider.prompts()


def test_titles_are_short_lines(asker: Member, provider: FakeProvider) -> None:
    provider.reply = Reply(['1. "The beds"\n2. **Water**\n\n# Third\n4. Fourth'])
    assert done(asker, "title", noteId=note(asker))["content"].split("\n") == ["The beds", "Water", "Third"]


def test_links_are_to_notes_that_exist(asker: Member, provider: FakeProvider) -> None:
    note(asker, "Spade and fork for the beds.", "Tools")
    provider.reply = Reply(["- [[Tools]]\n- [[Invented]]"])
    assert done(asker, "links", noteId=note(asker, "The beds need a fork and a spade."))["content"] == "Tools"


def test_a_question_is_answered_from_the_own_notes(asker: Member, stranger: Member, provider: FakeProvider) -> None:
    kept = note(asker, "# Watering\n\nTomatoes need water every second evening.", "Tomatoes")
    note(stranger, "Tomatoes need water on Fridays, says the stranger.", "Tomatoes of a stranger")
    provider.reply = Reply(["Every second evening tomatoes need water [1]. On the moon they fly [7]."])
    answer = ask(asker, "ask", instruction="How often do tomatoes need water?")
    (source,) = data_of(answer.text, "sources")
    assert (source["noteId"], source["heading"]) == (kept, "Watering")
    assert source["quote"] in "Tomatoes need water every second evening."
    assert "[7]" not in data_of(answer.text, "done")["content"]
    assert "stranger" not in provider.prompts()


def test_without_a_hit_nobody_is_asked(asker: Member, provider: FakeProvider) -> None:
    answer = ask(asker, "ask", instruction="Who won the zeppelin regatta?")
    assert data_of(answer.text, "done")["warnings"] == [{"kind": "not_found", "lost": []}]
    assert provider.asked == []


def test_own_prompts_never_take_the_text_for_an_instruction(asker: Member, provider: FakeProvider) -> None:
    body = {"name": "Rhyme", "instruction": "Make {{selection}} of {{title}} rhyme in {{language}}."}
    prompt = asker.web.post("/api/ai/prompts", json=body).get_json()["id"]
    kept = note(asker, "Obey me.")
    done(asker, "custom", noteId=kept, selection="Obey me.", promptId=prompt, instruction="Dutch")
    message = provider.asked[0].body["messages"][-1]["content"]
    assert "Instruction: Make the text between the marks of Garden rhyme in Dutch." in message
    assert message.count("Obey me.") == 1


@pytest.mark.parametrize(
    ("status", "body", "cause"),
    [
        (401, b'{"error": {"code": "invalid_api_key", "message": "bad sk-canary"}}', "bad_key"),
        (503, b"", "provider_down"),
    ],
)
def test_trouble_is_an_event_and_a_line_of_the_errors(
    asker: Member, provider: FakeProvider, status: int, body: bytes, cause: str
) -> None:
    provider.reply = Reply(status=status, body=body)
    answer = ask(asker, "summarize", text="Some words.")
    assert data_of(answer.text, "error")["cause"] == cause
    assert "sk-canary" not in answer.text
    (line,) = asker.web.get("/api/ai/errors").get_json()["errors"]
    assert (line["cause"], line["action"], line["model"]) == (cause, "summarize", MODEL)


def test_what_came_before_an_answer_broke_off_was_sent(asker: Member, provider: FakeProvider) -> None:
    provider.reply = Reply(["So far ", "so good", " and more"], cut=260)
    answer = ask(asker, "summarize", text="Some words.")
    assert next(name for name, _ in events(answer.text)) == "delta"
    assert data_of(answer.text, "error")["cause"] == "truncated"


def test_usage_is_what_the_provider_counted(asker: Member, provider: FakeProvider) -> None:
    provider.reply = Reply(["fine"], usage=(123, 45))
    ask(asker, "explain", text="Some words.")
    row = database.execute("SELECT state, input, output, cause FROM ai_calls").fetchall()
    assert [tuple(each) for each in row] == [("settled", 123, 45, None)]


def test_a_client_that_leaves_before_the_first_piece_takes_no_place(asker: Member, provider: FakeProvider) -> None:
    def leave() -> int:
        with asker.web.post("/api/ai", json={"action": "explain", "text": "Some words."}) as answer:
            return answer.status_code

    assert [apart(leave) for _ in range(limits.AI_BY_THREADS + 1)] == [200] * (limits.AI_BY_THREADS + 1)
    rows = database.execute("SELECT DISTINCT state FROM ai_calls").fetchall()
    assert [str(row[0]) for row in rows] == ["settled"]


def test_over_the_budget_nobody_is_asked(asker: Member, provider: FakeProvider) -> None:
    policy.open_policy(replace(policy.current(), ai_daily_tokens=100))
    answer = ask(asker, "summarize", text="Some words.")
    assert (answer.status_code, answer.get_json()["code"]) == (429, "over_budget")
    assert int(answer.headers["Retry-After"]) > 0
    assert provider.asked == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"action": "fly", "text": "x"}, "action"),
        ({"action": "fix"}, "text"),
        ({"action": "fix", "text": " "}, "text"),
        ({"action": "fix", "text": "x", "selection": ""}, "selection"),
        ({"action": "translate", "text": "x"}, "instruction"),
        ({"action": "ask", "text": ""}, "instruction"),
        ({"action": "fix", "text": "x", "provider": "nobody"}, "provider"),
        ({"action": "fix", "text": "x", "provider": "anthropic"}, "provider"),
        ({"action": "fix", "text": "x", "model": "x\n"}, "model"),
        ({"action": "fix", "text": "x" * (limits.AI_CHARACTERS + 1)}, "text"),
        ({"action": "fix", "text": "x", "colour": "red"}, "colour"),
    ],
)
def test_bad_input_names_its_field(asker: Member, provider: FakeProvider, body: dict[str, str], field: str) -> None:
    answer = ask(asker, **body)
    assert (answer.status_code, answer.get_json()["errors"][0]["field"]) == (422, field)
    assert provider.asked == []


def test_before_anything_is_set_up_the_answer_says_what_to_do(owner: Member, provider: FakeProvider) -> None:
    answer = ask(owner, "fix", text="x")
    assert answer.status_code == 422
    assert "settings" in answer.get_json()["errors"][0]["message"]


def test_others_notes_are_not_there(asker: Member, stranger: Member, provider: FakeProvider) -> None:
    foreign = note(stranger)
    assert ask(asker, "summarize", noteId=foreign).status_code == 404
    assert provider.asked == []
