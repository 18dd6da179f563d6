"""Browsers that have signed in."""

import flask
from flask.testing import FlaskClient


def signed_in_with(app: flask.Flask, cookie: str) -> bool:
    return browser_with(app, cookie).get("/api/auth/session").status_code == 200


def browser_with(app: flask.Flask, cookie: str) -> FlaskClient:
    browser = app.test_client()
    browser.set_cookie("notesvc", cookie)
    return browser
