"""`notesvc audit export`: what was done to accounts, as a file."""

from pathlib import Path

from tests.cli.accounts import add
from tests.commands import call


def test_the_audit_log_of_one_user_leaves_as_a_table(made: Path) -> None:
    add(made, "ada@example.org")
    add(made, "bob@example.org")
    table = call(made, "audit", "export", "--format", "csv", "--user", "bob@example.org").stdout.splitlines()
    assert [row.split(",")[1] for row in table] == ["kind", "account_made"]
