"""Accounts: who users are, how they prove it, and how an account begins and ends."""
