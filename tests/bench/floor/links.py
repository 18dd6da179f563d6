"""Links by one regular expression: what a quick hand would write instead of the service's grammar."""

import re
from typing import Any

Link = tuple[str, str, str]
"""(kind, target label, target key)"""

_LINK = re.compile(
    r"""
      ^[ ]{0,3} (```+|~~~+) .*? (?: ^[ ]{0,3} \1 | \Z )  # 1: a fenced block, which holds none
    | `++ [^`]*+ `++                                     # a code span, which holds none
    | \[\[ ([^\[\]|\#\n\\]++) [^\[\]\n]*+ \]\]           # 2: [[Title#Heading|alias]]
    | note:// ([0-9a-f-]{36})                            # 3: note://id
    | (?<!\S) \# ([\w/-]*[^\W\d_][\w/-]*)                # 4: #tag, with a letter in it
    | (?<!\S) \$ ([^\W\d_]\w*(?:\ \w+)?)                 # 5: $First Last
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def found_in(connection: Any, owner: str, body: str, tags: list[str]) -> set[Link]:
    """The links of a text and a tags array, each once."""
    links = {("tag", tag.lower(), tag.lower()) for tag in tags}
    people = set()
    for _, title, note_id, tag, person in _LINK.findall(body):
        if title:
            links.add(("wiki", title.strip(), title.strip().rpartition("/")[2].casefold()))
        elif note_id:
            links.add(("note", note_id, note_id))
        elif tag and 2 <= len(tag) <= 32:
            links.add(("tag", tag.lower(), tag.lower()))
        elif person:
            people.add(person.lower())
    for name in people:
        for (person_id,) in connection.execute(
            "SELECT person_id FROM person_names WHERE owner_id = ? AND name_key = ?", (owner, name)
        ):
            links.add(("person", person_id, person_id))
    return links
