"""Asking language models: providers, their dialects and what can go wrong. Knows neither Flask nor the database."""
