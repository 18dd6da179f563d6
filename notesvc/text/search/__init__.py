"""Search without a database: queries, the forms of words, what is indexed, ranking and excerpts."""
