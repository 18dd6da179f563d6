"""Faults that are put into a copy of the product, one by one, to see which tests see them."""
