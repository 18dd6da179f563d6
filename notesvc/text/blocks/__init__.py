"""Block documents: what one may hold, and the way between them and Markdown (ARCHITECTURE.md has the picture)."""
