"""What devices read and write that keep a mirror of the workspace."""
