"""Where the files of users lie, and where their mirrors are."""
