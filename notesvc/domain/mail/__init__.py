"""Mail: queued in an outbox, filled in from templates, laid out and sent."""
