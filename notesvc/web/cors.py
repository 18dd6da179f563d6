"""The wildcard of the bearer routes (contract, section 4) and of the device flow, and of nothing else."""

import flask_cors
from flask import Flask

# Everything below /api/sync/ but the routes on which sessions manage their keys.
_BEARER = r"/api/sync/(?!tokens(?:/|$)).*"

# What a device asks without a cookie, before it has a key.
_DEVICE = r"/api/auth/device/(?:code|token)"


def register(app: Flask) -> None:
    """Answer every origin on the bearer routes, refusals and pre-flights included, never with credentials."""
    flask_cors.CORS(
        app,
        resources={_BEARER: {}, _DEVICE: {}},
        origins="*",
        send_wildcard=True,
        supports_credentials=False,
        methods=["GET", "POST", "OPTIONS"],
        allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "If-None-Match"],
        expose_headers=["ETag", "Retry-After", "Idempotency-Replayed", "Content-Disposition"],
        max_age=86_400,
        vary_header=False,
    )
