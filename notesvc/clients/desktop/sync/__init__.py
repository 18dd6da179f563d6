"""The engine: one round after the other makes the folder and the workspace the same. It knows no command line."""
