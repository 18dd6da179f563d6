"""The desktop client: a folder of Markdown files and the workspace are the same thing, in both directions."""
