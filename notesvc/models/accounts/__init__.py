"""Users, and what proves who they are."""
