"""Users' own prompts: instructions with variables."""

import re
from collections.abc import Mapping

from notesvc import clock, database, errors, limits
from notesvc.domain import changes
from notesvc.domain.caller import Caller
from notesvc.models import AiPrompt

VARIABLES = ("text", "selection", "title", "date", "language")
_VARIABLE = re.compile(r"\{\{\s*([A-Za-z_]+)\s*\}\}")


def of(user_id: str, prompt_id: str) -> AiPrompt:
    """The user's prompt. Raises NotFound."""
    found: AiPrompt | None = AiPrompt.get_or_none((AiPrompt.id == prompt_id) & (AiPrompt.user == user_id))
    if found is None:
        raise errors.NotFound
    return found


def of_user(user_id: str) -> list[AiPrompt]:
    """All prompts of the user, by name."""
    return list(AiPrompt.select().where(AiPrompt.user == user_id).order_by(AiPrompt.name, AiPrompt.id))


def create(caller: Caller, name: str, instruction: str) -> AiPrompt:
    """A new prompt. Raises InvalidInput for an unknown variable, and past `limits.AI_PROMPTS`."""
    _refuse_unknown(instruction)
    with database.transaction(caller.user_id):
        if AiPrompt.select().where(AiPrompt.user == caller.user_id).count() >= limits.AI_PROMPTS:
            raise errors.InvalidInput("", f"you can have at most {limits.AI_PROMPTS} prompts")
        now = clock.now()
        changes.next_number(caller.user_id)
        return AiPrompt.create(
            id=clock.new_id(), user=caller.user_id, name=name, instruction=instruction, created_at=now, updated_at=now
        )


def change(caller: Caller, prompt_id: str, fields: Mapping[str, str]) -> AiPrompt:
    """Change the name or the instruction. Raises NotFound, InvalidInput."""
    _refuse_unknown(fields.get("instruction", ""))
    with database.transaction(caller.user_id):
        prompt = of(caller.user_id, prompt_id)
        before = prompt.values()
        for field, value in fields.items():
            setattr(prompt, field, value)
        if prompt.values() != before:
            prompt.updated_at = max(clock.now(), str(prompt.updated_at))
            changes.next_number(caller.user_id)
            prompt.save()
        return prompt


def delete(caller: Caller, prompt_id: str) -> None:
    """Remove the prompt. Raises NotFound."""
    with database.transaction(caller.user_id):
        of(caller.user_id, prompt_id).delete_instance()
        changes.next_number(caller.user_id)


def fill(instruction: str, values: Mapping[str, str]) -> str:
    """The instruction with its variables replaced, once: what a value says stays as it is."""
    return _VARIABLE.sub(lambda found: values.get(found[1].lower(), found[0]), instruction)


def _refuse_unknown(instruction: str) -> None:
    for name in _VARIABLE.findall(instruction):
        if name.lower() not in VARIABLES:
            known = ", ".join(f"{{{{{each}}}}}" for each in VARIABLES)
            raise errors.InvalidInput("instruction", f"{{{{{name}}}}} is no variable; there are {known}")
