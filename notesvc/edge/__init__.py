"""The web processes' own side of HTTP: clients are waited for by one event loop, threads get whole requests alone."""
