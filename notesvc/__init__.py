"""A self-hosted notes workspace."""

__version__ = "0.1.0"
