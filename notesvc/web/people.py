"""People."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field

from notesvc import limits, shapes
from notesvc.domain import access as lookups
from notesvc.domain import people, resources
from notesvc.domain.caller import Caller
from notesvc.models import Person
from notesvc.web import forms, idempotency_keys, paging
from notesvc.web.access import SESSION
from notesvc.web.area import Answer, Area

area = Area("people", "/api/workspace/people")


def _few(names: list[str]) -> list[str]:
    if len(names) > limits.PERSON_ALIASES:
        raise ValueError(f"must be at most {limits.PERSON_ALIASES} names")
    return names


def _short(text: str) -> str:
    if len(text) > limits.PERSON_NOTES:
        raise ValueError(f"must be at most {limits.PERSON_NOTES} characters")
    return text


class PersonFields(forms.Form):
    """What may be said of a person."""

    name: forms.FilledName = Field(description="The person's name.")
    aliases: Annotated[
        list[forms.FilledName], AfterValidator(_few), Field(json_schema_extra={"maxItems": limits.PERSON_ALIASES})
    ] = Field([], description="Further names by which texts mention them.")
    email: forms.Name | None = Field(None, description="The mail address.")
    notes: Annotated[str, AfterValidator(_short), Field(json_schema_extra={"maxLength": limits.PERSON_NOTES})] = Field(
        "", description="What else there is to say."
    )
    color: forms.Color | None = Field(None, description="The colour, as `#rrggbb`.")


class PersonChange(PersonFields):
    """PATCH people/{id}."""

    name: forms.FilledName = Field(
        default_factory=str, description="The person's name; a new one is written into the mentions."
    )


class Merge(forms.Form):
    """POST people/{id}/merge."""

    into: forms.Id = Field(description="The person who stays.")


class PersonShape(resources.PersonMetadata):
    """A person, and how many notes mention them."""

    count: int = Field(description="How many notes mention them.")


class PersonList(shapes.Shape):
    """A page of the people, by name."""

    people: list[PersonShape] = Field(description="The people on this page.")
    next_cursor: str | None = Field(description="The cursor of the next page; null at the end.")


@area.get("", access=SESSION, query=forms.Page, answers={200: PersonList})
def list_people(caller: Caller, query: forms.Page) -> Any:
    """All people, by name."""
    rows, cursor = paging.page(query, "people", people.people(caller), lambda row: str(row[0].id))
    return PersonList.of(people=[PersonShape.of(person, count=count) for person, count in rows], next_cursor=cursor)


@area.post(
    "",
    access=SESSION,
    form=PersonFields,
    headers=("Idempotency-Key",),
    answers={201: PersonShape, 200: PersonShape},
    refusals=(409,),
)
def create(caller: Caller, form: PersonFields) -> Any:
    """A new person; texts that say `$Name` already mention them."""

    def make() -> Answer:
        person = people.create(caller, form.given())
        return Answer(_shape(person), 201)

    return idempotency_keys.once(caller, idempotency_keys.of_address(form), make)


@area.get("/<id:person_id>", access=SESSION, answers={200: PersonShape})
def read(caller: Caller, person_id: str) -> Any:
    """A person."""
    return _shape(lookups.person_to_change(caller, person_id))


@area.patch("/<id:person_id>", access=SESSION, form=PersonChange, answers={200: PersonShape}, refusals=(409,))
def change(caller: Caller, person_id: str, form: PersonChange) -> Any:
    """Change a person; a new name is written into the mentions."""
    return _shape(people.change(caller, person_id, form.given()))


@area.delete("/<id:person_id>", access=SESSION, answers={204: None})
def delete(caller: Caller, person_id: str) -> Any:
    """Remove a person; mentions become plain text."""
    people.delete(caller, person_id)


@area.post("/<id:person_id>/merge", access=SESSION, form=Merge, answers={200: PersonShape})
def merge(caller: Caller, person_id: str, form: Merge) -> Any:
    """Make one person of two."""
    return _shape(people.merge(caller, person_id, form.into))


def _shape(person: Person) -> dict[str, Any]:
    return PersonShape.of(person, count=people.count_of(person))
