"""The mirror of a workspace: its notes as markdown files at a place of the user's, kept in step."""
