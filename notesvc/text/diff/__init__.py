"""What differs between two texts or lists, and three of them merged."""
