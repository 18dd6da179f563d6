"""Joins the parts into the web service; nothing else does."""

import flask

from notesvc import belonging, crypto, database, file_store, migrate
from notesvc.config import Settings
from notesvc.domain import policy
from notesvc.web import (
    access,
    body_sizes,
    compression,
    cors,
    errors,
    headers,
    ids,
    openapi,
    origins,
    pages,
    proxies,
    rates,
    request_log,
    routes,
    share_door,
    url_rules,
)


def create_app(settings: Settings) -> flask.Flask:
    """Join the parts into the web service. Raises SettingError when the database does not fit this code."""
    database.open_database(settings)
    file_store.open_store(settings.attachments)
    crypto.open_seal(settings.secret_key)
    policy.open_policy(settings)
    with database.connection():
        migrate.refuse_newer()
        migrate.refuse_pending()
        belonging.refuse_strange(settings)
    database.disconnect()

    app = flask.Flask(__name__, static_folder=None)
    app.url_rule_class = url_rules.MatchingRule
    app.config["SECRET_KEY"] = settings.secret_key
    app.config["NOTESVC"] = settings
    app.config["MAX_CONTENT_LENGTH"] = None
    app.url_map.converters["id"] = ids.IdConverter
    app.url_map.merge_slashes = False

    share_door.register(app, settings)
    proxies.register(app, settings)
    request_log.register(app)
    origins.register(app, settings)
    # After-request steps run last registered first: compression must see the finished body.
    compression.register(app)
    headers.register(app, settings)
    cors.register(app, settings.trusted_origins)
    errors.register(app)
    pages.register(app)
    policies = {route.endpoint: route.access for area in routes.AREAS for route in area.routes}
    access.register(app, settings, policies)
    rates.register(app, settings)
    for area in routes.AREAS:
        app.register_blueprint(area)
    openapi.register(routes.AREAS)
    body_sizes.register(app, routes.AREAS)
    access.refuse_unguarded(app, policies)
    return app
