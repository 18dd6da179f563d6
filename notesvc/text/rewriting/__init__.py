"""Links and names of a note written anew, in its text and in the document stored beside it."""
