"""A day as a parameter of an address."""

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise ValueError("must be a day, such as 2026-11-21") from error


Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$"), AfterValidator(_day)]
