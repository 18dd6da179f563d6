"""Bringing archives in: jobs in short batches that resume after a crash and can be taken back."""
