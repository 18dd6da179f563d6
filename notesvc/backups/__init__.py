"""Backups kept elsewhere: sealed under a passphrase, sent piece by piece, tried by a restore every week."""
