"""A whole workspace as a file: what an export holds, and the forms it is written in."""
