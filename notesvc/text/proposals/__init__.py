"""What a model proposes for a text: what it is given, what is taken out of its answer, and what would be lost."""
