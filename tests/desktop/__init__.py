"""The desktop client against the real service, a real disk, and people who act in the middle of everything."""
