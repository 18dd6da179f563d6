"""The commands of `notes-desktop`: who calls the engine, and what people read of it."""
