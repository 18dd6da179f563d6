"""The web app's page."""

SHELL = '<!doctype html><script type="module" nonce="__NONCE__" src="/assets/main-1a2b.js"></script>'
