"""Days as people write them, in the languages of the service."""

from datetime import date

from notesvc.languages import Language

_MONTHS: dict[Language, str] = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "ja": "1 2 3 4 5 6 7 8 9 10 11 12",
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
}
_FORMS: dict[Language, str] = {
    "en": "{day} {month} {year}",
    "de": "{day}. {month} {year}",
    "es": "{day} de {month} de {year}",
    "ja": "{year}年{month}月{day}日",
    "ar": "{day} {month} {year}",
}


def said(day: date, language: Language) -> str:
    """The day with the name of its month."""
    month = _MONTHS[language].split()[day.month - 1]
    return _FORMS[language].format(day=day.day, month=month, year=day.year)
