"""External identity providers: a file for each protocol, and one table of those that are set up."""
