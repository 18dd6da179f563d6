"""Which forwarded headers count: those of as many proxies as the settings name, else none."""

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from notesvc.config import Settings


def register(app: Flask, settings: Settings) -> None:
    """Read address, scheme and host from the proxies in front, if there are any."""
    count = settings.trusted_proxies
    if count:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=count, x_proto=count, x_host=count, x_prefix=0
        )
