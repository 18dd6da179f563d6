"""Rooms under load: the service's worker and Hocuspocus, asked by the same program."""
