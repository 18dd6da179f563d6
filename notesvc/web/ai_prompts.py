"""Users' own prompts."""

from typing import Annotated, Any

from pydantic import Field

from notesvc import limits, shapes
from notesvc.domain.ai import prompts
from notesvc.domain.caller import Caller
from notesvc.web import forms, idempotency_keys, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("ai_prompts", "/api/ai/prompts")

Instruction = Annotated[str, Field(min_length=1, max_length=limits.AI_INSTRUCTION, pattern=r"\S")]
_INSTRUCTION = (
    "What the model is told. `{{text}}`, `{{selection}}`, `{{title}}`, `{{date}}` and `{{language}}` are replaced."
)


class PromptFields(forms.Form):
    """POST prompts."""

    name: forms.FilledName = Field(description="What it is called.")
    instruction: Instruction = Field(description=_INSTRUCTION)


class PromptChange(forms.Form):
    """PATCH prompts/{id}."""

    name: forms.FilledName = Field(default_factory=str, description="What it is called.")
    instruction: Instruction = Field(default_factory=str, description=_INSTRUCTION)


class PromptShape(shapes.Shape):
    """An own prompt."""

    id: shapes.Id = Field(description="The prompt's id.")
    name: str = Field(description="What it is called.")
    instruction: str = Field(description="What the model is told.")
    created_at: shapes.Time = Field(description="When it was made.")
    updated_at: shapes.Time = Field(description="When it last changed.")


class PromptList(shapes.Shape):
    """A page of the prompts, by name."""

    prompts: list[PromptShape] = Field(description="The prompts on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("", access=SESSION, query=forms.Page, answers={200: PromptList})
def list_prompts(caller: Caller, query: forms.Page) -> Any:
    """All own prompts, by name."""
    rows, cursor = paging.page(query, "ai_prompts", prompts.of_user(caller.user_id), lambda row: str(row.id))
    return PromptList.of(prompts=rows, next_cursor=cursor)


@area.post(
    "",
    access=SESSION,
    form=PromptFields,
    headers=("Idempotency-Key",),
    answers={201: PromptShape, 200: PromptShape},
    refusals=(409,),
)
def create(caller: Caller, form: PromptFields) -> Any:
    """A new prompt."""

    def make() -> Answer:
        return Answer(PromptShape.of(prompts.create(caller, form.name, form.instruction)), 201)

    return idempotency_keys.once(caller, idempotency_keys.of_address(form), make)


@area.get("/<id:prompt_id>", access=SESSION, answers={200: PromptShape})
def read(caller: Caller, prompt_id: str) -> Any:
    """A prompt."""
    return PromptShape.of(prompts.of(caller.user_id, prompt_id))


@area.patch("/<id:prompt_id>", access=SESSION, form=PromptChange, answers={200: PromptShape})
def change(caller: Caller, prompt_id: str, form: PromptChange) -> Any:
    """Change a prompt."""
    return PromptShape.of(prompts.change(caller, prompt_id, form.given()))


@area.delete("/<id:prompt_id>", access=SESSION, answers={204: None})
def delete(caller: Caller, prompt_id: str) -> Any:
    """Remove a prompt."""
    prompts.delete(caller, prompt_id)
