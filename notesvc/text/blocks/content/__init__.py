"""What stands in a block: its nodes, and the inline Markdown for them."""
