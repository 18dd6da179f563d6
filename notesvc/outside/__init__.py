"""Asking servers that users name: which addresses may be asked, and how."""
