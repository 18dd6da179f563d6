"""Pictures of public pages: as large as they are from the first moment, and in the line where they stand in one."""

import re
import struct

from flask.testing import FlaskClient

from tests.web.conftest import Member
from tests.web.published import share, shown


def test_pictures_have_their_room_before_they_come(owner: Member, anonymous: FlaskClient) -> None:
    sizes = ((70, 50), (600, 1800), (60, 40))
    gifs = [b"GIF89a" + struct.pack("<HHBBB", *size, 0, 0, 0) for size in sizes]
    small, upright, chosen = (owner.file("a.gif", gif).get_json()["url"] for gif in gifs)
    unknown = owner.file("a.gif", b"nothing known").get_json()["url"]
    note = owner.note("N", f"![]({small})\n\nThis ![]({upright}) and\n\n![|300]({chosen})\n\n![]({unknown})")
    tags = dict(re.findall(r'<img[^>]*/a/o/(\d)"([^>]*)>', shown(anonymous, share(owner, note))))
    assert 'class="is-sized" width="70" height="50"' in tags["1"]
    assert 'class="is-sized is-inline" width="240" height="720"' in tags["2"]
    assert 'width="300"' in tags["3"]
    assert "height" not in tags["3"] + tags["4"]
