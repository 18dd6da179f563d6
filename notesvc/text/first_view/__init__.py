"""A note as its page shows it until the web app stands there: the same boxes as the app's own, of which nothing can be
written in or pressed.

The twin of this is `clients/web/src/render`; tests hold the two together."""
