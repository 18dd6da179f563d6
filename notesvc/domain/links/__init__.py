"""Links between notes: what they mean, what keeps them true, and what is told of them."""
