"""Public links: what is frozen, who may enter, and how often it is looked at."""
