"""Users' own prompts."""

import pytest

from notesvc import errors, limits
from notesvc.domain.ai import prompts
from notesvc.domain.caller import Caller


def test_a_prompt_is_its_users_alone(caller: Caller, stranger: Caller) -> None:
    prompt = prompts.create(caller, "Minutes", "Write minutes of {{text}}")
    assert prompts.of(caller.user_id, prompt.id) == prompt
    for act in (
        lambda: prompts.of(stranger.user_id, prompt.id),
        lambda: prompts.change(stranger, prompt.id, {"name": "taken"}),
        lambda: prompts.delete(stranger, prompt.id),
    ):
        with pytest.raises(errors.NotFound):
            act()
    assert [row.name for row in prompts.of_user(caller.user_id)] == ["Minutes"]
    assert prompts.of_user(stranger.user_id) == []


def test_an_unknown_variable_is_refused_and_nothing_changes(caller: Caller) -> None:
    with pytest.raises(errors.InvalidInput, match=r"\{\{txt\}\} is no variable"):
        prompts.create(caller, "A", "Do {{txt}}")
    prompt = prompts.create(caller, "A", "Do {{ Text }} {{selection}} {{title}} {{date}} {{language}} {{1}} {x}")
    with pytest.raises(errors.InvalidInput):
        prompts.change(caller, prompt.id, {"name": "B", "instruction": "{{nothing}}"})
    assert prompts.of(caller.user_id, prompt.id).name == "A"


def test_there_are_only_so_many(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AI_PROMPTS", 2)
    prompts.create(caller, "A", "x")
    prompts.create(caller, "B", "x")
    with pytest.raises(errors.InvalidInput, match="at most 2"):
        prompts.create(caller, "C", "x")


def test_values_that_look_like_variables_stay_as_they_are() -> None:
    values = {"text": "{{title}} \\1", "title": "T"}
    assert prompts.fill("{{title}}: {{ text }} {{date}} {{x}}", values) == "T: {{title}} \\1 {{date}} {{x}}"
