"""Notes that several people may open: who may, and which room they meet in."""
