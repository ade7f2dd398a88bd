"""Long counts: a search in pieces, over several processes or computers, kept in a file, or sampled."""
