"""Text work of strangers in child processes that can be killed."""
