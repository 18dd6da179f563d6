"""Who reads answers from another origin: anybody with a key or a device code, trusted origins with a cookie."""

import re
from collections.abc import Sequence

import flask_cors
from flask import Flask

# Everything below /api/sync/ but the routes on which sessions manage their keys.
_BEARER = r"/api/sync/(?!tokens(?:/|$)).*"

# What a device asks without a cookie, before it has a key; and which clipper there is to install.
_DEVICE = r"/api/auth/device/(?:code|token)|/clipper/.*"


def is_bearer(path: str) -> bool:
    """Whether programs of any origin ask at this address with a key."""
    return re.fullmatch(_BEARER, path) is not None


# What is asked with a cookie.
_COOKIE = rf"(?!{_BEARER}|{_DEVICE})/(?:api|files)/.*"


def register(app: Flask, trusted: Sequence[str]) -> None:
    """Answer every origin on the bearer routes, refusals and pre-flights included, never with credentials; and the
    trusted origins, with them, on all others: the same that may write there (`origins.py`)."""
    if trusted:
        flask_cors.CORS(
            app,
            resources={_COOKIE: {}},
            origins=list(trusted),
            supports_credentials=True,
            methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
            allow_headers=["Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "If-Unmodified-Since"],
            expose_headers=[
                "ETag",
                "Retry-After",
                "Idempotency-Replayed",
                "Content-Disposition",
                "Note-Role",
                "Picture-Sizes",
            ],
            max_age=600,
        )
    flask_cors.CORS(
        app,
        resources={_BEARER: {}, _DEVICE: {}},
        origins="*",
        send_wildcard=True,
        supports_credentials=False,
        methods=["GET", "POST", "PATCH", "DELETE", "OPTIONS"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match"],
        expose_headers=["ETag", "Retry-After", "Idempotency-Replayed", "Content-Disposition"],
        max_age=86_400,
        vary_header=False,
    )
