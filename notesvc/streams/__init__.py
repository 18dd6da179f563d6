"""The process that serves streams of events: one event loop, no thread that waits with a client."""
