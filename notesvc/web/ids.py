"""Ids in addresses: what is no id is not found, before any look-up."""

from werkzeug.routing import BaseConverter


class IdConverter(BaseConverter):
    """`<id:note_id>`: a UUID as the service writes them."""

    regex = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
