"""`python -m tests.web.openapi_document`: prints the served OpenAPI document, with no service running."""

import json

from notesvc.web import openapi, routes


def served() -> str:
    """The document as the service would serve it."""
    openapi.register(routes.AREAS)
    return json.dumps(openapi.served_document(), indent=1)


if __name__ == "__main__":
    print(served())
