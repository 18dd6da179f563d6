"""The collaboration worker: one asyncio loop that holds the rooms of notes (docs/decisions, rooms)."""
