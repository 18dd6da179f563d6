"""Own prompts as exports have them."""

from pydantic import Field

from notesvc import database
from notesvc.domain.ai import prompts
from notesvc.shapes import Id, Shape, Time


class ExportedPrompt(Shape):
    """A prompt of the user's own."""

    id: Id = Field(description="The prompt's id.")
    name: str = Field(description="What it is called.")
    instruction: str = Field(description="What the model is told.")
    created_at: Time = Field(description="When it was made.")
    updated_at: Time = Field(description="When it last changed.")


def of_user(owner_id: str) -> list[dict[str, object]]:
    """All of them in every export, for there are few."""
    with database.connection():
        return ExportedPrompt.each(prompts.of_user(owner_id))
